"""A site on which a page and a task break, with much that is nobody's business at hand: run with a SENTRY_DSN."""

from io import BytesIO
from wsgiref.util import setup_testing_defaults

import django
import sentry_sdk

django.setup()

from celery import shared_task  # noqa: E402
from django.http import HttpRequest, HttpResponse  # noqa: E402
from django.urls import path  # noqa: E402
from django.views.decorators.csrf import csrf_exempt  # noqa: E402

from powergrid import urls  # noqa: E402
from powergrid.celery import app  # noqa: E402
from powergrid.wsgi import application  # noqa: E402


@csrf_exempt
def break_down(request: HttpRequest, token: str) -> HttpResponse:
    held_by_a_variable = request.POST["said"]
    raise ValueError(f"Nobody reaches ana@example.org at {request.path} from 192.0.2.7; {len(held_by_a_variable)}")


@shared_task  # type: ignore[untyped-decorator]  # Celery has no types
def break_at_work(address: str) -> None:
    raise RuntimeError(f"Nobody reaches {address}")


urls.urlpatterns.insert(0, path("act/<str:token>/broken/", break_down))
HERS = "-".join(["of", "hers"])  # the code around a fault is reported, and is no secret
form = f"said=words-{HERS}".encode()
asked = {
    "REQUEST_METHOD": "POST",
    "PATH_INFO": f"/act/right-{HERS}/broken/",
    "QUERY_STRING": f"asked={HERS}",
    "CONTENT_TYPE": "application/x-www-form-urlencoded",
    "CONTENT_LENGTH": str(len(form)),
    "HTTP_HOST": "localhost",
    "HTTP_COOKIE": f"other=cookie-{HERS}",
    "HTTP_AUTHORIZATION": HERS,
    "HTTP_X_FORWARDED_FOR": "192.0.2.8",
    "REMOTE_ADDR": "192.0.2.9",
    "wsgi.input": BytesIO(form),
}
setup_testing_defaults(asked)
answered: list[dict[str, str]] = []
b"".join(application(asked, lambda status, headers: answered.append({"Status": status, **dict(headers)})))
assert answered[0]["Status"].startswith("500"), answered
print(answered[0]["X-Request-ID"])
app.conf.task_eager_propagates = False
break_at_work.apply(args=["bob@example.org"])
sentry_sdk.flush()
