"""A browser without script: it follows where it is led, and sends forms as they stand on the page."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from unittest import mock

import requests
from requests.adapters import HTTPAdapter

from tests.operations.machine import HOST

SITE = f"https://{HOST}"
AUTHORITY = Path("/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt")
"""Of the certificates that Caddy makes by itself."""

CONFIRM = "/accounts/confirm-email/"

TIMEOUT = 40


@dataclass
class Form:
    action: str
    fields: dict[str, str] = field(default_factory=dict)


class Page(HTMLParser):
    """What of a page is of use: its forms with what stands in them, and its files."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.files: list[str] = []
        self.values: dict[str, str] = {}
        """What fields outside any form show, by their ids."""
        self._form: Form | None = None
        self._select = ""
        self.html = html
        self.feed(html)

    def form(self, action: str) -> Form:
        """The first form whose address begins so: links in mails are signed anew on their pages."""
        found = [form for form in self.forms if form.action.startswith(action)]
        assert found, f"No form for {action} is on this page:\n{self.html}"
        return found[0]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = {name: value or "" for name, value in attrs}
        match tag:
            case "form":
                self._form = Form(known.get("action", ""))
                self.forms.append(self._form)
            case "link" | "script" if (file := known.get("href") or known.get("src") or "").startswith("/static/"):
                self.files.append(file)
            case "input" if self._form is None:
                self.values[known.get("id", "")] = known.get("value", "")
            case _ if self._form:
                self._read_field(self._form, tag, known)

    def _read_field(self, form: Form, tag: str, known: dict[str, str]) -> None:
        name, value = known.get("name", ""), known.get("value", "")
        match tag:
            case "input" if known.get("type") not in {"checkbox", "radio"} or "checked" in known:
                form.fields[name] = value
            case "textarea":
                form.fields[name] = ""
            case "select":
                self._select = name
            case "option" if self._select not in form.fields or "selected" in known:
                form.fields[self._select] = value

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None


class Browser:
    """One browser, at an address of the loopback of its own, so that the site takes it for one of many.

    :param number: of the address.
    """

    def __init__(self, number: int) -> None:
        self.session = requests.Session()
        self.session.trust_env = False
        self.session.verify = str(AUTHORITY)
        self.session.mount("https://", _From(f"127.0.1.{number}"))

    def get(self, path: str) -> requests.Response:
        return self.session.get(f"{SITE}{path}", timeout=TIMEOUT, allow_redirects=False)

    def post(self, path: str, fields: Any) -> requests.Response:
        """Send a form, with the token that this browser has, as from a page of the site."""
        token = self.session.cookies.get("__Host-csrftoken") or ""
        return self.session.post(
            f"{SITE}{path}",
            data=[("csrfmiddlewaretoken", token), *(fields.items() if isinstance(fields, dict) else fields)],
            headers={"Referer": f"{SITE}{path}"},
            timeout=TIMEOUT,
            allow_redirects=False,
        )

    def open(self, path: str, password: str = "") -> Page:
        """Look at a page that has to be there; where it wants to be sure who asks, say so by password."""
        answer = self.get(path)
        if password and answer.headers.get("Location", "").startswith("/accounts/reauthenticate/"):
            path = self.fill_in(answer.headers["Location"], "/accounts/reauthenticate/", password=password)
            answer = self.get(path)
        assert answer.status_code == 200, f"{path}: {answer.status_code} {answer.headers.get('Location', '')}"
        return Page(answer.text)

    def fill_in(self, path: str, action: str = "", **values: str) -> str:
        """Open a page and send its form, with some fields filled in; where that leads."""
        form = self.open(path).form(action or path)
        answer = self.post(form.action, {**form.fields, **values})
        assert answer.status_code == 302, f"{form.action}: {answer.status_code} {answer.text}"
        return answer.headers["Location"].removeprefix(SITE)

    def confirm(self, link: str) -> None:
        """Follow the link of a mail, and say that the address is yours."""
        self.fill_in(link, CONFIRM)


class _From(HTTPAdapter):
    """Sends from an address."""

    def __init__(self, address: str) -> None:
        self.address = address
        super().__init__(pool_maxsize=1)

    def init_poolmanager(self, *arguments: Any, **options: Any) -> None:
        super().init_poolmanager(*arguments, **options, source_address=(self.address, 0))


@contextmanager
def names_lead_here() -> Iterator[None]:
    """Have the name of the site lead to this machine."""
    look_up = socket.getaddrinfo

    def looked_up(host: Any, *more: Any, **options: Any) -> Any:
        return look_up("127.0.0.1" if host == HOST else host, *more, **options)

    with mock.patch.object(socket, "getaddrinfo", looked_up):
        yield
