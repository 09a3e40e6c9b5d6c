"""Playing again with the same people: a table on the same terms, with their places kept."""

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

import rules
from accounts.models import User
from games.models import Absence, Game
from games.turns.play import end_early
from matchmaking import practice, rematches, tables
from matchmaking.models import KeptPlace, Table, TableRefused
from notifications import delivery
from notifications.models import Alert
from tests.factories import GameFactory, GuestFactory, UserFactory, person_called, play_to_the_end
from tests.matchmaking.test_races import at_once
from tests.pages import html_of, words_of

pytestmark = pytest.mark.django_db

SHORT = rules.Options(first_game=True)


def given_up(**terms) -> Game:
    """A game that is over, at once: how it ended makes no difference here."""
    game = GameFactory.create(**terms)
    end_early(game, list(game.seats.all()), timezone.now())
    return Game.objects.get(pk=game.pk)


def again(game: Game, name: str, *, is_reversed: bool = False) -> Table:
    return rematches.play_again(game, person_called(name), is_reversed=is_reversed, now=timezone.now())


def seated(table: Table) -> list[str | None]:
    """Who sits at a table, in the order of the seats; those in brackets have a place kept."""
    return [
        place.seat.name if place.seat else f"({place.kept.user.name})" if place.kept else None
        for place in Table.objects.get(pk=table.pk).places()
    ]


def press(client: Client, game: Game, name: str, **fields: str):
    client.force_login(person_called(name))
    return client.post(reverse("matchmaking:play_again", args=[game.pk]), fields)


# The table ----------------------------------------------------------------------------------------------------------


def test_who_presses_sits_and_the_places_of_the_others_are_kept():
    game = given_up(players=4)
    assert seated(again(game, "Bob")) == ["(Ana)", "Bob", "(Cid)", "(Dan)"]


def test_seats_can_be_reversed():
    game = given_up(players=4)
    assert seated(again(game, "Bob", is_reversed=True)) == ["(Dan)", "(Cid)", "Bob", "(Ana)"]


@pytest.mark.parametrize("is_reversed", [False, True])
def test_order_of_the_seats_is_that_of_the_new_game(is_reversed):
    game = given_up(players=4, bots=1)
    before = [seat.name for seat in game.seats.all()]
    for name in ("Cid", "Ana", "Bob"):
        table = again(game, name, is_reversed=is_reversed)
    assert table.game
    after = [seat.name for seat in table.game.seats.all()]
    people = [name for name in before if not name.startswith("Bot")]
    assert [name for name in after if name in people] == (people[::-1] if is_reversed else people)
    assert [seat.is_bot for seat in table.game.seats.all()] == [name.startswith("Bot") for name in before][
        :: -1 if is_reversed else 1
    ]


def test_terms_are_those_of_the_game():
    options = rules.Options(edition="recharged", map="usa", money_visible=True, areas="draft")
    pace = {"move_time": 3600, "bank_time": 7200, "rests_on_weekends": True}
    game = given_up(options=options, pace=pace, is_public=False, undo_by_consent=True)
    table = again(game, "Ana")
    assert table.options == options
    assert table.pace == game.pace
    assert (table.is_public, table.undo_by_consent, table.players) == (False, True, 3)


def test_areas_that_the_host_had_picked_are_played_again():
    areas = ("northwest", "west", "southwest")
    table = TableWithAreas(areas)
    game = table.game
    end_early(game, list(game.seats.all()), timezone.now())
    again_at = again(Game.objects.get(pk=game.pk), "Ana")
    assert tuple(again_at.chosen_areas) == areas
    assert again_at.least_reliability == table.least_reliability


def TableWithAreas(areas: tuple[str, ...]) -> Table:  # noqa: N802  (as factories are called)
    from tests.factories import TableFactory

    table = TableFactory.create(areas="host", chosen_areas=list(areas), people=(person_called("Bob"),))
    Table.objects.filter(pk=table.pk).update(least_reliability=0)
    return tables.join(table, person_called("Cid"))


@pytest.mark.postgresql
@pytest.mark.parametrize(
    ("name", "following"),
    [
        ("Friday round", "Friday round (2)"),
        ("Friday round (2)", "Friday round (3)"),
        ("Friday (9)", "Friday (10)"),
        ("(2)", "(2) (2)"),
        ("x" * 80, "x" * 76 + " (2)"),
    ],
)
def test_name_counts_on(name, following):
    assert again(given_up(name=name), "Ana").name == following


