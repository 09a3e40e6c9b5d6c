"""Mail addresses and names of servers: one spelling for each, in the letters that travel.

A domain may be written in any letters (IDNA 2008). Python's own codec follows the rules of 2003, by which faß.de is
fass.de, another one.
"""

import unicodedata

import idna
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.translation import gettext as _

LONGEST = 254
"""How long an address can be in a mail (RFC 5321), and in the database."""


def in_ascii(host: str) -> str:
    """The name of a server as it is looked up.

    >>> in_ascii("Faß.de")
    'xn--fa-hia.de'

    :raises ValueError: there can be no such name.
    """
    if not host.isascii():
        host = idna.encode(host, uts46=True).decode()
    return host.encode("idna").decode().lower()  # of ASCII this refuses only parts that are empty or too long


def canonical(email: str) -> str:
    """The one spelling of a mailbox by which it is stored and found.

    >>> canonical("Ana@Faß.de")
    'ana@xn--fa-hia.de'

    :raises ValidationError: with a sentence for the person; its code is "invalid" where no more can be said.
    """
    local, _at, domain = unicodedata.normalize("NFC", email.strip()).rpartition("@")
    if not local.isascii():
        words = _(
            "Our mails reach only addresses with plain letters before the @, without accents or umlauts. Use another"
            " one."
        )
        raise ValidationError(words, code="letters")
    try:
        address = f"{local}@{in_ascii(domain)}".lower()
    except ValueError as fault:
        words = _("Nothing behind the @ can be called %(domain)s. Check it for typing errors.")
        raise ValidationError(words, code="domain", params={"domain": domain}) from fault
    if len(address) > LONGEST:
        words = _("This address is too long: mails reach none of more than %(longest)d characters.")
        raise ValidationError(words, code="length", params={"longest": LONGEST})
    validate_email(address)
    return address


def shown(email: str | None) -> str:
    """An address in the letters that its owner knows; empty where there is none.

    >>> shown("ana@xn--fa-hia.de")
    'ana@faß.de'
    """
    email = email or ""
    local, at, domain = email.rpartition("@")
    try:
        return f"{local}{at}{idna.decode(domain)}" if "xn--" in domain else email
    except idna.IDNAError:
        return email
