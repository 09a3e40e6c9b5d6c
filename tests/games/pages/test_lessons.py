"""The tutorial: its chapters played as they are meant to be, in other ways, and in ways that they do not take."""

import re
from collections.abc import Iterator
from itertools import combinations, product

import pytest
from django.conf import settings
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

import rules
from games.models import Game
from games.pages.lessons.chapters import CHAPTERS
from games.pages.lessons.course import Course, NotHere, begin
from games.pages.lessons.positions import YOU
from rules.versions import NEWEST
from tests.factories import UserFactory
from tests.games.lessons import WAYS
from tests.pages import COMPOSING, html_of, parts_of, words_of
from tests.services.visitors import fields_of

pytestmark = pytest.mark.django_db

AUCTION = reverse("games:lesson", args=["auction"])
MOST_COURSES = 8
"""In how many ways each step of a chapter is begun."""


def act(client: Client, slug: str, text: str, number: int, **more):
    """Send the action that is written so, as a reader who has done so many steps."""
    fields: dict[str, list[str]] = {"expected": [str(number)]}
    for name, value in fields_of(rules.parse_action(text)):
        fields.setdefault(name, []).append(value)
    return client.post(reverse("games:lesson", args=[slug]), fields, **more)


def play(client: Client, slug: str, steps: int | None = None) -> None:
    """Take the first steps of a chapter, or all of them."""
    for number, text in enumerate(WAYS[slug][:steps]):
        assert act(client, slug, text, number).status_code == 302, f"{slug} {number}: {text}"


# As they are meant to be played -------------------------------------------------------------------------------------


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda chapter: chapter.slug)
def test_a_chapter_is_played_from_its_first_step_to_its_last(client, chapter):
    address = reverse("games:lesson", args=[chapter.slug])
    for number, (step, text) in enumerate(zip(chapter.steps, WAYS[chapter.slug], strict=True)):
        page = words_of(client.get(address))
        assert str(step.task) in page
        assert f"{number + 1}/{len(chapter.steps)}" in page
        assert act(client, chapter.slug, text, number).status_code == 302
    page = words_of(client.get(address))
    assert all(str(sentence) in page for sentence in chapter.closing)
    assert not Game.objects.exists()


