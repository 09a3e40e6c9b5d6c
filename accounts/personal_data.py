"""What this room keeps of people beside their own row: addresses, second steps, vacations, work of staff."""

from collections.abc import Iterator
from datetime import datetime

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import bans
from accounts.belongings import Row, Sheet
from accounts.models import Ban, User

FORGOTTEN = (
    *("accounts.Vacation.user", "accounts.Ban.user", "account.EmailAddress.user"),
    *("mfa.Authenticator.user", "socialaccount.SocialAccount.user"),
)
KEPT = ("admin.LogEntry.user", "accounts.Ban.imposed_by", "accounts.Ban.lifted_by")
"""Those who run the site answer for it to each other."""


def pass_on(giver: User, receiver: User) -> None:
    """Let bans follow; a guest has no address and no vacation, and is no staff."""
    bans.pass_on(giver, receiver, timezone.now())


def export(user: User) -> Iterator[Sheet]:
    yield Sheet("account", _("Your account and its settings."), (), [_account(user)])
    addresses = EmailAddress.objects.filter(user=user).order_by("pk")
    yield Sheet(
        "addresses",
        _("Your mail addresses."),
        ("account.EmailAddress.user",),
        addresses.values("email", is_confirmed=F("verified"), is_in_use=F("primary")),
    )
    yield Sheet(
        "second_steps",
        _("Your second steps for logging in, without their secrets."),
        ("mfa.Authenticator.user",),
        (
            {"what": str(step), "since": step.created_at, "last_used": step.last_used_at}
            for step in Authenticator.objects.filter(user=user).order_by("pk").iterator()
        ),
    )
    sites = SocialAccount.objects.filter(user=user).order_by("pk")
    told = {"since": F("date_joined"), "last_used": F("last_login"), "it_said": F("extra_data")}
    yield Sheet(
        "other_sites",
        _("The accounts at other sites with which you log in, and what those sites said of you."),
        ("socialaccount.SocialAccount.user",),
        sites.values(site=F("provider"), your_id_there=F("uid"), **told),
    )
    away = user.vacations.values("first_day", "last_day")
    yield Sheet("vacations", _("The days on which you are, or were, away."), ("accounts.Vacation.user",), away)
    about_bans = _("What you were banned from here, why, and until when.")
    yield Sheet("bans", about_bans, ("accounts.Ban.user",), _bans(user))
    imposed = Ban.objects.filter(Q(imposed_by=user) | Q(lifted_by=user)).order_by("pk")
    yield Sheet(
        "imposed_bans",
        _("The bans that you have imposed or lifted for the people who run the site."),
        ("accounts.Ban.imposed_by", "accounts.Ban.lifted_by"),
        imposed.values("since", "until", "lifted_at"),
    )
    yield Sheet(
        "work_for_the_site",
        _("What you have changed in the pages for the people who run the site."),
        ("admin.LogEntry.user",),
        (
            {"at": entry.action_time, "what": str(entry), "about": entry.object_repr}
            for entry in LogEntry.objects.filter(user=user).order_by("pk").iterator()
        ),
    )


def erase(user: User, *, now: datetime) -> None:
    """Forget them; what others have noted in the admin about this account calls it by its new name."""
    user.vacations.all().delete()
    user.bans.all().delete()
    EmailAddress.objects.filter(user=user).delete()
    Authenticator.objects.filter(user=user).delete()
    SocialAccount.objects.filter(user=user).delete()
    user.groups.clear()
    user.user_permissions.clear()
    about = LogEntry.objects.filter(content_type=ContentType.objects.get_for_model(User), object_id=str(user.pk))
    about.update(object_repr=user.name)


def _account(user: User) -> Row:
    return {
        "name": user.name,
        "email": user.email,
        "is_guest": user.is_guest,
        "here_since": user.date_joined,
        "last_login": user.last_login,
        "last_here": user.last_here,
        "pages_are": user.get_appearance_display(),
        "pages_keep_still": user.reduces_motion,
        "first_round_is_explained": user.is_guided,
        "time_zone": user.time_zone,
        "sleeps_from": user.sleeps_from,
        "sleeps_until": user.sleeps_until,
        "hours_changed_at": user.hours_changed_at,
        "is_told_when_planning_is_possible": user.is_invited_to_plan,
        "a_bot_that_stands_in_plays_with_caution": user.is_cautious_while_away,
        "can_be_invited": user.takes_invitations,
        "shows_whether_they_are_online": user.shows_presence,
        "favourite_maps": user.favourite_maps,
        "mails_came_back_from": user.unreached_address or None,
        "helps_to_run_the_site": user.is_staff,
    }


def _bans(user: User) -> Iterator[Row]:
    for ban in user.bans.order_by("pk").iterator():
        told = {"reason": ban.reason, "since": ban.since, "until": ban.until, "lifted_at": ban.lifted_at}
        yield {"what": ban.get_kind_display(), **told}
