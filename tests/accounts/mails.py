"""What the tests of this room read in mails."""

import re
from urllib.parse import urlsplit

from django.core.mail import EmailMessage


def link_in(mail: EmailMessage) -> str:
    """The path of the only link in a mail."""
    (link,) = re.findall(r"https?://\S+/\S+", str(mail.body))
    return str(urlsplit(link).path)
