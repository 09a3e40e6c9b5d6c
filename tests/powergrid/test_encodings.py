"""What Django or the database would break over is refused before."""

from typing import Any

import pytest
from django.test import RequestFactory

from powergrid.encodings import utf_8_alone


def answered(**sent: str) -> tuple[str, bytes]:
    heard: list[str] = []
    site = utf_8_alone(lambda *_: [b"the site"])
    answer = site(asking(**sent), lambda status, _headers: heard.append(status))
    return "".join(heard), b"".join(answer)


def asking(**sent: str) -> dict[str, Any]:
    return {**RequestFactory().get("/").environ, "REQUEST_METHOD": "POST", **sent}


@pytest.mark.parametrize("charset", ["hex", "rot13", "idna", "undefined", "utf-16", "nonsense"])
@pytest.mark.parametrize("kind", ["multipart/form-data; boundary=b", "application/x-www-form-urlencoded"])
def test_other_encodings_are_refused(kind, charset):
    status, page = answered(CONTENT_TYPE=f"{kind}; charset={charset}")
    assert status == "400 Bad Request"
    assert "That could not be read" in page.decode()


@pytest.mark.parametrize("charset", ["", "; charset=utf-8", '; charset="UTF-8"', "; charset=utf8"])
def test_utf_8_is_read(charset):
    assert answered(CONTENT_TYPE=f"application/x-www-form-urlencoded{charset}") == ("", b"the site")


@pytest.mark.parametrize(
    "sent", [{"PATH_INFO": "/tables/invite/a\0b/"}, {"HTTP_COOKIE": r'a=1; sessionid="aa\000aa"'}]
)
def test_nul_is_refused(sent):
    status, _page = answered(**sent)
    assert status == "400 Bad Request"


@pytest.mark.parametrize("cookies", ["a=1; sessionid=aaaa", r'a="say \"yes\""; sessionid=aaaa', "", "=;;="])
def test_other_cookies_are_read(cookies):
    assert answered(HTTP_COOKIE=cookies) == ("", b"the site")


def test_web_servers_are_given_no_site_without():
    from powergrid.wsgi import application

    status = []
    application(asking(CONTENT_TYPE="text/plain; charset=hex"), lambda words, _headers: status.append(words))
    assert status == ["400 Bad Request"]
