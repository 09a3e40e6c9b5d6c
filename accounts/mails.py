"""The mails about accounts: what they say is written once, as text, and shown as HTML from that."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string

from accounts import words

SIGNATURE = "\n-- \n"
CHANGED = "account/email/changed"


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Some words, or a link that stands alone."""

    words: str

    @property
    def is_link(self) -> bool:
        return re.fullmatch(r"https?://\S+", self.words) is not None


def text_of(name: str, context: Mapping[str, Any]) -> str:
    """The text of a mail: of its own template, or of the one for all that tell of a change to an account."""
    given = {**context, "kind": name}
    if name in words.CHANGES:
        name, given["change"] = CHANGED, str(words.CHANGES[name]).format_map(context)
    return render_to_string(f"{name}.txt", given).strip()


def add_html(mail: EmailMultiAlternatives) -> None:
    """Give a mail that has text alone the same words as HTML. Links on a line of their own become buttons."""
    body, _, signature = str(mail.body).partition(SIGNATURE)
    context = {
        "site_url": settings.SITE_URL,
        "subject": mail.subject,
        "paragraphs": [Paragraph(part.strip()) for part in re.split(r"\n\s*\n", body) if part.strip()],
        "signature": " · ".join(signature.split("\n")),
    }
    mail.attach_alternative(render_to_string("account/email/message.html", context), "text/html")
