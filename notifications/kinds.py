"""What an alert says: each kind of alert has a builder, registered by the app that knows its content."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Self
from urllib.parse import urlsplit

from django.conf import settings
from django.template import Context, Engine

from notifications.models import Alert


@dataclass(frozen=True, slots=True)
class Message:
    """The content of an alert, ready to be sent."""

    subject: str
    text: str
    html: str
    headers: Mapping[str, str] = field(default_factory=dict)
    """Further mail headers, such as those that keep the mails of one game in one thread."""

    @classmethod
    def from_templates(cls, kind: str, context: Mapping[str, Any], headers: Mapping[str, str] | None = None) -> Self:
        """Render ``subject.txt``, ``body.txt`` and ``body.html`` of ``templates/notifications/<kind>/``.

        The templates also get ``site_url``, which links have to begin with. What a ``.txt`` template shows is not
        escaped, for it is no HTML. A subject is brought onto one line; gaps that tags leave in a text are closed.
        """

        def render(name: str, *, autoescape: bool) -> str:
            template = Engine.get_default().get_template(f"notifications/{kind}/{name}")
            return template.render(Context({"site_url": settings.SITE_URL, **context}, autoescape=autoescape))

        return cls(
            subject=" ".join(render("subject.txt", autoescape=False).split()),
            text=re.sub(r"\n{3,}", "\n\n", render("body.txt", autoescape=False)).strip() + "\n",
            html=render("body.html", autoescape=True),
            headers=headers or {},
        )


Builder = Callable[[Alert], Message | None]
"""Writes the message of an alert, or answers None where it is no longer needed."""

builders: dict[str, Builder] = {}


def register(kind: str, builder: Builder) -> None:
    """Name the builder of a kind of alert; called once per kind, when its app is ready."""
    if kind in builders:
        raise ValueError(f"The kind {kind!r} already has a builder.")
    builders[kind] = builder


def message_id(name: str) -> str:
    """An id for mail headers such as ``References``, from a name that is unique on this site."""
    return f"<{name}@{urlsplit(settings.SITE_URL).hostname}>"
