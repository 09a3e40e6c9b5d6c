"""A site on which a page and a task break, with much that is nobody's business at hand: run with a SENTRY_DSN."""

import django
import sentry_sdk

django.setup()

from celery import shared_task  # noqa: E402
from django.http import HttpRequest, HttpResponse  # noqa: E402
from django.test import Client  # noqa: E402
from django.urls import path  # noqa: E402

from powergrid import urls  # noqa: E402
from powergrid.celery import app  # noqa: E402


def break_down(request: HttpRequest, token: str) -> HttpResponse:
    held_by_a_variable = request.POST["said"]
    raise ValueError(f"Nobody reaches ana@example.org at {request.path} from 192.0.2.7; {len(held_by_a_variable)}")


@shared_task  # type: ignore[untyped-decorator]  # Celery has no types
def break_at_work(address: str) -> None:
    raise RuntimeError(f"Nobody reaches {address}")


urls.urlpatterns.insert(0, path("act/<str:token>/broken/", break_down))
client = Client(
    raise_request_exception=False,
    headers={"Host": "localhost", "X-Forwarded-For": "192.0.2.8", "Authorization": "of-hers"},
)
client.cookies["other"] = "cookie-of-hers"
answer = client.post("/act/right-of-hers/broken/?asked=for-that", {"said": "words-of-hers"})
assert answer.status_code == 500
print(answer["X-Request-ID"])
app.conf.task_eager_propagates = False
break_at_work.apply(args=["bob@example.org"])
sentry_sdk.flush()
