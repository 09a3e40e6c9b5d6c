"""Positions that are brought about at once are those that people would have played to."""

import re

import pytest
from django.db.models import DateTimeField, Model

import rules
from games.models import Action, Checkpoint, Game, Snapshot
from tests.factories import GameFactory, play_ahead, play_on

pytestmark = pytest.mark.django_db

NUMBERS = {"id", "pk", "game", "action"}
MOMENTS = {"clock", "checksum"}
"""What names rows, and what goes by when something was done: many turns at one moment, or each at its own."""


def rows_of(game: Game) -> list[dict[str, object]]:
    """All rows that make up a game."""
    rows: list[Model] = [Game.objects.get(pk=game.pk), *game.seats.order_by("number")]
    rows += [*Action.objects.filter(game=game).order_by("sequence"), *Snapshot.objects.filter(game=game)]
    rows += [*Checkpoint.objects.filter(action__game=game).order_by("action__sequence")]
    return [
        {
            field.name: without_dates(getattr(row, field.attname))
            for field in row._meta.concrete_fields
            if field.name not in NUMBERS | MOMENTS and not isinstance(field, DateTimeField)
        }
        for row in rows
    ]


def without_dates(value: object) -> object:
    """What a column holds, but for moments in it, such as those of a course."""
    return re.sub(r'"\d{4}-\d\d-\d\dT[^"]*Z"', "a moment", value) if isinstance(value, str) else value


@pytest.mark.parametrize("rounds", [1, 3])
def test_play_ahead_stores_what_single_turns_would_have_stored(rounds):
    script: list[str] = []

    def choose(state: rules.State) -> rules.Action | None:
        if state.round > rounds:
            return None
        action = rules.bots.decide(state, min(state.to_move))
        script.append(str(action))
        return action

    ahead = play_ahead(GameFactory(bots=1), choose)
    assert rows_of(play_on(GameFactory(bots=1), *script)) == rows_of(ahead)
