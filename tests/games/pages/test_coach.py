"""The coach: who is advised and when, what its pages say, and what it takes."""

import re

import pytest
from django.test import Client
from django.urls import reverse

import rules
from games.models import Checkpoint, Game
from games.pages.coach import decisions, page, views
from games.replay import position_index
from games.story.names import Former, Names
from games.turns import undo
from rules.bots import Advice, Option
from tests.factories import GameFactory, UserFactory, person_called, play_on, play_to_the_end, play_until
from tests.pages import html_of, link, reshuffled, words_of

pytestmark = pytest.mark.django_db

PAGES = ("coach", "coach_answer")
SHORT = rules.Options(first_game=True)


@pytest.fixture(autouse=True)
def _thinks_in_haste(monkeypatch):
    monkeypatch.setattr(page, "PLAYOUTS", 1)


@pytest.fixture
def practice() -> Game:
    """Ana is asked to build in a game against two bots."""
    game = GameFactory.create(players=3, bots=2, options=SHORT)
    return play_until(game, lambda state: state.round > 1 and state.phase == "building" and 0 in state.to_move)


@pytest.fixture
def ana() -> Client:
    client = Client()
    client.force_login(person_called("Ana"))
    return client


def address(game: Game, number: int, name: str = "coach") -> str:
    return reverse(f"games:{name}", args=[game.pk, number])


def own_of(game: Game, name: str = "Ana") -> list[int]:
    seat = game.seats.get(user=person_called(name))
    return decisions.own(position_index.of(game), seat, Names.of(game))


# Who is advised -----------------------------------------------------------------------------------------------------


def test_nobody_is_advised_while_people_play(ana):
    game = GameFactory.create(players=3, bots=1, after=["open 4 4", "pass"])
    numbers = (1, game.sequence, game.sequence + 1)
    answers = [ana.get(address(game, number, name)) for number in numbers for name in PAGES]
    answers.append(ana.get(reverse("games:review", args=[game.pk])))
    assert {answer.status_code for answer in answers} == {403}
    shown = [ana.get(game.get_absolute_url()), ana.get(reverse("games:history", args=[game.pk, 1]))]
    assert not any("to-coach" in html_of(answer) for answer in shown)


def test_players_are_advised_after_the_end(ana):
    game = play_to_the_end(GameFactory.create(players=3, options=SHORT))
    for number in own_of(game)[:2]:
        assert "At a glance" in words_of(ana.get(address(game, number, "coach_answer")))
    assert link(ana.get(game.get_absolute_url()), "to-review") == reverse("games:review", args=[game.pk])


def test_nobody_else_is_advised(practice):
    eve = Client()
    number = own_of(practice)[0]
    assert eve.get(address(practice, number))["Location"].startswith(reverse("account_login"))
    eve.force_login(UserFactory.create(name="Eve"))
    assert {eve.get(address(practice, number, name)).status_code for name in PAGES} == {403}
    Game.objects.filter(pk=practice.pk).update(is_public=False)
    assert {eve.get(address(practice, number, name)).status_code for name in PAGES} == {404}


def test_only_own_decisions_can_be_asked_about(practice, ana):
    others = [action.sequence for action in practice.actions.exclude(seat=0)]
    beyond = [0, practice.sequence + 2, 10**12]
    assert {ana.get(address(practice, number)).status_code for number in (*others[:3], *beyond)} == {404}


def test_decisions_of_a_former_player_are_not_ones_own(practice):
    seat, course = practice.seat_of(person_called("Ana")), position_index.of(practice)
    names = Names.of(practice)
    first, *later = decisions.own(course, seat, names)
    assert decisions.own(course, seat, Names(names.seats, names.board, (Former(0, "Dan", first),))) == later


def test_what_is_settled_before_the_first_round_is_left_out():
    game = GameFactory.create(players=2, bots=1, options=rules.Options(areas="draft"))
    state = rules.start(game.read_setup())
    assert state.phase is rules.Phase.SETUP
    assert decisions.address_now(game, game.seat_of(person_called("Ana")), state) == ""
    game = play_until(game, lambda state: state.phase != rules.Phase.SETUP and 0 in state.to_move)
    chosen = [action.sequence for action in game.actions.filter(seat=0) if "choose_area" in action.body]
    assert chosen
    assert not {*chosen} & {*own_of(game)}


