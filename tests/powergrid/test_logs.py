"""Logs say which page failed, and nothing that would let their readers act for somebody."""

import logging
from collections.abc import Iterator
from io import StringIO

import pytest
from django.test import Client
from django.urls import reverse

from powergrid.logs import without_secrets
from tests.powergrid.test_urls import ADDRESSES

SECRET = {"token", "secret", "key"}
"""The arguments of addresses that are secret."""


@pytest.fixture
def logged() -> Iterator[StringIO]:
    """What the site logs meanwhile."""
    handler = next(handler for handler in logging.getLogger().handlers if handler.name == "stderr")
    assert isinstance(handler, logging.StreamHandler)
    log = StringIO()
    stream = handler.setStream(log)
    yield log
    handler.setStream(stream)


@pytest.mark.parametrize("path", ["/act/not-for-you/", "/alerts/stop/not-for-you/", "/feeds/not-for-you/alerts.xml"])
def test_path_that_is_a_right_is_not_logged(client: Client, db: None, logged: StringIO, path: str):
    assert client.get(path).status_code == 404
    assert "Not Found: " in logged.getvalue()
    assert "not-for-you" not in logged.getvalue()


def test_other_paths_are_logged_as_they_are(client: Client, db: None, logged: StringIO):
    client.get("/games/404/nowhere/")
    assert "Not Found: /games/404/nowhere/" in logged.getvalue()


def test_every_address_with_a_secret_in_it_is_known():
    secret = [address for address in ADDRESSES if SECRET & {*address.arguments()}]
    assert secret
    for address in secret:
        assert "…" in str(without_secrets(address.path)), address.name


def test_what_is_no_text_is_left_alone():
    assert without_secrets(404) == 404
    assert without_secrets(reverse("games:dashboard")) == "/games/"
