"""The measure of all pages: a plain one that knows its visitor, asks one thing of the database and pastes an SVG.

It is an address of the site (:mod:`tests.benchmarks.bare_urls`), so that a request for it passes through all that one
for a real page does, compression included. Requests go straight to the WSGI application, as from a server: a client
for tests would do work of its own for each.

Its 60 kB are pasted, as pages paste their boards, and not put together by loops of the template. A template takes
anything from no time to thirty milliseconds for as much, by how many variables there are in it: so a goal against one
that has some could be set at will. And they are drawings like those of a board, which become a fifth when compressed
as our pages do: random text would take the same page half as long again to compress, and make it easier to keep up.
"""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from statistics import quantiles
from string import ascii_letters, digits
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any, NamedTuple
from urllib.parse import urlencode

CITIES = 218


def _drawing(number: int) -> str:
    """Something like a city on a map, and a piece of its coast."""
    chance = Random(number)
    x, y, *coast = (f"{chance.uniform(0, 99):.1f}" for _ in range(14))
    name = "".join(chance.choices("adeghilmnorstu", k=8)).capitalize()
    house = f'<path class="house seat-{chance.randrange(6)}" d="M-4.8-4.8h9.6v9.6h-9.6z"/>'
    return (
        f'<path class="coast" d="M{" ".join(coast)}z"/><g class="city" id="city-{number}" role="img"'
        f' transform="translate({x} {y})"><title>{name}</title><rect class="capsule" rx="7.5"/>{house}</g>\n'
    )


TEXT = f'<svg viewBox="0 0 1000 1000">{"".join(map(_drawing, range(CITIES)))}</svg>'
"""60 kB of drawings."""

SECRET = "".join(Random("secret").choices(ascii_letters + digits, k=32))
"""What proves that a form was sent from a page of the site, which the visitor's browser keeps in a cookie."""

FIRST = (20, 1)
"""How many requests nobody counts, while templates are compiled and tables read for the first time; and if small."""


class Spent(NamedTuple):
    """What a request took, in milliseconds: from its start to its end, and of this process alone."""

    passed: float
    worked: float


class Figures(NamedTuple):
    """Milliseconds of many requests."""

    p50: float
    p95: float


@contextmanager
def site() -> Iterator[None]:
    """A site for this process alone, empty at first: on SQLite, or in the PostgreSQL that is at hand for it."""
    with TemporaryDirectory(prefix="powergrid-pages-") as folder:
        os.environ |= {"DEVELOPMENT": "true", "VAR_DIR": folder, "BROKER_URL": "memory://", "RATE_LIMITS": "off"}
        os.environ["DJANGO_SETTINGS_MODULE"] = "tests.benchmarks.bare_settings"
        import django
        from django.core.management import call_command
        from django.db import connection

        django.setup()
        call_command("migrate", verbosity=0, skip_checks=True)
        call_command("createcachetable")
        try:
            yield
        finally:
            connection.close()


def machine() -> str:
    """What it is measured on, in words."""
    from django.db import connection

    cpu = Path("/proc/cpuinfo")
    lines = cpu.read_text().splitlines() if cpu.exists() else []
    model = next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "unknown CPU")
    load = os.getloadavg()[0]
    return f"{model}, {len(os.sched_getaffinity(0))} cores, load {load:.1f}, {connection.vendor}"


def figures(times: list[float]) -> Figures:
    cuts = quantiles(times, n=100, method="inclusive")
    return Figures(cuts[49], cuts[94])


class Visitor:
    """Somebody who is logged in, and what their requests take. ``user`` is None for somebody who is not."""

    def __init__(self, user: object, *, compressed: bool = True) -> None:
        from django.conf import settings
        from django.test import Client

        from powergrid.wsgi import application

        self.application: Any = application
        client = Client()
        if user is not None:
            client.force_login(user)  # type: ignore[arg-type]  # no model is known before the site is
        client.cookies[settings.CSRF_COOKIE_NAME] = SECRET  # as whoever has seen a form before has
        cookies = "; ".join(f"{name}={morsel.value}" for name, morsel in client.cookies.items())
        self.headers: dict[str, Any] = {"SERVER_NAME": settings.ALLOWED_HOSTS[0], "HTTP_COOKIE": cookies}
        if compressed:
            self.headers["HTTP_ACCEPT_ENCODING"] = "gzip, deflate, br"

    def get(self, path: str, *, status: int = 200) -> Spent:
        """Ask for a page, all of it.

        :raises RuntimeError: it is answered otherwise, so that there is nothing to measure.
        """
        from django.test import RequestFactory

        return self._spend(RequestFactory(**self.headers).get(path).environ, status)

    def post(self, path: str, fields: Sequence[tuple[str, str]], *, status: int = 302) -> Spent:
        """Send a form, as a page without scripts does.

        :raises RuntimeError: as above.
        """
        from django.test import RequestFactory

        form = urlencode([*fields, ("csrfmiddlewaretoken", SECRET)])
        request = RequestFactory(**self.headers).post(path, form, content_type="application/x-www-form-urlencoded")
        return self._spend(request.environ, status)

    def _spend(self, environ: dict[str, Any], status: int) -> Spent:
        statuses: list[str] = []
        began, worked = perf_counter(), process_time()
        answer = self.application(environ, lambda status, *_: statuses.append(status))
        self.size = sum(len(chunk) for chunk in answer)
        answer.close()
        spent = Spent((perf_counter() - began) * 1e3, (process_time() - worked) * 1e3)
        if not statuses[0].startswith(str(status)):
            raise RuntimeError(f"{environ['PATH_INFO']} is answered with {statuses[0]}.")
        return spent

    def queries(self, path: str) -> int:
        """How many queries a page takes."""
        from django.db import connection
        from django.test.utils import CaptureQueriesContext

        with CaptureQueriesContext(connection) as captured:
            self.get(path)
        return len(captured)
