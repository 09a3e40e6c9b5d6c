import pytest
from django.db import OperationalError
from django.template.loader import render_to_string
from django.test import Client, RequestFactory
from django.urls import reverse

from powergrid.views import broken, too_many, unreadable


@pytest.mark.django_db
def test_an_unknown_address_gets_a_page_of_ours(client):
    answer = client.get("/nothing/here/")
    assert answer.status_code == 404
    assert "There is nothing here" in answer.content.decode()


@pytest.mark.django_db
def test_a_form_that_was_open_for_too_long_gets_a_page_of_ours():
    answer = Client(enforce_csrf_checks=True).post(reverse("account_login"))
    assert answer.status_code == 403
    assert "Please send that again" in answer.content.decode()


def test_the_page_for_a_fault_needs_no_database():
    page = broken(RequestFactory().get("/")).content.decode()
    assert "Something broke on our side" in page
    assert ">500</text>" in page
    assert 'data-appearance="auto"' in page


@pytest.mark.parametrize("page", ["403.html", "503.html", "500.html"])
def test_pages_of_trouble_say_whom_to_write_to(settings, page):
    assert "mailto:" not in render_to_string(page, {"request_id": ""})
    settings.CONTACT_ADDRESS = "help@games.example"
    assert 'href="mailto:help@games.example"' in render_to_string(page, {"request_id": ""})


def test_the_page_for_what_cannot_be_read_needs_no_database():
    answer = unreadable(RequestFactory().get("/"), Exception())
    assert answer.status_code == 400
    assert "That could not be read" in answer.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize(
    "content_type", ["application/x-www-form-urlencoded; charset=utf-16", "multipart/form-data; boundary="]
)
def test_a_form_that_cannot_be_read_gets_a_page_of_ours(content_type):
    visitor = Client(enforce_csrf_checks=True)
    visitor.get(reverse("account_login"))
    answer = visitor.post(reverse("account_login"), b"login=ana", content_type=content_type)
    assert answer.status_code == 400
    assert "That could not be read" in answer.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("content_type", ["application/x-www-form-urlencoded; charset=utf-16", "multipart/form-data"])
def test_what_cannot_be_read_is_not_found_where_there_is_nothing(content_type):
    visitor = Client(enforce_csrf_checks=True)
    visitor.get(reverse("account_login"))
    answer = visitor.post("/nothing/here/", b"a=b", content_type=content_type)
    assert answer.status_code == 404
    assert "There is nothing here" in answer.content.decode()


@pytest.mark.parametrize(("fault", "status"), [(OperationalError, 503), (RuntimeError, 500)])
@pytest.mark.django_db
def test_whoever_comes_while_the_database_is_away_is_asked_to_come_back(client, monkeypatch, fault, status):
    def fail(*_):
        raise fault("the connection is closed")

    monkeypatch.setattr("powergrid.views.render", fail)
    client.raise_request_exception = False
    answer = client.get("/")
    assert answer.status_code == status
    assert answer.headers.get("Retry-After") == ("10" if status == 503 else None)
    assert f">{status}</text>" in answer.content.decode()


def test_the_other_pages_can_be_drawn():
    assert "site-header" in render_to_string("403.html")
    assert "site-header" in too_many(RequestFactory().get("/")).content.decode()
