"""The page of those who run the site."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from powergrid.monitoring.overview import Overview


@require_safe
@vary_on_headers("HX-Request")
def operation(request: HttpRequest) -> HttpResponse:
    """Show what waits and who is at work; the page asks for it anew every half a minute."""
    template = "operation.html#operation" if request.headers.get("HX-Request") else "operation.html"
    return render(request, template, {"overview": Overview.of(timezone.now())})
