"""What players are told who can say something before they are asked, and when that is all they are told."""

from datetime import timedelta

import pytest
from django.conf import settings
from django.utils import timezone

import rules
from accounts.models import User
from games.alerts import notices
from games.models import Game, Seat, StandingPlan
from games.plans.language import BuyPlan
from games.replay import snapshots
from notifications.models import Alert, Channel, Destination, Presence, State
from tests.factories import GameFactory, person_called, play_on, play_until
from tests.games.planned import invitation, plan
from tests.games.scripts import AUCTIONS, PURCHASES, ROUND
from tests.notifications.letters import letter

pytestmark = pytest.mark.django_db

PRICES = "Coal from 1, oil from 3, garbage from 7, uranium from 14."


def your_turn(game: Game, name: str) -> Alert:
    return Alert.objects.filter(subject_id=game.pk, kind="your_turn", recipient__name=name).latest("pk")


def money(game: Game, name: str) -> int:
    return snapshots.load(game).players[game.seats.get(name=name).number].money


def look(name: str, subject_id: int) -> None:
    seen = {"subject_id": subject_id, "seen_at": timezone.now() + timedelta(minutes=1)}
    Presence.objects.update_or_create(user=person_called(name), defaults=seen)


# What is said -------------------------------------------------------------------------------------------------------


def test_auctions_are_told_with_plants_money_and_one_link():
    game = GameFactory(name="Friday round", after=[*ROUND, "open 7 7"])
    message = letter(notices.plan_ahead, invitation(game, "Bob"))
    assert message.subject == "Friday round: your auctions"
    said = "Say now which plants you want, and up to what price. Then the game need not wait for you."
    for text in (message.text, message.html):
        assert said in text
        assert "Plant 08 powers 2 cities with 3 coal." in text
        assert f"You have {money(game, 'Bob')} Elektro." in text
        assert "You play with" not in text
    assert f"Say what you want:\n{settings.SITE_URL}/games/{game.pk}/\n" in message.text


def test_first_auctions_are_told_with_the_beginning_of_the_game():
    game = GameFactory(after=["open 4 4"])
    assert notices.plan_ahead(invitation(game, "Cid")).sentence.startswith("You play with Ana and Bob. Say now which")


def test_who_is_told_of_the_first_auctions_is_not_told_that_the_game_began():
    person_called("Bob")
    User.objects.update(is_invited_to_plan=True)
    game = GameFactory()
    kinds = Alert.objects.filter(subject_id=game.pk).order_by("recipient__name")
    told = [("Ana", "your_turn"), ("Bob", "plan_ahead"), ("Cid", "game_began")]
    assert list(kinds.values_list("recipient__name", "kind")) == told


def test_rest_of_a_round_is_told_with_prices_and_money_for_its_reader_alone():
    game = GameFactory(name="Friday round", after=AUCTIONS)
    notice = notices.plan_ahead(invitation(game, "Cid"))
    assert notice.title == "Friday round: your round"
    assert notice.sentence == "Say now what fuel you buy, and where you build. Then the game need not wait for you."
    message = letter(notices.plan_ahead, invitation(game, "Cid"))
    for text in (message.text, message.html):
        assert PRICES in text
        assert f"You have {money(game, 'Cid')} Elektro." in text


def test_who_is_asked_to_buy_reads_the_same_of_their_round():
    game = GameFactory(name="Friday round", after=AUCTIONS)
    notice = notices.your_turn(your_turn(game, "Bob"))
    assert (notice.title, notice.sentence) == ("Friday round: your round", "Buy resources.")
    message = letter(notices.your_turn, your_turn(game, "Bob"))
    for text in (message.text, message.html):
        assert PRICES in text
        assert f"Buy resources. You have {money(game, 'Bob')} Elektro." in text
        assert "Say with it where you build, and the game need not ask you again this round." in text


def test_fuel_that_is_sold_out_is_said_to_be():
    options = rules.Options(map="usa", first_game=True)

    def has_sold_out(state: rules.State) -> bool:
        return state.phase is rules.Phase.RESOURCES and not min(amount for _kind, amount in state.resources.items())

    game = play_until(GameFactory(players=6, options=options), has_sold_out)
    asked = game.seats.get(is_to_move=True)
    assert " sold out" in letter(notices.your_turn, your_turn(game, asked.name)).text


def test_building_alone_is_told_without_prices():
    game = GameFactory(after=PURCHASES)
    message = letter(notices.plan_ahead, invitation(game, "Cid"))
    assert "Say now where you build. Then the game need not wait for you." in message.text
    assert "Coal from" not in message.text


