"""What the tests of monitoring share: the lines that programs read, as objects."""

import json
import logging
from collections.abc import Callable, Iterator
from io import StringIO
from typing import Any

import pytest
from structlog import contextvars

from powergrid import logs

Lines = Callable[[], list[dict[str, Any]]]


@pytest.fixture
def lines() -> Iterator[Lines]:
    """What the site logs meanwhile, as it does for programs."""
    handler = next(handler for handler in logging.getLogger().handlers if handler.name == "stderr")
    assert isinstance(handler, logging.StreamHandler)
    log, formatter = StringIO(), handler.formatter
    stream = handler.setStream(log)
    handler.setFormatter(logs.lines(as_json=True))
    contextvars.clear_contextvars()
    yield lambda: [json.loads(line) for line in log.getvalue().splitlines()]
    handler.setStream(stream)
    handler.setFormatter(formatter)
