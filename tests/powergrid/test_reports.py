"""Reports of errors by Django name the place in the code, and nothing that anybody sent or that could be used."""

import sys

import pytest
from django.conf import settings as site
from django.test import RequestFactory
from django.utils.module_loading import import_string

SECRET = "hush-hush"
BROKER = "redis://:hush-hush@broker.example"


def report(request) -> list[str]:
    """What Django would mail of an error, as text and as HTML."""
    try:
        play_with(f"{SECRET}@example.org", request)
    except ValueError:
        reporter = import_string(site.DEFAULT_EXCEPTION_REPORTER)(request, *sys.exc_info(), is_email=True)
    return [reporter.get_traceback_text(), reporter.get_traceback_html()]


def play_with(secret: str, request: object) -> None:
    raise ValueError(f"{secret} was no good")


@pytest.fixture
def request_with_secrets(settings):
    settings.CELERY_BROKER_URL = BROKER
    request = RequestFactory().post(
        f"/act/{SECRET}/?code={SECRET}",
        {"text": SECRET, "password": SECRET},
        headers={"Referer": f"http://testserver/alerts/stop/{SECRET}/", "Authorization": SECRET},
    )
    request.COOKIES["sessionid"] = SECRET
    return request


def test_a_report_names_the_place_and_no_secret(request_with_secrets):
    for text in report(request_with_secrets):
        assert "play_with" in text
        assert "ValueError" in text
        assert SECRET not in text


def test_who_develops_is_shown_all(request_with_secrets, settings):
    settings.DEBUG = True
    assert all(SECRET in text for text in report(request_with_secrets))
