"""How many mails go to addresses that nobody here has confirmed: so few that nobody can flood mailboxes by them, or
have all mails of the site taken for spam.

Signing up, asking for a new password, changing an address and inviting share this. It counts the same whether an
address has an account or not, for else it would tell.
"""

from allauth.core import context
from allauth.core.ratelimit import consume
from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

USED_UP = _(
    "We send only so many mails a day to addresses that are new to us, and today’s are used up. Try again tomorrow."
)
USED_UP_FOR_RESETS = _(
    "We send only so many mails a day to addresses without a confirmed account, and today’s are used up. If this"
    " address has such an account, our mail is on its way. If not, try again tomorrow."
)


def take(request: HttpRequest, email: str) -> bool:
    """Count one more mail: from this network address, to this one, and for the site; False if it is one too many."""
    is_within = _consume(request, email)
    request.allauth.lacked_mails = not is_within  # type: ignore[attr-defined]  # where allauth keeps such things
    return is_within


def was_lacking(request: HttpRequest) -> bool:
    """Whether this request has asked for a mail that was one too many."""
    return getattr(request.allauth, "lacked_mails", False)  # type: ignore[attr-defined]


def is_used_up(request: HttpRequest, email: str) -> bool:
    return not _consume(request, email, dry_run=True)


def _consume(request: HttpRequest, email: str, *, dry_run: bool = False) -> bool:
    to_them = consume(request, action="mail_to_stranger", key=email.lower(), dry_run=dry_run)
    return bool(to_them and consume(request, action="mails_to_strangers", key="of this site", dry_run=dry_run))


class WithinBudget(forms.Form):
    """Refuses an address to which no mail may go today, before anything is stored."""

    def clean(self) -> None:
        super().clean()
        email = self.cleaned_data.get("email")
        if email and not self.errors and is_used_up(context.request, email):
            self.add_error("email", str(USED_UP))
