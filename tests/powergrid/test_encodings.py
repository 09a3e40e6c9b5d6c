"""What is sent in another encoding than UTF-8 is refused before anything breaks over it."""

from typing import Any

import pytest
from django.test import RequestFactory

from powergrid.encodings import utf_8_alone


def answered(content_type: str) -> tuple[str, bytes]:
    heard: list[str] = []
    site = utf_8_alone(lambda *_: [b"the site"])
    answer = site(asking(content_type), lambda status, _headers: heard.append(status))
    return "".join(heard), b"".join(answer)


def asking(content_type: str) -> dict[str, Any]:
    return {**RequestFactory().get("/").environ, "REQUEST_METHOD": "POST", "CONTENT_TYPE": content_type}


@pytest.mark.parametrize("charset", ["hex", "rot13", "idna", "undefined", "utf-16", "nonsense"])
@pytest.mark.parametrize("kind", ["multipart/form-data; boundary=b", "application/x-www-form-urlencoded"])
def test_other_encodings_are_refused(kind, charset):
    status, page = answered(f"{kind}; charset={charset}")
    assert status == "400 Bad Request"
    assert "That could not be read" in page.decode()


@pytest.mark.parametrize("charset", ["", "; charset=utf-8", '; charset="UTF-8"', "; charset=utf8"])
def test_utf_8_is_read(charset):
    assert answered(f"application/x-www-form-urlencoded{charset}") == ("", b"the site")


def test_web_servers_are_given_no_site_without():
    from powergrid.wsgi import application

    status = []
    application(asking("text/plain; charset=hex"), lambda words, _headers: status.append(words))
    assert status == ["400 Bad Request"]
