"""A site on which a page and a task break, with much that is nobody's business at hand: run with a SENTRY_DSN."""

from io import BytesIO
from typing import Any
from wsgiref.util import setup_testing_defaults

HERS = "-".join(["of", "hers"])  # the code around a fault is reported, and is no secret

FORM = f"said=words-{HERS}".encode()

ASKED: dict[str, Any] = {
    "REQUEST_METHOD": "POST",
    "PATH_INFO": f"/act/right-{HERS}/broken/",
    "QUERY_STRING": f"asked={HERS}",
    "CONTENT_TYPE": "application/x-www-form-urlencoded",
    "CONTENT_LENGTH": str(len(FORM)),
    "HTTP_HOST": "localhost",
    "HTTP_COOKIE": f"other=cookie-{HERS}",
    "HTTP_AUTHORIZATION": HERS,
    "HTTP_X_FORWARDED_FOR": "192.0.2.8",
    "REMOTE_ADDR": "192.0.2.9",
}


def break_down(request: Any, token: str) -> Any:
    held_by_a_variable = request.POST["said"]
    raise ValueError(f"Nobody reaches ana@example.org at {request.path} from 192.0.2.7; {len(held_by_a_variable)}")


def break_at_work(address: str) -> None:
    raise RuntimeError(f"Nobody reaches {address}")


def main() -> None:
    import django

    django.setup()

    import sentry_sdk
    from django.urls import path
    from django.views.decorators.csrf import csrf_exempt

    from announcements import maintenance
    from powergrid import urls
    from powergrid.celery import app
    from powergrid.wsgi import application

    maintenance.current = lambda: None  # there are no tables
    urls.urlpatterns.insert(0, path("act/<str:token>/broken/", csrf_exempt(break_down)))
    asked = {**ASKED, "wsgi.input": BytesIO(FORM)}
    setup_testing_defaults(asked)
    answered: list[dict[str, str]] = []
    b"".join(application(asked, lambda status, headers: answered.append({"Status": status, **dict(headers)})))
    assert answered[0]["Status"].startswith("500"), answered
    print(answered[0]["X-Request-ID"])

    app.conf.task_eager_propagates = False
    app.task(break_at_work, name="powergrid.break_at_work").apply(args=["bob@example.org"])
    sentry_sdk.flush()


if __name__ == "__main__":
    main()
