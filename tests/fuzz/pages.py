"""What a page offers to be sent and asked for: its forms with their fields, and its links."""

from dataclasses import dataclass, field
from html.parser import HTMLParser


@dataclass
class Form:
    """A form as a browser would send it: of things to choose from, all that can be chosen."""

    action: str
    method: str
    fields: list[tuple[str, str]] = field(default_factory=list)
    kinds: dict[str, str] = field(default_factory=dict)


class Page(HTMLParser):
    """A page that is read for its forms and links."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.links: list[str] = []
        self.targets: list[str] = []
        self._form: Form | None = None
        self._choosing = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = {name: value or "" for name, value in attrs}
        for name in ("href", "hx-get"):
            if known.get(name, "").startswith(("/", "?")):
                self.links.append(known[name])
        if "hx-target" in known:
            self.targets.append(known["hx-target"].lstrip("#"))
        if "hx-post" in known and tag != "form":
            self.forms.append(Form(known["hx-post"], "POST"))
        if tag == "form":
            self._form = Form(known.get("action", ""), known.get("method", "get").upper())
            self.forms.append(self._form)
        elif self._form and tag in {"input", "button", "textarea", "select"} and known.get("name"):
            self._choosing = known["name"] if tag == "select" else ""
            self._form.fields.append((known["name"], known.get("value", "")))
            self._form.kinds[known["name"]] = known.get("type", tag)
        elif self._form and tag == "option" and self._choosing:
            self._form.fields.append((self._choosing, known.get("value", "")))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None
        elif tag == "select":
            self._choosing = ""