def test_who_asks_while_another_answer_is_thought_about_can_ask_again_soon(practice, ana):
    answer = address(practice, own_of(practice)[0], "coach_answer")
    with views.FREE:
        response = ana.get(answer)
        part = ana.get(answer, headers={"HX-Request": "true"})
    assert (response.status_code, response["Retry-After"]) == (503, "2")
    assert "Ask again in a moment." in words_of(response)
    assert link(response, "ask-coach") == answer
    assert part.status_code == 202
    assert f'hx-get="{answer}" hx-trigger="load delay:2s"' in html_of(part)
    assert "At a glance" in words_of(ana.get(answer))


def test_question_that_cannot_be_answered_keeps_nobody_waiting(practice, ana):
    assert ana.get(address(practice, 0, "coach_answer")).status_code == 404
    assert ana.get(address(practice, own_of(practice)[0], "coach_answer")).status_code == 200


# What it says -------------------------------------------------------------------------------------------------------


def test_answer_has_what_was_done_what_hard_would_do_and_why(practice, ana):
    known = own_of(practice)
    words = [words_of(ana.get(address(practice, number, "coach_answer"))) for number in known]
    assert all(re.search(r"What would Hard have done\? Hard \S", told) for told in words)
    assert all("Chance to win" in told and "%" in told for told in words)
    assert any("is worth about" in told and "Least price" in told for told in words)
    assert any("a round, and" in told and "come back" in told for told in words)
    assert any("Connection Cost Earns" in told for told in words)


def option(chance: float, *, doubt: float = 0.001, action: rules.Action | None = None) -> Option:
    return Option(action or rules.PassBid(), chance, behind=0.5 - chance, doubt=doubt)


def advice(*options: Option, taken: Option | None = None, deals: int = 12) -> Advice:
    """Hard would do the first of these, and has not thought of the rest or weighed it."""
    ranked = tuple(sorted(options, key=lambda option: -option.chance))
    return Advice(options[0], taken, ranked, deals, rounds=5, guesses_money=False, figures=None)


@pytest.mark.parametrize(
    ("best", "yours", "doubt", "verdict"),
    [
        (0.005, 0.0, 0.001, "Hard sees hardly any chance to win here, whatever you do."),
        (0.5, 0.52, 0.001, "Hard would not think of what you did, but it looks at least as good."),
        (0.5, 0.5, 0.001, "What you did looks about as good."),
        (0.5, 0.49, 0.001, "What you did looks about as good."),
        (0.5, 0.46, 0.03, "It came out ahead of what you did, 50\xa0% to 46\xa0%, but that can be luck."),
        (0.5, 0.46, 0.001, "It looks a little better than what you did: 50\xa0% instead of 46\xa0%."),
        (0.5, 0.3, 0.001, "It looks better than what you did: 50\xa0% instead of 30\xa0%."),
    ],
)
def test_verdict_compares_what_was_done_with_what_hard_would_do(best, yours, doubt, verdict):
    taken = option(yours, doubt=doubt, action=rules.Bid(7))
    assert page._verdict(advice(option(best), taken, taken=taken)) == verdict


def test_verdict_is_short_where_nothing_was_done_or_the_same():
    assert page._verdict(advice(option(0.5))) == ""
    assert page._verdict(advice(option(0.5), option(0.3, doubt=0.05))) == ""
    assert page._verdict(advice(option(0.5), taken=option(0.5))) == "You did the same."


@pytest.mark.parametrize(("chance", "doubt"), [(0.49, 0.001), (0.4, 0.06)])
def test_choice_that_may_be_as_good_is_told_of(chance, doubt):
    assert page._verdict(advice(option(0.5), option(chance, doubt=doubt))) == "Another choice may be as good."


@pytest.mark.parametrize(
    ("doubts", "deals", "said"),
    [
        ([0.1], 6, "Hard thinks of nothing else. It tried this 6 times, each time with other cards that may come."),
        ([0, 0], 1, "Hard tried each choice once: it played three rounds, with other cards that may come."),
        (
            [0, 0.03],
            12,
            "Hard tried each choice 12 times: it played three rounds, each time with other cards that may come. A"
            " difference of up to 6 points can be luck.",
        ),
        (
            [0, 1],
            1,
            "Hard tried each choice once: it played three rounds, with other cards that may come. A difference of up"
            " to 99 points can be luck.",
        ),
    ],
)
def test_answer_says_how_far_its_chances_can_be_trusted(doubts, deals, said):
    assert page._trust(advice(*(option(0.5, doubt=doubt) for doubt in doubts), deals=deals)) == said


