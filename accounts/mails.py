"""The look of mails about accounts: what they say is written once, as text, and shown as HTML from that."""

import re
from dataclasses import dataclass

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string

SIGNATURE = "\n-- \n"


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Some words, or a link that stands alone."""

    words: str

    @property
    def is_link(self) -> bool:
        return re.fullmatch(r"https?://\S+", self.words) is not None


def add_html(mail: EmailMultiAlternatives) -> None:
    """Give a mail that has text alone the same words as HTML. Links on a line of their own become buttons."""
    body, _, signature = str(mail.body).partition(SIGNATURE)
    context = {
        "site_url": settings.SITE_URL,
        "subject": mail.subject,
        "paragraphs": [Paragraph(words.strip()) for words in re.split(r"\n\s*\n", body) if words.strip()],
        "signature": " · ".join(signature.split("\n")),
    }
    mail.attach_alternative(render_to_string("account/email/message.html", context), "text/html")
