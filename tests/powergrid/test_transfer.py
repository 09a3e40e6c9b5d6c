"""How pages travel: compressed, and kept by no cache that might show them to somebody else."""

import gzip
from random import Random

import pytest
from django.http import HttpResponse
from django.test import RequestFactory
from django.urls import reverse

from powergrid.compression import CompressionMiddleware

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

COMPRESSED = {"Accept-Encoding": "gzip, deflate, br"}


def test_a_page_is_compressed(client):
    plain = client.get(reverse("games:rules"))
    answer = client.get(reverse("games:rules"), headers=COMPRESSED)
    assert answer["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in answer["Vary"]
    assert len(answer.content) < len(plain.content) / 3
    assert gzip.decompress(answer.content)[:100] == plain.content[:100]


def test_the_length_of_a_compressed_page_says_nothing(client):
    address = reverse("games:rules")
    lengths = {len(client.get(address, headers=COMPRESSED).content) for _ in range(10)}
    assert len(lengths) > 1


def test_a_page_is_not_compressed_for_whom_that_is_no_use(client):
    answer = client.get(reverse("games:rules"))
    assert "Content-Encoding" not in answer
    assert "Accept-Encoding" in answer["Vary"]


def answered(content: bytes, **headers: str) -> HttpResponse:
    request = RequestFactory(headers=COMPRESSED).get("/")
    answer = HttpResponse(content, headers=headers)
    CompressionMiddleware(lambda request: answer).process_response(request, answer)
    return answer


def test_what_does_not_become_smaller_is_left_alone():
    for content in (b"short", Random(0).randbytes(500)):
        assert answered(content).content == content


def test_etag_of_a_compressed_answer_is_weak():
    answer = answered(b"word " * 100, ETag='"4-2"')
    assert answer["ETag"] == 'W/"4-2"'
    assert answer["Content-Length"] == str(len(answer.content))
    assert gzip.decompress(answer.content) == b"word " * 100


def test_what_is_compressed_already_is_left_alone():
    packed = gzip.compress(b"word " * 100)
    assert answered(packed, **{"Content-Encoding": "gzip"}).content == packed


def test_a_page_of_somebody_logged_in_is_stored_nowhere(client, ana):
    client.force_login(ana)
    for name in ("games:dashboard", "accounts:settings", "games:rules"):
        assert client.get(reverse(name))["Cache-Control"] == "private, no-store"


def test_a_page_of_a_visitor_is_kept_by_their_browser_alone(client):
    assert client.get(reverse("games:rules"))["Cache-Control"] == "private, no-cache"


def test_a_page_that_says_how_it_may_be_kept_is_left_alone(client):
    assert "max-age=0" in client.get(reverse("account_login"))["Cache-Control"]
