"""What players add to the seed of their game, and the promise of the site that has to come before."""

from django import forms
from django.contrib.sessions.backends.base import SessionBase
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

import rules
from matchmaking.models import new_secret
from talk import plain
from talk.forms import PlainField

PROMISES_KEY = "table_secrets"
LONGEST_TOKEN = 32  # how much of the token of a form is remembered: a form can be sent with anything in its place

MOST_PROMISES = 10
"""For how many forms for new tables a session remembers what was promised on them; the oldest is forgotten first."""


def tidy(text: str) -> str:
    """Words as they go into a seed: on one line, and of nothing but characters that show.

    >>> tidy("  lucky\\n\\u202eseven\\u200d ")
    'lucky seven'
    """
    line = " ".join(plain.tidy(text).split())
    return "".join(character for character in line if character.isprintable()).strip()


class ShareField(PlainField):
    tidy = staticmethod(tidy)

    def __init__(self) -> None:
        about = _("Whatever you like, up to {most} characters. All who see the game see them once it has begun.")
        super().__init__(
            label=_("Your words"),
            required=False,
            longest=rules.LONGEST_SHARE,
            widget=forms.TextInput(attrs={"dir": "auto", "autocomplete": "off"}),
            help_text=format_lazy(about, most=rules.LONGEST_SHARE),
            error_messages={
                "max_length": _("Shorten your words to %(limit_value)d characters; they have %(show_value)d.")
            },
        )


class ShareForm(forms.Form):
    share = ShareField()


def promised(session: SessionBase, token: str) -> str | None:
    """The secret whose commitment a person was shown with a form for a new table; None where that is forgotten."""
    secrets: dict[str, str] = session.get(PROMISES_KEY, {})
    return secrets.get(token)


def promise(session: SessionBase, token: str) -> str:
    """The commitment to show with a form for a new table: the words of its host are to come after it."""
    secret = promised(session, token)
    if secret is None:
        secret = new_secret()
        kept = {**session.get(PROMISES_KEY, {}), token[:LONGEST_TOKEN]: secret}
        session[PROMISES_KEY] = dict([*kept.items()][-MOST_PROMISES:])
    return rules.commitment(secret)
