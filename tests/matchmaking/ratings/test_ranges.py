"""Tables for some ratings: who may join, who is told why not, and how such tables are found."""

import pytest
from django.urls import reverse
from django.utils import timezone

from games.models import Game
from games.turns import absence
from matchmaking import substitutes, tables
from matchmaking.models import Table, TableRefused
from matchmaking.ratings.models import Range, Rating
from tests.factories import TableFactory, UserFactory, person_called
from tests.matchmaking.forms import CREATE, as_it_comes
from tests.pages import html_of, words_of

pytestmark = pytest.mark.django_db


def rated(user, points):
    Rating.objects.create(user=user, mu=25, sigma=2, points=points, games=10, rated_at=timezone.now())
    return user


@pytest.mark.parametrize(
    ("wanted", "points", "may_join"),
    [
        (Range.ANYBODY, 0, True), (Range.LOW, 500, True), (Range.LOW, 501, False), (Range.MIDDLE, 499, False),
        (Range.MIDDLE, 500, True), (Range.MIDDLE, 1000, True), (Range.MIDDLE, 1001, False),
        (Range.NOT_LOW, 499, False), (Range.NOT_LOW, 3000, True), (Range.HIGH, 999, False), (Range.HIGH, 1000, True),
    ],
)  # fmt: skip
def test_table_lets_in_whose_rating_it_asks_for(bob, wanted, points, may_join):
    table, _ = TableFactory(ratings=wanted), rated(bob, points)
    if may_join:
        assert tables.join(table, bob).seats.filter(user=bob).exists()
    else:
        with pytest.raises(TableRefused, match=rf"This table is for .* Yours is {points}[.:]"):
            tables.join(table, bob)


def test_who_is_new_counts_as_where_everybody_begins(bob, cid):
    assert tables.join(TableFactory(ratings=Range.LOW), bob)
    with pytest.raises(TableRefused, match="Yours is 0"):
        tables.join(TableFactory(ratings=Range.NOT_LOW), cid)


def test_rating_for_one_board_is_not_asked_for(bob):
    Rating.objects.create(
        user=bob, map="germany", mu=25, sigma=2, points=2000, games=10, rated_at=timezone.now()
    )  # fmt: skip
    with pytest.raises(TableRefused):
        tables.join(TableFactory(ratings=Range.HIGH), bob)


def test_refusal_is_told_at_the_table_and_changes_nothing(client, bob):
    table = TableFactory(ratings=Range.HIGH)
    client.force_login(bob)
    answer = client.post(reverse("matchmaking:join", args=[table.pk]))
    assert answer.status_code == 409
    assert "This table is for players with a rating of at least 1000. Yours is 0." in words_of(answer)
    assert table.seats.count() == 1


def test_seat_of_such_a_game_is_taken_over_by_those_whom_its_table_would_have_let_in(ana, bob, cid):
    table = TableFactory(players=2, ratings=Range.MIDDLE)
    game = tables.join(table, rated(bob, 600)).game
    absence.leave(game, bob, now=timezone.now())
    seat = Game.objects.get(pk=game.pk).seats.get(user=bob)
    with pytest.raises(TableRefused, match="at least 500"):
        substitutes.take_over(seat, cid, now=timezone.now())
    dan = rated(UserFactory(name="Dan"), 800)
    assert substitutes.take_over(seat, dan, now=timezone.now()).seats.get(number=seat.number).user == dan


def test_form_asks_for_it_and_the_table_says_it(client, ana):
    client.force_login(ana)
    assert 'name="ratings" value="high"' in html_of(client.get(CREATE))
    client.post(CREATE, as_it_comes(client) | {"ratings": "high"})
    table = Table.objects.get()
    assert table.ratings == Range.HIGH
    page = words_of(client.get(table.get_absolute_url()))
    assert "For players with such a rating: 1000 and more." in page
    assert "rating: 1000 and more" in words_of(client.get(reverse("matchmaking:lobby")))


def test_without_a_choice_anybody_may_join(client, ana):
    client.force_login(ana)
    client.post(CREATE, as_it_comes(client))
    assert Table.objects.get().ratings == Range.ANYBODY


def test_range_that_there_is_not_is_refused_with_a_sentence(client, ana):
    client.force_login(ana)
    answer = client.post(CREATE, as_it_comes(client) | {"ratings": "2000"})
    assert answer.status_code == 400
    assert "Choose one of these, or leave it as it is." in words_of(answer)
    assert not Table.objects.exists()


def test_lobby_finds_tables_by_the_ratings_that_they_ask_for(client, cid):
    TableFactory(name="For all")
    TableFactory(name="For the best", ratings=Range.HIGH)
    person_called("Ana")
    page = html_of(client.get(reverse("matchmaking:lobby"), {"ratings": "high"}))
    assert "For the best" in page
    assert "For all" not in page
    assert "Any rating" in words_of(client.get(reverse("matchmaking:lobby"), {"ratings": "low"}))
    assert "For all" in html_of(client.get(reverse("matchmaking:lobby"), {"ratings": "nonsense"}))