def test_page_waits_to_be_asked_and_the_answer_comes_alone_for_htmx(practice, ana):
    number = own_of(practice)[0]
    response = ana.get(address(practice, number))
    answer = address(practice, number, "coach_answer")
    assert "At a glance" not in words_of(response)
    assert link(response, "ask-coach") == answer
    assert f'hx-get="{answer}" hx-trigger="load"' in html_of(response)
    part = html_of(ana.get(answer, headers={"HX-Request": "true"}))
    assert part.strip().startswith("<section")
    assert 'id="coach-answer"' in part
    assert "hx-trigger" not in part
    assert "<html" not in part


def test_decision_of_now_is_advised_and_then_compared_with_what_is_done(practice, ana):
    number = practice.sequence + 1
    assert link(ana.get(practice.get_absolute_url()), "to-coach") == address(practice, number)
    answer = words_of(ana.get(address(practice, number, "coach_answer")))
    assert "What would Hard do?" in answer
    assert "You did" not in answer
    play_on(practice, "build")
    answer = words_of(ana.get(address(practice, number, "coach_answer")))
    assert "You Build in no city What would Hard have done?" in answer


def test_answer_says_nothing_of_what_nobody_has_seen(practice, ana):
    numbers = [*own_of(practice)[::3], practice.sequence + 1]

    def told(game: Game) -> list[str]:
        return [
            html_of(ana.get(address(game, number, "coach_answer"), headers={"HX-Request": "true"}))
            for number in numbers
        ]

    before = told(practice)
    Checkpoint.objects.all().delete()
    assert told(reshuffled(practice)) == before


def test_past_position_leads_to_the_coach_where_the_decision_was_ones_own(practice, ana):
    own, others = own_of(practice)[-1], practice.actions.exclude(seat=0).first().sequence
    assert link(ana.get(reverse("games:history", args=[practice.pk, own])), "to-coach") == address(practice, own)
    assert "to-coach" not in html_of(ana.get(reverse("games:history", args=[practice.pk, others])))


def test_links_lead_from_one_own_decision_to_the_next_and_to_that_of_now(practice, ana):
    first, *_, last = own = own_of(practice)
    response = ana.get(address(practice, first))
    assert f"1 of {len(own)}" in words_of(response)
    assert 'id="coach-back"' not in html_of(response)
    assert link(response, "coach-on") == address(practice, own[1])
    response = ana.get(address(practice, last))
    assert link(response, "coach-back") == address(practice, own[-2])
    assert link(response, "coach-on") == address(practice, practice.sequence + 1)


def test_all_decisions_are_listed_by_phase(practice, ana):
    response = ana.get(reverse("games:review", args=[practice.pk]))
    for number in own_of(practice):
        assert link(response, f"decision-{number}") == address(practice, number)
    assert "Round 1, Auction" in words_of(response)
    assert link(response, "review-now") == address(practice, practice.sequence + 1)


def test_decision_that_was_taken_back_can_be_asked_about_but_is_not_listed(ana):
    game = bought_just_now(GameFactory.create(players=2, bots=1, undo_by_consent=True))
    number = own_of(game)[-1]
    game = undo.take_back(game, game.seats.get(number=0), expected=game.sequence)
    assert number not in own_of(game)
    assert "Taken back" in words_of(ana.get(address(game, number)))


def bought_just_now(game: Game) -> Game:
    """Ana has just decided, and can take it back at once."""
    game = play_until(game, lambda state: state.phase == "resources" and state.to_move == (0,))
    return play_on(game, "buy")


def test_page_takes_few_queries(practice, ana, django_assert_max_num_queries):
    number = own_of(practice)[1]
    with django_assert_max_num_queries(8):
        ana.get(address(practice, number, "coach_answer"))
    with django_assert_max_num_queries(8):
        ana.get(reverse("games:review", args=[practice.pk]))


def test_player_hears_why_nobody_is_advised_while_people_play(ana):
    answer = ana.get(address(GameFactory.create(after=["open 4 4"]), 1))
    assert answer.status_code == 403
    assert "While people play against each other, the coach advises nobody." in words_of(answer)
