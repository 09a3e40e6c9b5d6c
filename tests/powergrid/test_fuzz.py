"""The first of the random requests that ``python -m tests.fuzz`` sends by the hundred thousand."""

from random import Random

import pytest
from django.db import connection

from tests import worlds
from tests.extent import EVERYTHING
from tests.fuzz import values
from tests.fuzz.making import Maker
from tests.fuzz.pages import Page
from tests.fuzz.site import fuzz

POSTS, FEWER_POSTS = 300, 100
"""Fewer on PostgreSQL in the gate, which has no time for more."""


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)  # as in earnest: what follows a change is done, too
def test_nothing_breaks_over_random_requests():
    posts = POSTS if EVERYTHING or connection.vendor == "sqlite" else FEWER_POSTS
    tally = fuzz(worlds.build(), Random(1), posts)
    assert tally.faults == {}
    assert tally.sent["POST"] == posts
    assert {status // 100 for status in tally.statuses} == {2, 3, 4}


def test_the_same_seed_makes_up_the_same_requests():
    first, second = (Maker(Random(7), worlds.World(words={"record": "{}"})) for _ in range(2))
    assert [str(first.make()) for _ in range(50)] == [str(second.make()) for _ in range(50)]


def test_a_form_is_read_with_all_that_can_be_chosen():
    choice = '<select name="y"><option value="2"><option value="3"></select>'
    html = f'<form method="post" action="/a/"><input name="x" value="1">{choice}</form><a href="/b/?c=d">'
    page = Page(html)
    assert [(form.action, form.method, form.fields) for form in page.forms] == [
        ("/a/", "POST", [("x", "1"), ("y", ""), ("y", "2"), ("y", "3")])
    ]
    assert page.links == ["/b/?c=d"]


def test_a_damaged_record_differs():
    record = '{"a": [1, {"b": "c"}]}'
    assert all(values.damaged(Random(seed), record) != record for seed in range(20))
