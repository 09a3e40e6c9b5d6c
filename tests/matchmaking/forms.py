"""The form for a new table as a browser has it."""

from html.parser import HTMLParser

from django.test import Client
from django.urls import reverse

CREATE = reverse("matchmaking:create")


class FormReader(HTMLParser):
    """Reads what a browser would send of the form for a new table."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.is_inside = False
        self.sent: dict[str, object] = {}
        self.feed(page)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        its = dict(attributes)
        if tag == "form":
            self.is_inside = its.get("id") == "table-form"
        if (
            tag == "input"
            and "name" in its
            and self.is_inside
            and (its["type"] not in {"radio", "checkbox"} or "checked" in its)
        ):
            self.sent[str(its["name"])] = its.get("value", "")


def as_it_comes(client: Client, **wishes: str) -> dict[str, object]:
    """What the form sends when nobody touches it, where the address has these wishes."""
    return FormReader(client.get(CREATE, wishes).content.decode()).sent
