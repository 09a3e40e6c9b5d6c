"""What the tests of this room read in mails."""

import re
from urllib.parse import urlsplit

from django.core.mail import EmailMessage, EmailMultiAlternatives


def link_in(mail: EmailMessage) -> str:
    """The path of the only link in a mail."""
    (link,) = re.findall(r"https?://\S+/\S+", str(mail.body))
    return str(urlsplit(link).path)


def html_of(mail: EmailMessage) -> str:
    """The same mail as HTML."""
    assert isinstance(mail, EmailMultiAlternatives)
    ((html, kind),) = mail.alternatives
    assert kind == "text/html"
    return str(html)
