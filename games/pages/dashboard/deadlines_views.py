"""The calendar of somebody's deadlines, by a secret address."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import conditional_page, require_safe

from games.pages.dashboard.deadlines import calendar
from notifications import feeds


@require_safe
@conditional_page
def deadlines(request: HttpRequest, secret: str) -> HttpResponse:
    """When somebody's time is up in each of their games, for a calendar program, which has no session."""
    feed = feeds.with_secret(secret)
    if feed is None:
        raise Http404
    headers = feeds.HEADERS | {"Content-Disposition": 'inline; filename="deadlines.ics"'}
    return HttpResponse(calendar(feed.user), content_type="text/calendar; charset=utf-8", headers=headers)