# Pressing -----------------------------------------------------------------------------------------------------------


@pytest.mark.postgresql
def test_pressing_twice_makes_one_table():
    game = given_up()
    assert again(game, "Ana") == again(game, "Ana")
    assert seated(Table.objects.get()) == ["Ana", "(Bob)", "(Cid)"]


def test_second_to_press_sits_down_at_the_table_of_the_first():
    game = given_up()
    assert again(game, "Ana") == again(game, "Cid", is_reversed=True)
    assert seated(Table.objects.get()) == ["Ana", "(Bob)", "Cid"]


def test_game_begins_when_all_have_pressed(client):
    game = given_up()
    for name in ("Ana", "Bob", "Cid"):
        response = press(client, game, name)
    new = Table.objects.get().game
    assert new
    assert response.url == new.get_absolute_url()
    assert not KeptPlace.objects.exists()
    assert press(client, game, "Ana").url == new.get_absolute_url()


def test_table_that_was_closed_is_followed_by_another():
    game = given_up()
    first = again(game, "Ana")
    tables.close(first, person_called("Ana"), now=timezone.now())
    assert again(game, "Bob") != first


@pytest.mark.postgresql
def test_who_comes_too_late_is_told():
    game = given_up(players=2)
    table = again(game, "Ana")
    tables.release(table, person_called("Bob"), number=1)
    tables.join(table, person_called("Cid"))
    with pytest.raises(TableRefused, match="begun already"):
        again(game, "Bob")


@pytest.mark.parametrize("who", ["Stranger", "Dan"])
def test_who_did_not_play_cannot_play_again(who, client):
    game = given_up()
    with pytest.raises(TableRefused, match="Only those who played"):
        again(game, who)
    assert press(client, game, who).url == reverse("games:result", args=[game.pk])
    assert not Table.objects.exists()


@pytest.mark.postgresql
def test_running_game_has_no_rematch(client):
    game = GameFactory.create()
    with pytest.raises(TableRefused, match="not over"):
        again(game, "Ana")
    assert press(client, game, "Ana").url == game.get_absolute_url()


def test_practice_has_no_rematch(ana):
    game = practice.start(ana, SHORT, bots=1, bot_level="easy")
    end_early(game, list(game.seats.all()), timezone.now())
    with pytest.raises(TableRefused, match="bots alone"):
        again(Game.objects.get(pk=game.pk), "Ana")


def test_study_has_no_rematch():
    game = given_up()
    Game.objects.filter(pk=game.pk).update(studied_by=person_called("Ana"), is_public=False)
    with pytest.raises(TableRefused):
        again(game, "Ana")


def test_private_game_is_not_found_by_others(client):
    assert press(client, given_up(is_public=False), "Stranger").status_code == 404


def test_visitors_are_asked_to_log_in_and_guests_to_sign_up(client):
    game = given_up()
    address = reverse("matchmaking:play_again", args=[game.pk])
    assert reverse("account_login") in client.post(address).url
    client.force_login(GuestFactory.create())
    assert client.post(address).url == reverse("accounts:keep")


# The others ---------------------------------------------------------------------------------------------------------


def test_who_had_left_a_seat_to_a_bot_is_not_waited_for():
    game = GameFactory.create(players=4)
    game.seats.filter(name="Cid").update(absent_since=timezone.now())
    end_early(game, list(game.seats.all()), timezone.now())
    assert seated(again(Game.objects.get(pk=game.pk), "Ana")) == ["Ana", "(Bob)", None, "(Dan)"]
    assert not Absence.objects.exists()


def test_whose_account_is_closed_is_not_waited_for():
    game = given_up()
    User.objects.filter(name="Bob").update(is_active=False)
    assert seated(again(game, "Ana")) == ["Ana", None, "(Cid)"]


def test_others_are_told_once(django_capture_on_commit_callbacks):
    game = given_up()
    mail.outbox.clear()
    table = again(game, "Ana")
    again(game, "Ana")
    told = Alert.objects.filter(kind="rematch")
    assert sorted(alert.recipient.name for alert in told) == ["Bob", "Cid"]
    for alert in told:
        delivery.deliver(alert.pk, now=timezone.now())
    assert {message.subject for message in mail.outbox if "again" in message.subject} == {
        "Ana wants to play again: Friday round (2)"
    }
    assert all(table.get_absolute_url() in str(message.body) for message in mail.outbox if "again" in message.subject)


