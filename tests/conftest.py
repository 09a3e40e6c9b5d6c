"""What all tests share: three people to play with, what is left out of a run, and a check of kept pages."""

import math
from collections.abc import Iterator
from typing import Any

import pytest
from celery import current_app
from django.conf import settings
from django.core.management.color import no_style
from django.db import connection
from django.http import HttpRequest
from django.template.backends.jinja2 import Template
from django.test import TransactionTestCase
from django.test.signals import template_rendered

from accounts.models import User
from announcements import said
from powergrid.garbage import search_seldom
from powergrid.stack import roomily
from tests.accounts.mails import send_at_once
from tests.differing import pytest_addoption as pytest_addoption
from tests.differing import pytest_sessionfinish as pytest_sessionfinish
from tests.differing import pytest_testnodedown as pytest_testnodedown
from tests.differing import uses_are_noted as uses_are_noted
from tests.extent import EVERYTHING
from tests.factories import person_called
from tests.limited import generously
from tests.services import round_trips

collect_ignore = ["load/attacked.py", "load/beside.py", "load/people.py", "lab/planted"]
"""Nothing to test: most would replace sockets and threads of the whole run, the last imports by bare names."""

ROWS = {"db", "transactional_db", "live_server"}
"""Who asks for one of these fixtures, or has the mark, touches rows."""

MADE_FROM_MODELS = {"django_content_type", "auth_permission"}


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is only tried with everything, and on PostgreSQL what has nothing to do with a database.

    What takes long begins first, or one process would end with it while the others have nothing left.

    :raises pytest.UsageError: a test sees transactions end, and would never do so on PostgreSQL.
    """
    for item in items:
        if sees_transactions_end(item) and not item.get_closest_marker("postgresql"):
            raise pytest.UsageError(f"{item.nodeid} sees transactions end, and lacks the mark postgresql.")
    left_out = [item for item in items if not is_wanted(item)]
    config.hook.pytest_deselected(items=left_out)
    wanted = [item for item in items if is_wanted(item)]
    items[:] = sorted(wanted, key=lambda item: item.get_closest_marker("long") is None)


def pytest_collection_finish() -> None:
    """Search for garbage as seldom as a site does, and not in what collection has loaded."""
    search_seldom()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool:
    """Give all that a test calls its room, as each request has it: pytest goes as deep as Django."""
    runner: Any = item.config.pluginmanager.get_plugin("runner")
    return bool(roomily(lambda: runner.pytest_runtest_protocol(item, nextitem)))


def is_wanted(item: pytest.Item) -> bool:
    if connection.vendor == "postgresql" and not touches_rows(item):
        return False
    return EVERYTHING or item.get_closest_marker("everything") is None


def sees_transactions_end(item: pytest.Item) -> bool:
    """Whether it is about that. A browser needs a server that does, whatever its test is about."""
    database = item.get_closest_marker("django_db")
    return "transactional_db" in getattr(item, "fixturenames", ()) or bool(
        database and database.kwargs.get("transaction")
    )


def touches_rows(item: pytest.Item) -> bool:
    asked_for = ROWS.intersection(getattr(item, "fixturenames", ()))
    return bool(asked_for) or item.get_closest_marker("django_db") is not None


@pytest.fixture(scope="session", autouse=True)
def tasks_done_at_once() -> Iterator[None]:
    """Do what a test hands out before it goes on; through the broker, where there is one."""
    if settings.CELERY_TASK_ALWAYS_EAGER:
        yield
        return
    with round_trips.at_once():
        yield


@pytest.fixture(autouse=True)
def no_task_is_left_over() -> None:
    """Else each later one of this process would be done in place of the next."""
    if not settings.CELERY_TASK_ALWAYS_EAGER:
        round_trips.forget(current_app)


@pytest.fixture(scope="session", autouse=True)
def rows_are_deleted_cheaply() -> Iterator[None]:
    """Keep the rows that Django makes from the models, after tests that see transactions end.

    It would delete them with all others, and make them anew: 0.1 s after each of these tests.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", delete_rows)
        yield


def delete_rows(_case: TransactionTestCase) -> None:
    tables = connection.introspection.django_table_names(only_existing=True, include_views=False)
    emptied = [table for table in tables if table not in MADE_FROM_MODELS]
    emptied.append(str(settings.CACHES["default"]["LOCATION"]))  # what limits have counted, a table of no model
    connection.ops.execute_sql_flush(connection.ops.sql_flush(no_style(), emptied))


@pytest.fixture(scope="session", autouse=True)
def contexts_are_kept() -> Iterator[None]:
    """Let the client of Django's tests know which templates were drawn with what: Jinja2 alone does not tell it."""
    draw = Template.render

    def told(template: Template, context: dict[str, Any] | None = None, request: HttpRequest | None = None) -> str:
        template_rendered.send(template, template=template, context=context or {})
        return draw(template, context, request)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Template, "render", told)
        yield


@pytest.fixture
def ana(db: None) -> User:
    return person_called("Ana")


@pytest.fixture
def bob(db: None) -> User:
    return person_called("Bob")


@pytest.fixture
def cid(db: None) -> User:
    return person_called("Cid")


@pytest.fixture
def limits_on() -> Iterator[None]:
    """Have everything counted, as on a site, and nothing refused for it."""
    with generously():
        yield


@pytest.fixture
def mails_go_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have mails about accounts sent as soon as they are asked for: few tests see transactions end."""
    send_at_once(monkeypatch)


@pytest.fixture
def codes_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have apps show the same code for years. Else one that is shown as 30 seconds end is over before it is sent."""
    monkeypatch.setattr(settings, "MFA_TOTP_PERIOD", 10**9, raising=False)


@pytest.fixture(autouse=True)
def nothing_is_announced(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have no page ask the database for it now and then, but in tests that are about that: ``said.forget()``."""
    monkeypatch.setattr(said, "_known", (math.inf, said.Said()))
