"""Addresses for programs that watch the site, answered by any host name and without https."""

from collections.abc import Callable, Mapping

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, HttpResponseNotFound, JsonResponse
from prometheus_client.exposition import CONTENT_TYPE_LATEST

from powergrid.monitoring import metrics, readiness
from powergrid.monitoring.figures import Now


def probes(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    def respond(request: HttpRequest) -> HttpResponse:
        view = VIEWS.get(request.path_info)
        if view is None:
            return get_response(request)
        if request.method not in ("GET", "HEAD"):
            return HttpResponseNotAllowed(["GET", "HEAD"])
        response = view(request)
        response["Cache-Control"] = "no-store"
        return response

    return respond


def healthz(request: HttpRequest) -> HttpResponse:
    """Whether this process answers at all. If not, restart it."""
    return JsonResponse({"alive": True})


def readyz(request: HttpRequest) -> HttpResponse:
    """Whether this program can serve people. If not, send nobody here. What all programs lack alike is no reason."""
    found = readiness.Readiness.of_now()
    told = {"ready": not found.missing, "missing": found.missing, "degraded": found.degraded}
    return JsonResponse(told, status=503 if found.missing else 200)


def exposition(request: HttpRequest) -> HttpResponse:
    if not settings.METRICS_TOKEN:
        return HttpResponseNotFound("There are no metrics here.\n", content_type="text/plain")
    if not metrics.may_be_shown(request.headers.get("Authorization", "")):
        return HttpResponse("Send the token.\n", status=401, headers={"WWW-Authenticate": "Bearer"})
    return HttpResponse(metrics.exposition(Now()), content_type=CONTENT_TYPE_LATEST)


VIEWS: Mapping[str, Callable[[HttpRequest], HttpResponse]] = {
    "/healthz": healthz,
    "/readyz": readyz,
    "/metrics": exposition,
}
