"""Commits of this repository, and at which of them an upgrade stops on its way."""

import re
import subprocess

from tests.services.sites import ROOT

STOP = re.compile(r"commit (?:`([0-9a-f]{7,40})`|“([^”]+)”)")
"""How CHANGELOG.md names a commit that a site from before it goes by way of: by its name or by its subject."""


def git(*words: str) -> str:
    return subprocess.run(["git", *words], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True).stdout.strip()


def named(name: str) -> str:
    return git("rev-parse", "--verify", f"{name}^{{commit}}")


def has(commit: str, path: str) -> bool:
    return bool(git("ls-tree", "--name-only", commit, path))


def rules_of(commit: str) -> tuple[int, int]:
    """The version of the rules by which games begin at a commit, and the newest that it can play."""
    found: dict[str, str] = dict(
        re.findall(r"^(VERSION|NEWEST) = (\d+)$", git("show", f"{commit}:rules/versions.py"), re.M)
    )
    return int(found["VERSION"]), int(found.get("NEWEST", found["VERSION"]))


def stops(start: str) -> list[str]:
    """The commits at which a site of a commit stops on its way to the newest one, in their order."""
    text = " ".join((ROOT / "CHANGELOG.md").read_text().split())
    found = [named(name) if name else _with_subject(subject) for name, subject in STOP.findall(text)]
    later = {commit for commit in found if not _is_known(commit, start)}
    return sorted(later, key=lambda commit: int(git("rev-list", "--count", commit)))


def _with_subject(subject: str) -> str:
    commit = git("log", "--max-count=1", "--format=%H", f"--grep=^{re.escape(subject)}")
    assert commit, f"CHANGELOG.md speaks of “{subject}”, and no commit is called so."
    return commit


def _is_known(commit: str, start: str) -> bool:
    return (
        subprocess.run(["git", "merge-base", "--is-ancestor", commit, start], cwd=ROOT, check=False).returncode == 0
    )
