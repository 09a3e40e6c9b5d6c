"""Display names: what they may be made of, and how one changes."""

import unicodedata
from itertools import groupby

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from accounts import belongings
from accounts.models import User

SHORTEST = 2
LONGEST = 30
SIGNS = "'’.-_"
"""Allowed between letters and digits, beside the space."""

MOST_MARKS = 4
"""How many accents and vowel signs one letter may carry: no writing needs more, and they climb out of their line."""

UNSEEN = {0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0}.union(
    range(0x180B, 0x1810), range(0xFE00, 0xFE10)
)
"""Letters, signs and marks by Unicode's book that show nothing: two names could look the same."""


class NameTaken(Exception):
    """Somebody else has this name."""


def tidy(text: str) -> str:
    """A name as it is stored: one form for each letter, single spaces.

    >>> tidy("  Ana   Ｍaria ")
    'Ana Maria'
    """
    return " ".join(unicodedata.normalize("NFKC", text).split())


def check(name: str) -> None:
    """Refuse a tidied name that others could not read, or could take for another.

    >>> check("Ana-Maria O’Neill 2")

    :raises ValidationError: with a sentence for the person.
    """
    if not SHORTEST <= len(name) <= LONGEST:
        raise ValidationError(
            _("A name has %(shortest)d to %(longest)d characters; this one has %(length)d."),
            params={"shortest": SHORTEST, "longest": LONGEST, "length": len(name)},
        )
    if not name[0].isalnum():
        raise ValidationError(_("A name begins with a letter or a digit."))
    if not all(_is_readable(character) for character in name):
        raise ValidationError(
            _("A name is made of letters, digits, spaces and %(signs)s"), params={"signs": " ".join(SIGNS)}
        )
    if _most_marks(name) > MOST_MARKS:
        raise ValidationError(
            _("A letter of a name carries at most %(most)d accents, or it climbs out of its line."),
            params={"most": MOST_MARKS},
        )


def _is_readable(character: str) -> bool:
    if character == " " or character in SIGNS:
        return True
    return unicodedata.category(character)[0] in "LMN" and ord(character) not in UNSEEN


def _most_marks(name: str) -> int:
    """How many accents and the like follow each other at most."""
    runs = groupby(name, key=lambda character: unicodedata.category(character).startswith("M"))
    return max((len(list(run)) for are_marks, run in runs if are_marks), default=0)


def is_free(name: str, *, besides: User | None = None) -> bool:
    """Whether nobody has this name, in whatever case."""
    holders = User.objects.filter(name__iexact=name)
    if besides is not None:
        holders = holders.exclude(pk=besides.pk)
    return not holders.exists()


def rename(user: User, name: str) -> None:
    """Give the user another name, checked before; what shows it elsewhere follows.

    :raises NameTaken: somebody else was faster; nothing is stored.
    """
    try:
        with transaction.atomic():
            renamed = User.objects.get(pk=user.pk)
            renamed.name = name
            renamed.save(update_fields=["name"])
            belongings.rename(renamed)
    except IntegrityError as error:
        raise NameTaken from error
    user.name = name
