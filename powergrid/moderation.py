"""The moderators: their group, with only the rights they need, and how they hear of reports."""

from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth.models import Group, Permission
from django.db import transaction
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy, ngettext

from accounts.models import User
from notifications import kinds, outbox
from notifications.kinds import Notice
from notifications.models import Alert
from talk.models import Report

GROUP = "Moderators"

RIGHTS = {
    "talk": ("view_report", "change_report"),
    "accounts": ("view_ban", "add_ban", "change_ban"),
    "announcements": ("view_notice", "add_notice", "change_notice", "delete_notice"),
}
"""What they may do. They see no addresses and no private games, and write no pages."""

KIND = "reports"
NO_GAME = 0
AT_MOST_EVERY = timedelta(hours=1)


def make_group(**_: Any) -> None:
    """Make the group if there is none. What you change in it later stays changed."""
    wanted = Q()
    for app, names in RIGHTS.items():
        wanted |= Q(content_type__app_label=app, codename__in=names)
    rights = list(Permission.objects.filter(wanted))
    # The database may be on its way to an older state, where some of these do not exist.
    if len(rights) == sum(len(names) for names in RIGHTS.values()) and not Group.objects.filter(name=GROUP).exists():
        Group.objects.create(name=GROUP).permissions.set(rights)


def people() -> list[User]:
    """Who hears of reports: the group, or else the people with all rights."""
    present = User.objects.filter(is_active=True, is_staff=True)
    return list(present.filter(groups__name=GROUP)) or list(present.filter(is_superuser=True))


def register() -> None:
    kinds.register(KIND, write, gettext_lazy("Messages were reported"))


def tell(now: datetime) -> None:
    """Tell them of all new reports at once, and not again within the hour."""
    with transaction.atomic():
        new = list(Report.objects.select_for_update().open().filter(told_at=None).order_by("pk"))
        if not new or Report.objects.filter(told_at__gt=now - AT_MOST_EVERY).exists():
            return
        Report.objects.filter(pk__in=[report.pk for report in new]).update(told_at=now)
        outbox.tell(people(), KIND, NO_GAME, new[-1].pk, now=now)


def write(alert: Alert) -> Notice | None:
    """Says how many wait. None once all are settled."""
    waiting = Report.objects.open().count()
    if not waiting:
        return None
    return Notice(
        template="notice",
        kind=KIND,
        title=ngettext("{count} open report", "{count} open reports", waiting).format(count=waiting),
        sentence=ngettext("A player reported a message.", "Players reported messages.", waiting),
        url=settings.SITE_URL + reverse("admin:talk_report_changelist"),
        button=ngettext("Review the report", "Review the reports", waiting),
    )
