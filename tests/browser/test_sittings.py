"""Two sittings a round: four people, each in their own way, say all auctions at once, then the rest of the round."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

import rules
from games.models import Game, PoweringRule
from games.replay import snapshots
from tests.browser.conftest import LAPTOP, PHONE
from tests.browser.hands import Hand, Keyboard, Mouse, Touch
from tests.browser.layout import assert_fits
from tests.extent import EVERYTHING
from tests.factories import GameFactory, person_called, play_on
from tests.games.planned import come_due_until_quiet
from tests.games.scripts import AUCTIONS
from tests.games.taking import seat_of

WAYS: dict[str, tuple[type[Hand], dict[str, Any]]] = {
    "Ana": (Mouse, {"viewport": LAPTOP}),
    "Bob": (Touch, {"viewport": PHONE, **Touch.context}),
    "Cid": (Keyboard, {"viewport": LAPTOP}),
    "Dan": (Keyboard, {"viewport": PHONE}),
}
ROUNDS = 3 if EVERYTHING else 2

MOST_PRESSES = 14
MOST_SECONDS = 40
A_PRESS = 2.0
"""Seconds in which a practised hand finds the next thing to press, and presses it."""
A_KEY = 0.2


@dataclass
class Sitting:
    """What a person does on a page that asks for a whole phase or the rest of a round, and how often they press."""

    hand: Hand
    presses: int = 0
    keys: int = 0

    def press(self, control: Locator) -> None:
        if isinstance(self.hand, Keyboard):
            self.keys += self.hand._go_to(control)
        self.hand.press(control)
        self.presses += 1

    def on(self, selector: str) -> Locator:
        return self.hand.page.locator(selector)

    def settle(self) -> None:
        expect(self.on(".htmx-request")).to_have_count(0)

    def pick(self, control: Locator, count: str, number: int) -> None:
        """Press something that adds to what is composed, and see that it has."""
        self.press(control)
        expect(self.on(count)).to_have_count(number)
        self.settle()

    @property
    def seconds(self) -> float:
        return self.presses * A_PRESS + self.keys * A_KEY


def begin() -> Game:
    game = GameFactory.create(players=4)
    game.seats.update(powering=PoweringRule.LEAST)
    return game


def open_sitting(page: Page, game: Game, heading: str) -> None:
    page.goto(game.get_absolute_url())
    if page.locator("#to-wishes").is_visible():  # who is asked for one plant can say it all at once
        page.locator("#to-wishes").click()
    expect(page.locator("#action-heading")).to_have_text(heading)
    assert_fits(page)


def say_auctions(page: Page, game: Game, by: type[Hand], wanted: list[int]) -> Sitting:
    """Wish for some plants, the most wanted first, each up to what is proposed."""
    open_sitting(page, game, "Your auctions")
    sitting = Sitting(by(page))
    for number, plant in enumerate(wanted, 1):
        sitting.pick(sitting.on(f"#plant-{plant}"), ".wishes > li", number)
    sitting.press(sitting.on("#confirm"))
    expect(sitting.on("#action-heading")).not_to_have_text("Your auctions")
    return sitting


def say_round(page: Page, game: Game, by: type[Hand], cities: int) -> Sitting:
    """Buy what is proposed, or nothing, and build in the cheapest cities that can be paid, or nowhere."""
    open_sitting(page, game, "Your round")
    sitting = Sitting(by(page))
    proposal = sitting.on("#proposal-1")
    if proposal.count():
        sitting.press(proposal)
        expect(sitting.on("#proposal-1[aria-current]")).to_be_visible()
        sitting.settle()
    elif sitting.on("#nothing").count():  # who is asked now does it now
        sitting.press(sitting.on("#nothing"))
        expect(sitting.on(".round-fuel")).to_have_count(0)
    elif sitting.on(".round-fuel").count():
        tick(sitting, "no-fuel")
    if not sitting.on(".sitting").count():
        return sitting
    to_cities = sitting.on(".to-cities")
    if to_cities.is_visible():
        sitting.press(sitting.on("label:has(#tab-board)") if by is Touch else sitting.on("#tab-board"))
    for number in range(1, cities + 1):
        if not sitting.on(".nearest a").count():
            break
        sitting.pick(sitting.on(".nearest a").first, ".round-cities .steps li", number)
    if not sitting.on(".round-cities .steps li").count():
        tick(sitting, "no-cities")
    sitting.press(sitting.on("#confirm"))
    expect(sitting.on("#action-heading")).not_to_have_text("Your round")
    return sitting


def tick(sitting: Sitting, name: str) -> None:
    sitting.hand.choose(sitting.on(f"#compose [name={name}]"))
    sitting.presses += 1
    expect(sitting.on("#confirm")).to_be_visible()
    sitting.settle()


@pytest.mark.long
def test_four_people_play_rounds_with_two_sittings_each(page_of, take_picture):
    game = begin()
    calm = {"reduced_motion": "reduce"}
    pages = {name: page_of(person_called(name), **options, **calm) for name, (_, options) in WAYS.items()}
    for number in range(1, ROUNDS + 1):
        assert (game.round, game.phase) == (number, rules.Phase.AUCTION)
        everybody_says_their_auctions(game, pages)
        game = come_due_until_quiet(game)
        assert (game.round, game.phase) == (number, rules.Phase.RESOURCES), asked_for(game)
        everybody_says_their_round(game, pages, take_picture)
        game = come_due_until_quiet(game)
    assert (game.round, game.phase) == (ROUNDS + 1, rules.Phase.AUCTION), asked_for(game)


def everybody_says_their_auctions(game: Game, pages: dict[str, Page]) -> None:
    """Everybody wants all plants on show in the first round, each another first, and later one that they can pay."""
    state = snapshots.load(game)
    market = [*state.market]
    for place, (name, page) in enumerate(pages.items()):
        money = state.players[seat_of(game, name).number].money
        wanted = market[place:] + market[:place] if game.round == 1 else [min(market)] if money > 60 else []
        if wanted:
            say_auctions(page, game, WAYS[name][0], wanted)
        else:
            page.goto(game.get_absolute_url())
            button = page.locator("#decline, #pass-all").first
            Sitting(WAYS[name][0](page)).press(button)
            expect(page.locator("#action-heading")).to_have_text("Waiting for others")
        leave(page)


def everybody_says_their_round(game: Game, pages: dict[str, Page], take_picture) -> None:
    for name, page in pages.items():
        sitting = say_round(page, game, WAYS[name][0], cities=2)
        assert sitting.presses <= MOST_PRESSES
        assert sitting.seconds <= MOST_SECONDS, f"{name}: {sitting.presses} presses and {sitting.keys} keys"
        take_picture(page, f"sitting-{game.round}-{name}")
        leave(page)


def leave(page: Page) -> None:
    """Have a page follow nothing: that would take longer than the sittings, and they begin by loading it."""
    page.goto("about:blank")


def asked_for(game: Game) -> str:
    return ", ".join(
        f"{seat.name} is asked {seat.question}: {[row.asks for row in seat.plans.all()]}"
        for seat in game.seats.filter(is_to_move=True)
    )


def test_what_is_composed_stays_while_others_act(page_of):
    """News come while somebody composes their round: nothing that they said is lost, and prices follow."""
    game = GameFactory(after=AUCTIONS)
    page = page_of(person_called("Cid"), viewport=LAPTOP)
    page.goto(game.get_absolute_url())
    page.locator("#proposal-1").click()
    expect(page.locator("#proposal-1[aria-current]")).to_be_visible()
    page.locator("#compose [name=floor]").fill("7")
    page.wait_for_url("**floor=7**")
    game.refresh_from_db()
    play_on(game, "buy o2")
    page.evaluate("document.getElementById('poll').dispatchEvent(new Event('game-due'))")
    expect(page.locator("#awaited")).to_contain_text("Ana")
    expect(page.locator("#compose [name=floor]")).to_have_value("7")
    expect(page.locator("#confirm")).to_contain_text("Plan: buy")


def test_box_that_is_ticked_no_more_stays_so_and_the_address_says_each_thing_once(page_of):
    """The links in the panel were drawn while it was ticked."""
    page = page_of(person_called("Cid"), viewport=LAPTOP)
    page.goto(GameFactory(after=AUCTIONS).get_absolute_url())
    nothing, proposed = page.locator("#compose [name=no-cities]"), page.locator("#proposal-1[aria-current]")
    nothing.check()
    page.wait_for_url("**no-cities=on**")
    page.locator("#proposal-1").click()
    expect(proposed).to_be_visible()
    nothing.uncheck()
    page.wait_for_url(lambda address: "no-cities" not in address)
    with page.expect_response(lambda answer: "action=buy" in answer.url) as picked:
        page.locator("#proposal-1").click()
    fields = parse_qsl(urlsplit(picked.value.url).query, keep_blank_values=True)
    names = [name for name, _value in fields if name != "before"]  # those are steps
    assert sorted(names) == sorted({*names})
    expect(proposed).to_be_visible()
    expect(nothing).not_to_be_checked()
