"""The drill: a site is backed up, its database dropped, another of its name restored, and everything is as it was.

What is done for it are the commands of docs/operations.md, run as they stand there.
"""

import hashlib
import os
import re
import subprocess
import sys
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from tests.services import parts, postgresql
from tests.services.sites import ROOT, Site


@contextmanager
def place_of_database(kind, folder):
    """The address of a database, and the environment in which commands make it."""
    if kind == "sqlite":
        yield f"sqlite:///{folder}/powergrid.sqlite3", {}
        return
    with postgresql.database() as server:
        environment = {"PGHOST": str(server.folder), "PGUSER": "powergrid"}
        yield f"postgres://powergrid@/powergrid?host={server.folder}", environment


def documented():
    """The commands that make an empty database, by the kind of database, and those that fill it.

    Those are commands of a site that systemd runs; here is none, so ``manage.py`` is called without its wrapper.
    """
    section = (ROOT / "docs" / "operations.md").read_text().split("\n## Back up and restore\n")[1].split("\n## ")[0]
    _stop, of_postgresql, of_sqlite, fill, _start = re.findall(r"^```\n(.*?)^```$", section, re.DOTALL | re.MULTILINE)
    return {"postgresql": of_postgresql, "sqlite": of_sqlite}, fill.replace("powergrid-manage", "python manage.py")


IN_EARNEST = "powergrid.settings"
"""With migrations, which other sites of tests leave aside."""
PLAYED_IN = "tests.services.worker_settings"
"""With passwords that are made quickly."""

TABLES = {
    "sqlite": "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name",
    "postgresql": "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename",
}


def contents(site, kind):
    """For each table how many rows there are, and a digest of all they hold."""
    return {table: digest(site.ask(f'SELECT * FROM "{table}"')) for (table,) in site.ask(TABLES[kind])}


def digest(found):
    rows = sorted(map(repr, found))
    return len(rows), hashlib.sha256("\n".join(rows).encode()).hexdigest()


def run(site, commands, environment):
    """Run commands in a shell as an operator would, to the first that fails; return what they say."""
    programs = [str(Path(sys.executable).parent), str(parts.postgresql()), os.environ["PATH"]]
    environment = {**site.environment, **environment, "PATH": os.pathsep.join(programs)}
    done = subprocess.run(
        ["sh", "-ec", commands], cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=site.log, text=True
    )
    assert done.returncode == 0, site.story()
    return done.stdout


@pytest.mark.long
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_restored_site_is_what_was_backed_up(kind, tmp_path):
    file, (make_empty, fill) = tmp_path / "back-up", documented()
    with (
        place_of_database(kind, tmp_path) as (address, environment),
        closing(Site(tmp_path, pool="solo", database=address, broker="filesystem://", settings=IN_EARNEST)) as site,
    ):
        run(site, make_empty[kind], environment)
        site.call("django", "migrate", "--skip-checks", "--verbosity", "0")
        site.call("tests.services.lived", DJANGO_SETTINGS_MODULE=PLAYED_IN)
        site.call("django", "createcachetable")
        site.call("django", "shell", "--command", "from django.core.cache import cache; cache.set('counted', 1)")
        before = contents(site, kind)
        site.call("django", "back_up", str(file))

        run(site, make_empty[kind], environment)
        gone = contents(site, kind)
        said = run(site, fill.replace("FILE", str(file)), environment)
        after = contents(site, kind)

    assert gone == {}
    assert [before.pop("cache")[0], after.pop("cache")[0]] == [1, 0]
    assert after == before
    assert before["games_game"][0] == 3
    assert before["games_action"][0] > 100
    assert "\n3 games" in said
    assert said.endswith("all agree.\n")
    assert file.stat().st_mode & 0o777 == 0o600
