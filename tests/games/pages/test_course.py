import msgspec
import pytest
from django.urls import reverse

import rules
from games.models import Game, Origin
from games.pages.game.course import MOST, PLAYED, Course
from games.pages.game.page import look
from tests.factories import GameFactory, person_called, play_on, play_until
from tests.games.scripts import AUCTIONS, PURCHASES, ROUND
from tests.pages import html_of, parts_of

pytestmark = pytest.mark.django_db


def course_of(game: Game, name: str, seen: int | None = None) -> Course:
    return look(game, person_called(name), seen=seen).course


def told(course: Course) -> list[tuple[int, object, str, list[str]]]:
    """Each item by its action, who did it, its words, and the kinds of its events, as scripts read them."""
    items = msgspec.json.decode(course.json)
    return [(item["at"], item["by"], item["words"], [event["kind"] for event in item["events"]]) for item in items]


def test_what_happened_since_the_last_turn_is_told_by_who_did_it():
    game = GameFactory.create(after=ROUND)
    course = course_of(game, "Bob")
    assert course.since == 14
    assert told(course) == [
        (15, 2, "Cid powered 1 city and earned 22 Elektro.", ["cities_powered"]),
        (
            15,
            "market",
            "3 coal, 2 oil, 1 garbage and 1 uranium came into the market. Plant 17 came into the market.",
            ["market_refilled", "plant_drawn"],
        ),
        (
            15,
            "round",
            "Round 2 began. The order of play is Cid, Ana and Bob. The auctions began.",
            ["round_began", "phase_began"],
        ),
    ]


def test_cities_have_the_path_along_which_they_were_built():
    game = play_on(GameFactory.create(after=PURCHASES), "build halle leipzig")
    item = msgspec.json.decode(course_of(game, "Ana").json)[-1]
    assert [event["path"] for event in item["events"]] == [[], ["halle", "leipzig"]]


def test_spectators_are_told_what_comes_while_they_look():
    game = GameFactory.create(after=AUCTIONS)
    assert course_of(game, "Stranger").items == ()
    assert {item.at for item in course_of(game, "Stranger", seen=4).items} == {5, 6}


def test_news_bring_what_came_since_they_were_looked_for(client):
    game = GameFactory.create(after=["open 4 4", "bid 5"])
    client.force_login(person_called("Ana"))
    page = client.get(
        reverse("games:updates", args=[game.pk]), {"seen": 1, "news": 0}, headers={"HX-Request": "true"}
    )
    assert "course" in parts_of(page)
    assert "Bob bid 5 Elektro" in html_of(page)


def test_order_before_and_standing_come_along():
    game = play_until(GameFactory.create(), lambda state: state.is_over)
    items = course_of(game, "Ana", seen=0).items
    began = [item for item in items if item.was]
    assert began
    assert all(sorted(item.was) == [0, 1, 2] for item in began)
    assert items[-1].standing[-1] == game.seats.get(rank=1).number


def test_at_most_so_many_items_are_told():
    game = play_until(GameFactory.create(), lambda state: state.round == 5)
    items = course_of(game, "Ana", seen=0).items
    assert len(items) == MOST
    assert items[-1].at == game.sequence


def test_who_decided_is_not_told():
    """Nor anything else beside what the rules call public."""
    game = GameFactory.create(options=rules.Options(money_visible=False), after=ROUND)
    before = course_of(game, "Stranger", seen=0)
    game.actions.filter(seat=0).update(origin=Origin.PLAN)
    assert course_of(game, "Stranger", seen=0) == before
    for item in before.items:
        assert {type(event) for event in item.events} <= {*PLAYED}
