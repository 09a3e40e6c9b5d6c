"""The drill: a site is backed up, its database is gone, another one is filled, and everything is as it was."""

import json
from contextlib import closing, contextmanager

import pytest

from tests.services import postgresql
from tests.services.sites import Site


@contextmanager
def two_databases(kind, folder):
    """The addresses of one to lose and one to restore into."""
    if kind == "sqlite":
        yield f"sqlite:///{folder}/lost.sqlite3", f"sqlite:///{folder}/new.sqlite3"
        return
    with postgresql.database() as lost, postgresql.database() as new:
        yield lost.address, new.address


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_restored_site_is_what_was_backed_up(kind, tmp_path):
    with (
        two_databases(kind, tmp_path) as (lost, new),
        closing(Site(tmp_path, pool="solo", database=lost, broker="filesystem://")) as site,
    ):
        file = tmp_path / "back-up"
        site.call("django", "migrate", "--skip-checks", "--verbosity", "0")
        before = json.loads(site.call("tests.services.lived"))
        site.call("django", "back_up", str(file))
        site.call("django", "restore", str(file), DATABASE_URL=new)
        after = json.loads(site.call("tests.services.lived", "look", DATABASE_URL=new))
        site.call("django", "migrate", "--check", "--skip-checks", DATABASE_URL=new)
        verdict = site.call("django", "verify_games", "--processes", "1", DATABASE_URL=new)

    assert after == before
    assert before["games_game"][0] == 3
    assert before["games_action"][0] > 100
    assert verdict.startswith("3 games")
    assert verdict.endswith("all agree.\n")
    assert file.stat().st_mode & 0o777 == 0o600