def test_who_has_joined_meanwhile_is_not_told_any_more():
    game = given_up()
    again(game, "Ana")
    again(game, "Bob")
    mail.outbox.clear()
    for alert in Alert.objects.filter(kind="rematch"):
        delivery.deliver(alert.pk, now=timezone.now())
    assert [message.to for message in mail.outbox] == [[person_called("Cid").email]]


def test_place_is_kept_from_strangers_and_bots():
    game = given_up()
    table = again(game, "Ana")
    with pytest.raises(TableRefused, match="kept for people"):
        tables.join(table, UserFactory.create())
    with pytest.raises(TableRefused, match="kept for Bob"):
        tables.add_bot(table, person_called("Ana"), number=1)


def test_stranger_is_told_that_the_places_are_kept_instead_of_a_button_that_refuses(client):
    table = again(given_up(players=2), "Ana")
    client.force_login(UserFactory())
    page = client.get(table.get_absolute_url())
    assert "All seats are taken or kept." in words_of(page)
    assert 'id="join"' not in html_of(page)
    client.force_login(person_called("Ana"))
    page = words_of(client.get(table.get_absolute_url()))
    assert "The players whose seats are kept have been told." in page
    assert "People who open the link can join when one becomes free" in page
    KeptPlace.objects.all().delete()
    client.force_login(person_called("Stranger"))
    assert 'id="join"' in html_of(client.get(table.get_absolute_url()))


def test_place_that_is_declined_is_free_for_anybody(client):
    game = given_up()
    table = again(game, "Ana")
    client.force_login(person_called("Bob"))
    page = html_of(client.get(table.get_absolute_url()))
    assert "A seat is kept for you." in page
    response = client.post(reverse("matchmaking:release", args=[table.pk]), {"number": 1})
    assert response.url == reverse("matchmaking:lobby")
    tables.join(table, person_called("Dan"))
    assert seated(table) == ["Ana", "Dan", "(Cid)"]


def test_host_frees_a_place_and_nobody_else_does(client):
    table = again(given_up(), "Ana")
    address = reverse("matchmaking:release", args=[table.pk])
    client.force_login(person_called("Stranger"))
    client.post(address, {"number": 1})
    assert seated(table) == ["Ana", "(Bob)", "(Cid)"]
    client.force_login(person_called("Ana"))
    assert client.post(address, {"number": "1"}).url == table.get_absolute_url()
    for number in ("1", "0", "5", "x", ""):
        assert client.post(address, {"number": number}).status_code == 409
    assert seated(table) == ["Ana", None, "(Cid)"]
    assert "kept for" in words_of(client.get(table.get_absolute_url()))


def test_private_table_is_seen_by_those_it_waits_for(client):
    table = again(given_up(is_public=False), "Ana")
    for name, status in (("Bob", 200), ("Stranger", 404)):
        client.force_login(person_called(name))
        assert client.get(table.get_absolute_url()).status_code == status
        assert (table.name in words_of(client.get(reverse("matchmaking:lobby")))) == (status == 200)


def test_lobby_counts_no_kept_place_as_free(client):
    again(given_up(), "Ana")
    client.force_login(person_called("Stranger"))
    assert "kept" in words_of(client.get(reverse("matchmaking:lobby")))


# Where it is pressed ------------------------------------------------------------------------------------------------


@pytest.mark.postgresql
def test_result_offers_it_to_those_who_played(client):
    game = play_to_the_end(GameFactory.create(players=2, options=SHORT))
    address = reverse("matchmaking:play_again", args=[game.pk])
    for page in (reverse("games:result", args=[game.pk]), game.get_absolute_url()):
        for name, is_offered in (("Ana", True), ("Stranger", False)):
            client.force_login(person_called(name))
            assert (address in html_of(client.get(page))) == is_offered
    again(game, "Ana")
    client.force_login(person_called("Ana"))
    assert "Go to the rematch" in words_of(client.get(reverse("games:result", args=[game.pk])))
    client.force_login(person_called("Bob"))
    assert "Join the rematch of Ana" in words_of(client.get(reverse("games:result", args=[game.pk])))


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_two_who_press_at_the_same_moment_sit_at_one_table():
    game = given_up()
    came_to = at_once(lambda: again(game, "Ana"), lambda: again(game, "Bob"), lambda: again(game, "Ana"))
    assert len({table.pk for table in came_to if isinstance(table, Table)}) == 1
    assert Table.objects.count() == 1
    assert seated(Table.objects.get()) == ["Ana", "Bob", "(Cid)"]