@pytest.mark.parametrize("version", range(1, NEWEST + 1))
@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda chapter: chapter.slug)
def test_a_chapter_can_be_played_by_each_version_of_the_rules(chapter, version, monkeypatch):
    """And the others do what is written for them: no bot is asked."""
    monkeypatch.delattr("rules.bots.decide")
    course = begin(chapter, version)
    for text in WAYS[chapter.slug]:
        rules.check(course.state)
        course = course.after(rules.parse_action(text))
    assert course.step is None


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda chapter: chapter.slug)
def test_whatever_a_chapter_takes_leads_to_its_next_question(chapter):
    courses = [begin(chapter)]
    while courses[0].step:
        following: list[Course] = []
        for course in courses:
            assert isinstance(rules.legal(course.state, YOU), course.step.asks), course.presses
            taken = list(_taken(course))
            assert taken, course.presses
            following += [*taken[: MOST_COURSES // 2], *taken[-MOST_COURSES // 2 :]]
        courses = following[:MOST_COURSES]
    assert all(course.step is None for course in courses)


def _taken(course: Course) -> Iterator[Course]:
    """The course after each choice that the chapter takes; each other one is answered with a sentence."""
    for action in _choices(course.state):
        try:
            yield course.after(action)
        except NotHere as other:
            _check_wish(str(other.wish))
        except rules.RuleError:
            continue  # two cities that cannot both be paid


def _check_wish(wish: str) -> None:
    assert wish.startswith("You can")
    assert wish.endswith((".", "?"))


def _choices(state: rules.State) -> Iterator[rules.Action]:
    """What the rules may allow: all of it, but for bids and purchases far above what anybody needs."""
    match rules.legal(state, YOU):
        case rules.OpeningDecision(plants=offers, may_decline=may_decline):
            for offer in offers:
                yield from (rules.OpenAuction(offer.plant, bid) for bid in range(offer.least, offer.least + 8))
            if may_decline:
                yield rules.DeclineAuction()
        case rules.BiddingDecision(least=least):
            yield from map(rules.Bid, range(least, least + 8))
            yield rules.PassBid()
        case rules.DiscardDecision(plants=offers):
            yield from (rules.DiscardPlant(offer.plant) for offer in offers)
        case rules.PurchaseDecision(fuels=offers):
            kinds = [[(offer.kind, count) for count in range(min(offer.room, 7) + 1)] for offer in offers]
            yield from (rules.BuyResources.of(rules.Fuel(**dict(wanted))) for wanted in product(*kinds))
        case rules.BuildingDecision(cities=offers):
            cities = [offer.city for offer in offers]
            for size in range(3):
                yield from map(rules.BuildCities, combinations(cities, size))
        case rules.PoweringDecision(best=best):
            yield best
            yield rules.RunPlants(())


# What is not taken --------------------------------------------------------------------------------------------------


def test_a_choice_that_the_rules_allow_and_the_chapter_does_not_want_is_answered(client):
    response = act(client, "auction", "open 6 6", 0)
    assert "You can, but plant 06 burns garbage" in words_of(response)
    assert "Your first plant" in words_of(client.get(AUCTION))


@pytest.mark.parametrize(
    ("slug", "steps", "text", "rule"),
    [
        ("auction", 0, "open 8 8", "AUC-4"),
        ("auction", 0, "open 4 3", "AUC-5"),
        ("auction", 0, "decline", "AUC-20"),
        ("auction", 1, "bid 5", "AUC-8"),
        ("auction", 5, "discard 20", "AUC-16"),
        ("fuel", 2, "buy c5", "PLT-7"),
        ("network", 2, "build dortmund", "BLD-9"),
        ("network", 3, "build nurnberg dresden", "BLD-14"),
        ("ending", 4, "build trier nurnberg", "BLD-14"),
    ],
)
def test_what_the_rules_refuse_is_refused_with_its_rule(client, slug, steps, text, rule):
    play(client, slug, steps)
    response = act(client, slug, text, steps)
    assert response.status_code == 422
    assert refusal_in(response) == rule
    assert client.session.get("lessons", {}).get(slug, {}).get("presses", []) == list(WAYS[slug][:steps])


def refusal_in(response: HttpResponse) -> str:
    """The rule that a refusal names. The step has links to rules of its own."""
    found = re.search(r'<div class="notice error problem".*?#([A-Z]+-\d+)"', html_of(response), re.S)
    assert found, "Nothing was refused."
    return found[1]


def test_a_second_press_is_not_taken_twice(client):
    play(client, "auction", 1)
    response = act(client, "auction", "open 4 4", 0)
    assert response.status_code == 409
    assert "You have gone on meanwhile" in words_of(response)


@pytest.mark.parametrize(
    "fields", [{}, {"action": "open", "plant": "x"}, {"action": "bid", "amount": "1", "way": "?"}]
)
def test_what_cannot_be_read_is_explained(client, fields):
    assert client.post(AUCTION, fields).status_code == 400


def test_nothing_more_is_taken_after_the_last_step(client):
    play(client, "auction")
    assert "This chapter is over" in words_of(act(client, "auction", "pass", 6))
    assert client.get(AUCTION, {"action": "pass"}).status_code == 200


def test_there_are_no_other_chapters(client):
    assert client.get(reverse("games:lesson", args=["poker"])).status_code == 404


# On the page --------------------------------------------------------------------------------------------------------


def test_htmx_gets_the_parts_that_have_changed(client):
    response = act(client, "auction", "open 4 4", 0, headers=COMPOSING)
    assert response["HX-Replace-Url"] == AUCTION
    assert {"line", "board", "players", "plant-market", "fuel-market"} <= parts_of(response)
    assert "Bob bid 5 Elektro for plant 04." in words_of(response)
    assert "Bid or pass" in words_of(response)


def test_what_is_composed_stays_in_the_address(client):
    response = client.get(AUCTION, {"action": "open", "plant": "4", "bid": "4"}, headers=COMPOSING)
    assert response["HX-Replace-Url"].startswith(f"{AUCTION}?action=open")
    assert 'name="plant" value="4"' in html_of(response)
    assert "Your first plant" in words_of(response)


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda chapter: chapter.slug)
def test_the_rules_that_a_step_names_are_on_the_rules_page(client, chapter):
    book = html_of(client.get(reverse("games:rules_of", args=["classic", "germany"])))
    named = {rule for step in chapter.steps for rule in step.rule_ids}
    assert [rule for rule in sorted(named) if f'id="{rule}"' not in book] == []


def test_nothing_is_asked_of_the_database_for_a_visitor_who_only_looks(client):
    with CaptureQueriesContext(connection) as queries:
        client.get(AUCTION)
    assert [query["sql"] for query in queries if "game" in query["sql"]] == []


# How far a reader has come ------------------------------------------------------------------------------------------


def test_a_step_is_taken_back_and_a_chapter_begun_again(client):
    play(client, "auction", 2)
    client.post(AUCTION, {"way": "back"})
    assert "2/6" in words_of(client.get(AUCTION))
    client.post(AUCTION, {"way": "again"})
    assert "1/6" in words_of(client.get(AUCTION))


def test_the_list_leads_to_the_first_chapter_that_is_not_done(client):
    learn = reverse("games:learn")
    assert "Start" in words_of(client.get(learn))
    play(client, "auction", 1)
    assert "Go on" in words_of(client.get(learn))
    play_rest(client)
    page = html_of(client.get(learn))
    assert f'id="go-on" href="{reverse("games:lesson", args=["fuel"])}"' in page
    client.post(AUCTION, {"way": "again"})
    assert f'id="go-on" href="{reverse("games:lesson", args=["fuel"])}"' in html_of(client.get(learn))


def play_rest(client: Client) -> None:
    for number, text in enumerate(WAYS["auction"][1:], 1):
        act(client, "auction", text, number)


def test_what_a_visitor_has_done_stays_when_they_become_a_guest_and_when_they_log_in(client):
    play(client, "auction", 2)
    client.post(reverse("matchmaking:practice"), {"game": "first", "bots": "2"})
    assert "3/6" in words_of(client.get(AUCTION))
    other = Client()
    play(other, "auction", 3)
    other.force_login(UserFactory.create())
    assert "4/6" in words_of(other.get(AUCTION))


def test_a_browser_keeps_it_for_half_a_year(client):
    play(client, "auction", 1)
    assert client.cookies[settings.SESSION_COOKIE_NAME]["max-age"] == 180 * 24 * 60 * 60


def test_presses_that_a_chapter_does_not_take_any_more_are_left_out(client):
    session = client.session
    session["lessons"] = {"auction": {"presses": ["open 4 4", "bid 99", "nonsense"], "is_done": False}}
    session.save()
    assert "2/6" in words_of(client.get(AUCTION))