# When it is needed --------------------------------------------------------------------------------------------------


def test_invitation_is_dropped_once_one_is_asked_or_all_is_planned():
    game = GameFactory(after=["open 4 4"])
    assert notices.plan_ahead(invitation(game, "Bob")) is None
    Seat.objects.update(may_plan_since=None)
    assert notices.plan_ahead(invitation(game, "Cid")) is None


def test_invitation_to_the_auctions_is_dropped_once_they_are_over():
    first = invitation(GameFactory(after=AUCTIONS[:-1]), "Ana")
    game = play_on(Game.objects.get(), AUCTIONS[-1])
    assert notices.plan_ahead(first) is None
    assert notices.plan_ahead(invitation(game, "Ana")) is not None


def test_invitation_to_a_round_that_still_waits_is_for_what_is_left_of_it():
    waiting = invitation(GameFactory(after=AUCTIONS), "Cid")
    play_on(Game.objects.get(), *PURCHASES[len(AUCTIONS) :])
    assert notices.plan_ahead(waiting).sentence.startswith("Say now where you build.")


def test_who_has_bought_at_the_game_is_not_invited_to_build():
    waiting = invitation(GameFactory(after=AUCTIONS), "Cid")
    look("Cid", waiting.subject_id)
    assert notices.plan_ahead(waiting) is not None
    play_on(Game.objects.get(), *PURCHASES[len(AUCTIONS) :])
    assert notices.plan_ahead(waiting) is None


# Once, not twice ----------------------------------------------------------------------------------------------------


@pytest.fixture
def told() -> Game:
    """Cid was told of their round by mail, and is then asked to buy."""
    person_called("Cid")
    User.objects.filter(name="Cid").update(is_invited_to_plan=True)
    game = GameFactory.create(after=AUCTIONS)
    Alert.objects.filter(kind="plan_ahead", subject_id=game.pk).update(state=State.SENT, sent_at=timezone.now())
    return play_on(game, "buy o2", "buy c2")


def test_who_was_told_of_their_round_is_not_told_again_when_they_are_to_buy(told):
    assert notices.your_turn(your_turn(told, "Cid")) is None
    running_out = Alert(recipient=person_called("Cid"), kind="running_out", subject_id=told.pk)
    running_out.sequence = your_turn(told, "Cid").sequence
    Seat.objects.update(due_at=timezone.now())
    assert notices.running_out(running_out) is not None


@pytest.mark.parametrize("is_there", [True, False])
def test_who_has_been_at_the_game_or_elsewhere_since_is_told(told, is_there):
    look("Cid", told.pk if is_there else 0)
    assert notices.your_turn(your_turn(told, "Cid")) is not None


def test_who_was_there_before_they_were_told_of_their_round_is_not_told_again(told):
    look("Cid", told.pk)
    Presence.objects.update(seen_at=timezone.now() - timedelta(days=1))
    assert notices.your_turn(your_turn(told, "Cid")) is None


def test_invitation_that_did_not_go_out_gives_way_to_the_question(told):
    invited = Alert.objects.get(kind="plan_ahead", sequence=invitation(told, "Cid").sequence)
    invited.state, invited.sent_at = State.NEW, None
    invited.save()
    assert notices.plan_ahead(invited) is None
    assert notices.your_turn(your_turn(told, "Cid")) is not None


def test_each_way_is_asked_for_itself(told):
    hook = Destination.objects.create(user=person_called("Cid"), channel=Channel.DISCORD, address="https://x.example")
    alert = your_turn(told, "Cid")
    alert.destination = hook
    assert notices.your_turn(alert) is not None


def test_whose_plan_asks_is_told(told):
    plan(told, "Cid", BuyPlan())
    StandingPlan.objects.update(asks={"kind": "took_back"})
    Seat.objects.update(answers_at=None)
    assert notices.your_turn(your_turn(told, "Cid")) is not None


def test_who_has_bought_is_told_when_they_are_to_build(told):
    game = play_on(told, "buy c1 o1", "build hannover", "build leipzig")
    assert game.seats.get(is_to_move=True).name == "Cid"
    assert notices.your_turn(your_turn(game, "Cid")).title.endswith(": your turn")


def test_word_of_an_earlier_round_counts_no_more(told):
    game = play_on(told, *ROUND[len(AUCTIONS) + 2 :], "decline", "decline", "decline")
    alerts = Alert.objects.filter(kind="plan_ahead", subject_id=game.pk)
    alerts.filter(sequence=invitation(game, "Cid").sequence).delete()
    game = play_on(game, "buy", "buy")
    assert notices.your_turn(your_turn(game, "Cid")) is not None
