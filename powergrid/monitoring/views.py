"""The page of those who run the site."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from accounts.parts import draw_part
from powergrid.monitoring.overview import Overview


@require_safe
@vary_on_headers("HX-Request")
def operation(request: HttpRequest) -> HttpResponse:
    """Show what waits and who is at work; the page asks for it anew every half a minute."""
    context = {"overview": Overview.of(timezone.now())}
    if request.headers.get("HX-Request"):
        return HttpResponse(draw_part(request, "operation.html", "operation", context))
    return render(request, "operation.html", context)
