"""That nothing of a person is ever forgotten when they take their data along, and all of it when they leave."""

import pytest
from django.utils import timezone

from accounts import belongings, deletion
from tests.accounts.having_everything import give_everything, relations, rows_of

pytestmark = pytest.mark.django_db

LABELS = sorted(label for label, _relation in relations())


@pytest.fixture
def game(ana, bob, cid):
    return give_everything(ana, bob)


def test_whatever_points_to_users_is_kept_by_one_room_that_forgets_it_or_lets_it_stay():
    kept = [label for keeper in belongings.keepers for label in (*keeper.FORGOTTEN, *keeper.KEPT)]
    assert sorted(kept) == LABELS


def test_the_person_of_these_tests_has_something_of_each_kind(ana, game):
    assert [label for label, count in rows_of(ana).items() if not count] == []


def test_whatever_points_to_users_is_in_what_they_take_along(ana, game):
    sheets = list(belongings.export(ana))
    one_sided = {"talk.Mute.other"}  # who has muted them is the secret of those who did
    assert sorted({label for sheet in sheets for label in sheet.of} | one_sided) == LABELS
    assert [sheet.name for sheet in sheets if not list(sheet.rows)] == []


def test_sheets_have_names_of_their_own(ana):
    names = [sheet.name for sheet in belongings.export(ana)]
    assert len(set(names)) == len(names)


def test_of_somebody_who_has_left_nothing_is_left_but_what_others_need(ana, game):
    before = rows_of(ana)
    deletion.delete(ana, now=timezone.now())
    after = rows_of(ana)
    stays = {label for keeper in belongings.keepers for label in keeper.KEPT}
    assert {label for label, count in after.items() if count} == stays
    of_games = stays - {"games.Absence.user", "matchmaking.Table.host", "matchmaking.TableSeat.user"}
    assert [label for label in of_games if after[label] != before[label]] == []


def test_nobody_else_loses_anything(ana, bob, game):
    before = rows_of(bob)
    deletion.delete(ana, now=timezone.now())
    changed = {label for label, count in rows_of(bob).items() if count != before[label]}
    # Nobody is left to be muted, invited or banned, and he hosts the table that was hers.
    of_hers = {"accounts.Ban.imposed_by", "accounts.Ban.lifted_by", "matchmaking.Invitation.host"}
    assert changed == {"talk.Mute.user", "talk.Mute.other", "matchmaking.Table.host", *of_hers}
