"""Two of Kombu's brokers, each with a fault mended."""

from pathlib import Path
from time import monotonic
from typing import Any
from uuid import uuid4

from kombu.transport import filesystem, redis
from kombu.utils.json import dumps
from redis.exceptions import ConnectionError as NoConnection


class FolderChannel(filesystem.Channel):
    """Shows a message only when it is whole: a worker that takes it half written would fail."""

    def _put(self, queue: str, payload: dict[str, Any], **options: Any) -> None:  # type: ignore[override]
        file = Path(self.data_folder_out, f"{monotonic() * 1000:.0f}_{uuid4()}.{queue}.msg")
        draft = file.with_suffix(".draft")
        draft.write_text(dumps(payload))  # type: ignore[no-untyped-call]
        draft.rename(file)


class FolderTransport(filesystem.Transport):
    Channel = FolderChannel


class RedisChannel(redis.Channel):
    """Says that its connection is lost, so that Kombu makes a new one.

    A task that ends after Redis has gone is acknowledged on the closed channel. Kombu's own channel then looks for a
    host in None, and the worker ends.
    """

    def _connparams(self, asynchronous: bool = False) -> dict[str, Any]:
        if self.connection is None or self.connection.client is None:
            raise NoConnection("The connection to the broker was closed.")
        params: dict[str, Any] = super()._connparams(asynchronous)  # type: ignore[no-untyped-call]
        return params


class RedisTransport(redis.Transport):
    Channel = RedisChannel
