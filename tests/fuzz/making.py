"""Making up requests."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random
from urllib.parse import quote, quote_from_bytes, quote_plus

from django import forms

from tests.fuzz import values
from tests.fuzz.pages import Form, Page
from tests.worlds import ROLES, World, routes

_ROOT = Path(__file__).parents[2]
_APPS = ("accounts", "games", "announcements", "matchmaking", "notifications", "talk", "powergrid")
_MOST_LINKS = 400
_BOUNDARY = "b0undary"


@dataclass
class Request:
    """A request as it goes to the site, and whose session goes along."""

    role: str
    method: str
    path: str
    """As in an address: encoded, if at all, by percent signs."""
    query: str = ""
    body: bytes = b""
    content_type: str = ""
    headers: dict[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        body = repr(self.body if len(self.body) < 600 else self.body[:600] + b"...")
        query = f"?{self.query}" if self.query else ""
        return f"{self.role}: {self.method} {self.path}{query} {self.content_type!r} {self.headers} {body}"


class Maker:
    """Makes up requests from addresses, and from what pages of this world had to offer."""

    def __init__(self, random: Random, world: World) -> None:
        self.random = random
        self.world = world
        self.forms: dict[tuple[str, str], Form] = {}
        self.links: list[str] = []
        self.shown_only: set[str] = set()
        self.targets = ["action-panel", "composed", "planning", "plan-costs", "lobby-tables", "maps", "table"]

    def learn(self, role: str, address: str, html: str) -> None:
        """Keep what a page offers: of each form the latest."""
        page = Page(html)
        for form in page.forms:
            self.forms[role, (form.action or address).partition("#")[0]] = form
        found = [link for link in page.links if not link.startswith("/static/")]
        for link in self.random.sample(found, min(8, len(found))):
            self._keep(link if link.startswith("/") else address + link)
        self.targets = list(dict.fromkeys([*self.targets, *page.targets]))[:60]

    def look(self) -> Request:
        """A request by which to see a page with forms."""
        role = self.random.choice(ROLES)
        if self.links and self.random.random() < 0.5:
            path, _, query = self.random.choice(self.links).partition("?")
            return Request(role, "GET", path, query.partition("#")[0])
        return Request(role, "GET", self._address(is_hostile=False))

    def make(self) -> Request:
        """A request that may be anything."""
        random = self.random
        if random.random() < 0.12:
            return self._get()
        role, path, fields = self._form() if self.forms and random.random() < 0.6 else self._made_up()
        path, _, query = path.partition("?")
        if random.random() < 0.1:
            query = self._query()
        body, content_type = self._body(fields)
        return Request(role, "POST", path, query, body, content_type, self._headers(path))

    def _keep(self, link: str) -> None:
        if len(self.links) < _MOST_LINKS:
            self.links.append(link)
        else:
            self.links[self.random.randrange(_MOST_LINKS)] = link

    def _get(self) -> Request:
        method = self.random.choice(("GET", "GET", "GET", "GET", "HEAD", "PUT", "OPTIONS", "DELETE"))
        path = self._address()
        query = self._query()
        if self.links and self.random.random() < 0.3:
            path, _, query = self.random.choice(self.links).partition("?")
            query = f"{query}&{self._query()}"
        return Request(self._role(path), method, path, query, headers=self._headers(path))

    def _form(self) -> tuple[str, str, list[tuple[str, str]]]:
        """A form of a page, with as much of it changed as may still lead somewhere."""
        random = self.random
        (role, action), form = random.choice([*self.forms.items()])
        if random.random() < 0.1:
            role = random.choice(ROLES)
        chosen: dict[str, list[str]] = {}
        for name, value in form.fields:
            chosen.setdefault(name, []).append(value)
        fields = [(name, random.choice(offered)) for name, offered in chosen.items() if name != "csrfmiddlewaretoken"]
        for _ in range(random.choice((0, 0, 1, 1, 1, 2, 5))):
            if not fields:
                break
            place = random.randrange(len(fields))
            name, value = fields[place]
            match random.randrange(5):
                case 0:
                    del fields[place]
                case 1:
                    fields.append((name, value))
                case 2:
                    fields.append((random.choice(field_names()), values.text(random)))
                case _:
                    fields[place] = (name, self._value(name))
        return role, action, fields

    def _made_up(self) -> tuple[str, str, list[tuple[str, str]]]:
        names = field_names()
        fields = [(name, self._value(name)) for name in self.random.choices(names, k=self.random.randrange(9))]
        if self.random.random() < 0.4:
            fields.insert(0, ("action", self.random.choice(values.ACTIONS)))
        if self.random.random() < 0.02:
            fields = fields * 300
        path = self._address(is_sent=True)
        return self._role(path), path, fields

    def _value(self, name: str) -> str:
        random = self.random
        if name in {"text", "file"} and random.random() < 0.4:
            return values.damaged(random, self.world.words["record"])
        if name == "action":
            return random.choice((*values.ACTIONS, values.text(random)))
        return values.number(random) if random.random() < 0.4 else values.text(random)

    def _role(self, path: str) -> str:
        """Who asks: pages for those who run the site are mostly asked for by them."""
        is_theirs = path.startswith("/admin/") and self.random.random() < 0.8
        return "staff" if is_theirs else self.random.choice((*ROLES, "seat", "host", "other seat"))

    def _address(self, *, is_hostile: bool = True, is_sent: bool = False) -> str:
        random = self.random
        if is_hostile and random.random() < 0.01:
            return "/" + quote(values.text(random)[:2000], errors="surrogatepass")
        while True:
            name, route = random.choice(known_routes())
            is_rare = name.startswith("admin:") or (is_sent and name in self.shown_only)
            if not is_rare or random.random() < 0.15:
                break
        is_odd = is_hostile and random.random() < 0.1
        return "/" + re.sub(r"<(?:(\w+):)?(\w+)>", lambda slot: self._fill(slot[1], slot[2], is_odd), route)

    def _fill(self, kind: str | None, name: str, is_odd: bool) -> str:
        random = self.random
        if is_odd:
            return quote(values.number(random)[:6000], safe="", errors="surrogatepass")
        if kind == "int":
            return str(random.randint(0, 9))
        words = [*self.world.words.items()]
        known = [word for title, word in words if title in name or name == "token" or title == "feed"]
        known += ["classic", "recharged", "germany", "Ana", "Bob", "1", "2", "3", "4", "5", "games"]
        word = random.choice(known)
        return quote(word if len(word) < 500 else "x")

    def _query(self) -> str:
        random = self.random
        if random.random() < 0.5:
            return ""
        if random.random() < 0.1:
            return random.choice(("\xff\xfe", "%", "%zz", "&&&==", "a" * 9000, "a=1;b=2", "%00", "a&" * 1200))
        names = random.choices(field_names(), k=random.randrange(1, 5))
        return self._encoded([(name, self._value(name)[:3000]) for name in names])

    def _headers(self, path: str) -> dict[str, str]:
        random, headers = self.random, {}
        if random.random() < 0.4:
            headers["HX-Request"] = random.choice(("true", "true", "true", "false", "\xff"))
            headers["HX-Target"] = random.choice((*self.targets, "\xff", "x" * 5000))
            headers["HX-Current-URL"] = random.choice(
                (f"http://localhost{path}", f"http://localhost{path}?{self._query()}", "http://[", "", "\xff", "%")
            )
            if random.random() < 0.1:
                headers["HX-Current-URL-URI-AutoEncoded"] = headers["HX-Target-URI-AutoEncoded"] = "true"
            if random.random() < 0.1:
                headers["HX-Trigger"] = headers["HX-Prompt"] = random.choice(("x" * 900, "\xff", "{", "%ff"))
                headers["Triggering-Event"] = random.choice(("{", "[" * 5000, "NaN", "\xff"))
        odd: dict[str, Callable[[], str]] = {
            "Referer": lambda: random.choice(("http://[", "http://localhost/", "\xff", "//x")),
            "Cookie": lambda: random.choice(
                ("x" * 20_000, 'a="\\000"', "=;=;", "messages=x:y:z", 'sessionid="aaaaaaaa\\000"')
            ),
            "Accept-Encoding": lambda: random.choice(("gzip", "br", "gzip;q=nan", "\xff", "*;q=0")),
            "Accept-Language": lambda: random.choice(("de", "x" * 600, "\xff", "en;q=1e999")),
            "If-None-Match": lambda: random.choice(('"x"', "*", "\xff", 'W/"')),
            "If-Modified-Since": lambda: random.choice(("x", "Mon, 99 Foo 0000 99:99:99 GMT", "0")),
            "User-Agent": lambda: random.choice(("", "\xff" * 300, "Firefox/1 Linux")),
            "Range": lambda: "bytes=9-1",
            "X-Forwarded-For": lambda: random.choice(("x", "::::", "1.2.3.4, \xff")),
            "X-Request-ID": lambda: random.choice(("x" * 5000, "\xff", "a b", "")),
            "X-HTTP-Method-Override": lambda: "DELETE",
            "Content-Encoding": lambda: "gzip",
            "Authorization": lambda: random.choice(("Basic x", "Basic \xff", "Bearer x", "Basic Og==")),
        }
        if random.random() < 0.15:
            name = random.choice(list(odd))
            headers[name] = odd[name]()
        return headers

    def _body(self, fields: list[tuple[str, str]]) -> tuple[bytes, str]:
        random, roll = self.random, self.random.random()
        if roll < 0.78:
            return self._encoded(fields).encode("latin-1"), "application/x-www-form-urlencoded"
        if roll < 0.9:
            return self._multipart(fields), f"multipart/form-data; boundary={_BOUNDARY}"
        if roll < 0.94:
            document = str(values.data(random)).encode(errors="surrogatepass")
            return document, random.choice(("application/json", "application/x-www-form-urlencoded"))
        if roll < 0.97:
            whole = self._multipart(fields)
            cut = whole[: random.randrange(len(whole) + 1)] + random.randbytes(random.randrange(30))
            return cut, random.choice((f"multipart/form-data; boundary={_BOUNDARY}", *values.CONTENT_TYPES))
        return random.randbytes(random.randrange(300)), random.choice(values.CONTENT_TYPES)

    def _encoded(self, fields: list[tuple[str, str]]) -> str:
        """The fields as forms send them; now and then with what is no UTF-8."""
        pairs = [f"{_quoted(name)}={_quoted(value)}" for name, value in fields]
        if self.random.random() < 0.03:
            pairs.append(
                quote_from_bytes(self.random.randbytes(8)) + "=" + quote_from_bytes(self.random.randbytes(20))
            )
        return "&".join(pairs)

    def _multipart(self, fields: list[tuple[str, str]]) -> bytes:
        random, parts = self.random, []
        for name, value in fields:
            file = ""
            if name == "file" or random.random() < 0.1:
                file = f'; filename="{random.choice(("a.json", "../x", "", "x" * 500, chr(0), "%ff"))}"'
            head = f'--{_BOUNDARY}\r\nContent-Disposition: form-data; name="{name}"{file}\r\n'
            if random.random() < 0.05:
                head += random.choice(
                    (
                        "Content-Transfer-Encoding: base64\r\n",
                        "Content-Type: x\r\n",
                        "X: \xff\r\n",
                        "Content-Type: a; charset=hex\r\n",
                    )
                )
            parts.append(f"{head}\r\n{value}\r\n".encode(errors="surrogatepass"))
        return b"".join(parts) + f"--{_BOUNDARY}--\r\n".encode()


def _quoted(text: str) -> str:
    return quote_plus(text, errors="surrogatepass")


@cache
def known_routes() -> list[tuple[str, str]]:
    """All addresses with their names, and slots such as ``<int:pk>`` in them."""
    return [(name, re.sub(r"\(\?P(<\w+>)[^()]*\)|[\^$]|\\Z", r"\1", route)) for name, route, _ in routes()]


@cache
def field_names() -> list[str]:
    """The names of all fields that the code of the site asks for."""
    asked = re.compile(r"""(?:GET|POST|fields|sent)(?:\.get|\.getlist)?[(\[]"([\w-]+)"|read_count\(\S+ "(\w+)"\)""")
    names = {
        "csrfmiddlewaretoken",
        "next",
        "email",
        "login",
        "password",
        "_popup",
        "_to_field",
        "q",
        "o",
        "p",
        "e",
        "all",
    }
    for app in _APPS:
        for file in (_ROOT / app).rglob("*.py"):
            names |= {first or second for first, second in asked.findall(file.read_text())}
    todo = [*forms.BaseForm.__subclasses__()]
    while todo:
        form = todo.pop()
        names |= {*getattr(form, "base_fields", ())}
        todo += form.__subclasses__()
    return sorted(names)
