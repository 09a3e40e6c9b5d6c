"""Display names: what they may be made of, and how one changes."""

import re
import unicodedata
from collections.abc import Iterable
from datetime import datetime, timedelta
from itertools import count, groupby

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet, Value
from django.db.models.functions import Lower
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from accounts import belongings
from accounts.models import RetiredName, User, key_of

SHORTEST = 2
LONGEST = 30
SIGNS = "'’.-_"  # allowed between letters and digits, beside the space

MOST_MARKS = 4
"""How many accents and vowel signs one letter may carry: no writing needs more, and they climb out of their line."""

UNSEEN = {0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0}.union(
    range(0x180B, 0x1810), range(0xFE00, 0xFE10)
)
"""Letters, signs and marks by Unicode's book that show nothing: two names could look the same."""

EAST_ASIAN = frozenset({"HAN", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO"})
"""Writings that go together, and with Latin letters."""

OF_ALL = frozenset({"DIGIT", "MODIFIER"})
"""How Unicode calls what no alphabet has for itself: the digits from 0 to 9, and signs such as the ʻ of Oʻahu."""

FORMER = "Former player"
"""What people who have left are called, with a number that tells them apart. Nobody can call themselves so."""

OF_OPERATORS = (
    *("admin", "admins", "administrator", "administrators", "sysadmin", "webmaster", "postmaster"),
    *("moderator", "moderators", "operator", "operators", "staff", "support"),
)
"""Words by which a person would be taken for one who runs the site, wherever in a name they stand."""

RESERVED = [
    *("mod", "mods", "system", "root", "owner", "team", "official", "security", "help", "helpdesk"),
    *("you", "yourself", "nobody", "everybody", "everyone", "guest"),
]
"""Whole names that pages give to others, or to nobody in particular. Other rooms add theirs: see :func:`reserve`."""

SITE = "powergrid"

_LINK = re.compile(r"\.(?=\S)|\b(www|https?|mailto)\b", re.IGNORECASE)
"""Of what is left of addresses within a name, that by which mail programs still know them."""

_STAND_INS = str.maketrans("01l5", "oiis")  # "Adm1n" and "Admln" are read as "Admin"

RETIRED_FOR = timedelta(days=365)  # how long nobody can have the name of a person who has left, and be taken for them


class NameTaken(Exception):
    """Another person has this name."""


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
        words = _("A name has %(shortest)d to %(longest)d characters; this one has %(length)d.")
        raise ValidationError(words, params={"shortest": SHORTEST, "longest": LONGEST, "length": len(name)})
    if not name[0].isalnum():
        raise ValidationError(_("A name begins with a letter or a digit."))
    if not all(_is_readable(character) for character in name):
        words = _("A name is made of letters, digits, spaces and %(signs)s")
        raise ValidationError(words, params={"signs": " ".join(SIGNS)})
    if not _is_of_one_alphabet(name):
        words = _("Use letters of one alphabet: those of two can look the same, such as the Latin A and Cyrillic А.")
        raise ValidationError(words)
    if _LINK.search(name):
        words = _("Mail programs would make a link of this name. Put a space behind each dot, and leave out “www”.")
        raise ValidationError(words)
    _refuse_reserved(name)
    if name.casefold().startswith(FORMER.casefold()):
        words = _("Players who have left are called %(former)s. Choose another name.")
        raise ValidationError(words, params={"former": FORMER})
    if _most_marks(name) > MOST_MARKS:
        words = _("A letter of a name can carry at most %(most)d accents.")
        raise ValidationError(words, params={"most": MOST_MARKS})


def reserve(names: Iterable[str]) -> None:
    """Let no person have names by which pages call others."""
    RESERVED.extend(names)


def without_links(name: str) -> str:
    """A name for mails to strangers: those from before the rule, and those that staff give, may look like a link.

    >>> without_links("evil.example")
    'evil. example'
    """
    return _LINK.sub(lambda found: found[0] + " " * (found[0] == "."), name)


def _refuse_reserved(name: str) -> None:
    words = _words_at_a_glance(name)
    together = "".join(words)
    if SITE in together or not {*words}.isdisjoint(map(_at_a_glance, OF_OPERATORS)):
        raise ValidationError(_("You could be taken for somebody who runs the site. Choose another name."))
    if together in map(_at_a_glance, RESERVED):
        raise ValidationError(_("The site uses this name itself, for bots or in its sentences. Choose another one."))


def _at_a_glance(name: str) -> str:
    return "".join(_words_at_a_glance(name))


def _words_at_a_glance(name: str) -> list[str]:
    """What a reader in a hurry sees of a name: its words without accents, and without numbers behind them.

    >>> _words_at_a_glance("The_Trust 2"), _words_at_a_glance("Adm1n"), _words_at_a_glance("Ampère")
    (['the', 'trust'], ['admin'], ['ampere'])
    """
    bare = "".join(sign for sign in unicodedata.normalize("NFKD", key_of(name)) if not unicodedata.combining(sign))
    words = (word.rstrip("0123456789") for word in re.split(r"[\W_]+", bare))
    return [word.translate(_STAND_INS) for word in words if word]


def _is_readable(character: str) -> bool:
    if character == " " or character in SIGNS:
        return True
    return unicodedata.category(character)[0] in "LMN" and ord(character) not in UNSEEN


def _is_of_one_alphabet(name: str) -> bool:
    """Whether no letter can pass for one of another alphabet: nearly all of them have one like an "o".

    The level "highly restrictive" of Unicode Technical Standard 39, section 5.2, but that East Asian writings may mix
    with each other, too. The standard library does not know scripts; names of characters begin with them.
    """
    alphabets = {_alphabet(character) for character in name if unicodedata.category(character)[0] in "LN"} - OF_ALL
    return len(alphabets) <= 1 or alphabets <= {"LATIN", *EAST_ASIAN}


def _alphabet(character: str) -> str:
    """How the name of a character begins: the "CYRILLIC" of CYRILLIC CAPITAL LETTER A."""
    first = unicodedata.name(character, "").removeprefix("EXTENDED ").replace("-", " ").partition(" ")[0]
    return "HAN" if first in ("CJK", "IDEOGRAPHIC") else first


def _most_marks(name: str) -> int:
    runs = groupby(name, key=lambda character: unicodedata.category(character).startswith("M"))
    return max((len(list(run)) for are_marks, run in runs if are_marks), default=0)


def called(name: str) -> QuerySet[User]:
    """The person with a name, in whatever spelling (:func:`key_of`), if there is one. By indexes."""
    by_release_before = Q(name_key=None, lowered=Lower(Value(name)))
    return User.objects.alias(lowered=Lower("name")).filter(Q(name_key=key_of(name)) | by_release_before)


def is_free(name: str, *, besides: User | None = None) -> bool:
    holders = called(name)
    if besides is not None:
        holders = holders.exclude(pk=besides.pk)
    retired = RetiredName.objects.filter(digest=_digest(name))
    return not holders.exists() and not retired.exists()


def retire(name: str, *, now: datetime, span: timedelta = RETIRED_FOR) -> None:
    """Let nobody have a name for a while. What is kept of it does not say what it was."""
    RetiredName.objects.update_or_create(digest=_digest(name), defaults={"until": now + span})


def release(*, now: datetime) -> int:
    return RetiredName.objects.filter(until__lte=now).delete()[0]


def _digest(name: str) -> str:
    return salted_hmac("accounts.names.retired", key_of(name), algorithm="sha256").hexdigest()


def of_former(user: User) -> str:
    numbered = (f"{FORMER} {user.pk}{'.' * (number > 0)}{number or ''}" for number in count())
    return next(name for name in numbered if is_free(name, besides=user))


def rename(user: User, name: str) -> None:
    try:
        with transaction.atomic():
            renamed = User.objects.get(pk=user.pk)
            renamed.name = name
            belongings.rename(renamed)  # first, as games are locked before people
            renamed.save(update_fields=["name", "name_key"])
    except IntegrityError as error:
        raise NameTaken from error
    user.name = name
