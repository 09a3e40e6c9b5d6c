"""The proxy as deploy/ sets it up, at addresses of this machine."""

import json
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.services import parts
from tests.services.sites import ROOT

DEPLOY = ROOT / "deploy"

SECOND = 1_000_000_000
"""Of nanoseconds, in which Caddy counts."""


@contextmanager
def proxied(
    folder: Path,
    web: str,
    hosts: str,
    *,
    try_for: int | None = None,
    read_for: int | None = None,
    pages: Path = DEPLOY,
) -> Iterator[None]:
    """Have Caddy run as its file says, but for what is named here.

    :param hosts: where it listens, such as ``http://127.0.0.1:8000``.
    :param try_for: how long to look for a web server, in nanoseconds.
    :param read_for: how long to read a request.
    :param pages: the folder of the page for when the site is gone.
    """
    caddy = parts.caddy()
    assert caddy is not None, "There is no Caddy: python -m tests.services.parts says how to get it."
    environment = {"SITE_HOST": hosts, "WEB": web, "HOME": str(folder), "CADDY_SINCE": since(caddy)}
    adapt = [str(caddy), "adapt", "--config", str(DEPLOY / "Caddyfile"), "--adapter", "caddyfile"]
    adapted = subprocess.run(adapt, env=environment, capture_output=True, text=True, check=True)
    assert "not formatted" not in adapted.stderr
    config = json.loads(adapted.stdout.replace('"/etc/caddy"', json.dumps(str(pages))))
    for server in config["apps"]["http"]["servers"].values():
        (handler,) = (it for it in _found(server, "handler") if it["handler"] == "reverse_proxy")
        times = handler["load_balancing"]["try_duration"], server["read_timeout"], server["read_header_timeout"]
        assert times == (10 * SECOND, 10 * SECOND, 5 * SECOND)
        if try_for:
            handler["load_balancing"]["try_duration"] = try_for
        if read_for:
            server["read_timeout"] = server["read_header_timeout"] = read_for
        server.setdefault("automatic_https", {})["disable_redirects"] = True
    config["apps"]["pki"] = {"certificate_authorities": {"local": {"install_trust": False}}}
    (folder / "caddy.json").write_text(json.dumps({**config, "admin": {"disabled": True}}))
    with (folder / "log").open("w") as log:
        run = [str(caddy), "run", "--config", str(folder / "caddy.json")]
        process = subprocess.Popen(run, env=environment, stdout=log, stderr=log)
    try:
        yield
    finally:
        process.terminate()
        process.wait()


def since(caddy: Path) -> str:
    """What ``CADDY_SINCE`` has to be for this version."""
    said = subprocess.run([str(caddy), "version"], capture_output=True, text=True, check=True).stdout
    first, second = map(int, said.lstrip("v").split(".")[:2])
    return "2.6" if (first, second) < (2, 7) else "2.7"


def _found(tree: Any, name: str) -> Iterator[dict[str, Any]]:
    """All parts of a configuration that have a field of that name."""
    inner = tree.values() if isinstance(tree, dict) else tree if isinstance(tree, list) else ()
    if isinstance(tree, dict) and name in tree:
        yield tree
    for each in inner:
        yield from _found(each, name)
