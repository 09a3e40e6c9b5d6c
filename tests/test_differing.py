"""What databases differ in is found in the code, and noted when a test gets there."""

import ast

import pytest
from django.db import transaction

from games.models import Game
from tests import differing
from tests.differing import Use
from tests.factories import GameFactory

CODE = """
class Letters:
    def keep(self):
        return [letter for letter in self.rows.select_for_update()]

def send(letters):
    def again():
        lock_letters(letters)
    try:
        Letter.objects.bulk_create(letters, ignore_conflicts=True)
        Letter.objects.bulk_create(letters)
    except (ValueError, IntegrityError):
        return connection.vendor
"""


def test_uses_are_found_with_the_function_that_they_are_in():
    assert set(differing._uses_in(ast.parse(CODE), "post.py", ())) == {
        Use("post.py", "Letters.keep", "select_for_update"),
        Use("post.py", "send.<locals>.again", "lock_letters"),
        Use("post.py", "send", "bulk_create"),
        Use("post.py", "send", "IntegrityError"),
        Use("post.py", "send", "vendor"),
    }


@pytest.mark.django_db
def test_lock_is_noted_for_the_function_that_takes_it(monkeypatch):
    game = GameFactory()
    monkeypatch.setattr(differing, "REACHED", set())
    with transaction.atomic(), differing.noted():
        Game.objects.lock(game.pk)
        list(Game.objects.all())
    assert differing.uses() & differing.REACHED == {
        Use("games/models/game.py", "GameQuerySet.lock", "select_for_update")
    }
