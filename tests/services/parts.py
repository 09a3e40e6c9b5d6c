"""What no Python package brings along: a browser, a database server, a message broker, a proxy, and some tools.

``python -m tests.services.parts`` looks for them, and installs what is missing or says how to get it.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Part:
    name: str
    find: Callable[[], Path | None]
    packages: tuple[str, ...]
    """The names of Debian's packages."""
    variable: str
    """The environment variable that says where it is, if it is nowhere one would look."""
    is_needed: bool = True
    """Whether there is nothing to take its place."""


def chromium_without_windows() -> Path | None:
    """Find a browser that has pages alone: all that is around them takes a fifth of the time of a test."""
    return _first(os.environ.get("CHROMIUM"), shutil.which("chromium-headless-shell"))


def chromium() -> Path | None:
    """Find a browser with all that it has, such as push messages."""
    return _first(os.environ.get("CHROMIUM"), *map(shutil.which, ["chromium", "chromium-browser", "google-chrome"]))


def postgresql() -> Path | None:
    """Find the folder with PostgreSQL's programs; Debian keeps one per version, and none of them on the path."""
    newest_first = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda folder: -int(folder.parent.name))
    initdb = _first(
        os.path.join(os.environ.get("POSTGRESQL", ""), "initdb"),
        *[str(folder / "initdb") for folder in newest_first],
        shutil.which("initdb"),
    )
    return initdb.parent if initdb else None


def redis() -> Path | None:
    """Find a message broker."""
    return _first(os.environ.get("REDIS"), shutil.which("redis-server"), shutil.which("valkey-server"))


def caddy() -> Path | None:
    """Find the proxy that deploy/ has its settings for."""
    return _first(os.environ.get("CADDY"), shutil.which("caddy"))


def esbuild() -> Path | None:
    """Find what bundles style sheets and scripts."""
    return _first(shutil.which("esbuild"))


def promtool() -> Path | None:
    """Find what reads rules for Prometheus."""
    return _first(shutil.which("promtool"))


PARTS = [
    Part("Chromium", chromium, ("chromium", "fonts-dejavu-core"), "CHROMIUM=/path/to/chromium"),
    Part("quick Chromium", chromium_without_windows, ("chromium-headless-shell",), "CHROMIUM=…", is_needed=False),
    Part("PostgreSQL", postgresql, ("postgresql",), "POSTGRESQL=/path/to/its/bin"),
    Part("Redis", redis, ("redis-server",), "REDIS=/path/to/redis-server"),
    Part("Caddy", caddy, ("caddy",), "CADDY=/path/to/caddy"),
    Part("esbuild", esbuild, ("esbuild",), "PATH=/path/to/its/folder:$PATH"),
    Part("promtool", promtool, ("prometheus",), "PATH=…", is_needed=False),
]


def main() -> None:
    missing = [part for part in PARTS if part.find() is None]
    if missing and _may_install():
        _install(missing)
        missing = [part for part in PARTS if part.find() is None]
    if needed := [part for part in missing if part.is_needed]:
        sys.exit("\n".join(map(_how_to_get, needed)))


def _first(*candidates: str | None) -> Path | None:
    return next((Path(path) for path in candidates if path and os.access(path, os.X_OK)), None)


def _may_install() -> bool:
    release = Path("/etc/os-release")
    return os.geteuid() == 0 and release.exists() and "ID=debian" in release.read_text().splitlines()


def _install(parts: list[Part]) -> None:
    """Install each by itself: a package that a release does not have keeps none of the others out."""
    _apt_get("update")
    for part in parts:
        print(f"Installing {part.name}")
        _apt_get("install", "--yes", "--no-install-recommends", *part.packages)


def _apt_get(*command: str) -> None:
    """What could not be installed is still missing then, and named."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    subprocess.run(["apt-get", "--quiet", *command], env=environment, check=False)


def _how_to_get(part: Part) -> str:
    return (
        f"The tests need {part.name}: install it (on Debian: apt-get install {' '.join(part.packages)}),"
        f" or say where it is: make test {part.variable}"
    )


if __name__ == "__main__":
    main()
