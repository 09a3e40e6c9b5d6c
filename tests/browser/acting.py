"""Takes actions through the controls of the game page, each as a person would."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

import rules
from tests.browser.hands import Hand, Mouse


def act(page: Page, action: rules.Action, by: type[Hand] = Mouse) -> None:
    """Compose an action in the panel and send it. The page must ask for it."""
    _ACT[type(action)](by(page), action)


def press_button(hand: Hand, name: str | re.Pattern[str]) -> None:
    hand.press(hand.page.locator("#action-panel").get_by_role("button", name=name))


def pick_in_list(hand: Hand, city: str) -> None:
    """Choose a city, or take it out again, in the panel."""
    link = hand.page.locator(f"#action-panel #pick-{city}")
    if not link.is_visible():
        hand.press(hand.page.locator("#city-list > summary"))
    hand.press(link)


def pick_on_map(hand: Hand, city: str) -> None:
    hand.pick_on_map(city)


PICKS = (pick_on_map, pick_in_list)
"""The ways to choose a city, for those who take turns with them."""


def _choose_area(hand: Hand, action: rules.ChooseArea) -> None:
    hand.choose(hand.page.locator(f'#action-panel input[value="{action.area}"]'))
    press_button(hand, "Take this area into play")


def _place(hand: Hand, city: str, button: str) -> None:
    pick_in_list(hand, city)
    expect(hand.page.locator(f"#pick-{city}[aria-current]")).to_be_visible()
    hand.page.wait_for_timeout(300)  # the button may come where the city was: faster, it is taken for a double click
    press_button(hand, re.compile(f"^{button}"))


def _choose_plant(hand: Hand, plant: int) -> None:
    hand.press(hand.page.locator(f"#plant-{plant}"))
    expect(hand.page.locator(f"#plant-{plant}[aria-current]")).to_be_visible()


def _open_auction(hand: Hand, action: rules.OpenAuction) -> None:
    _choose_plant(hand, action.plant)
    field = hand.page.locator("#bid")
    if field.count():
        hand.set_number(field, action.bid)
    press_button(hand, re.compile("^Open with plant"))


def _bid(hand: Hand, action: rules.Bid) -> None:
    hand.set_number(hand.page.get_by_label("Your bid", exact=True), action.amount)
    press_button(hand, re.compile("^Bid"))


def _discard(hand: Hand, action: rules.DiscardPlant) -> None:
    _choose_plant(hand, action.plant)
    if action.drop is not None:
        for kind in rules.KINDS:
            field = hand.page.locator(f"#drop-{kind}")
            if field.count():
                hand.set_number(field, getattr(action.drop, kind))
    press_button(hand, re.compile("^Scrap plant"))


def _buy(hand: Hand, action: rules.BuyResources) -> None:
    if not action.fuel:
        return press_button(hand, re.compile("^(Buy nothing|Pass)$"))
    wanted = {kind: amount for kind, amount in action.fuel.items() if amount}
    if action.market:
        market = hand.page.locator(f"#market-{action.market}")
        if not market.get_attribute("aria-current"):
            hand.press(market)
        expect(hand.page.locator(f"#market-{action.market}[aria-current]")).to_be_visible()
    for kind, amount in wanted.items():
        token = hand.page.locator(f"#buy-{kind}")
        if token.count():
            return hand.press(token)
        hand.set_number(hand.page.locator(f"#{kind}"), amount)
    for kind, amount in action.fuel.items():
        expect(hand.page.locator(f'#composed input[name="{kind}"]')).to_have_value(str(amount))
    return press_button(hand, re.compile("^Buy .* for"))


def _build(hand: Hand, action: rules.BuildCities) -> None:
    """Pick the first city on the map, the second in the list, and so on; a free start is in the list alone."""
    if not action.cities:
        return press_button(hand, "Build nothing")
    for number, city in enumerate(action.cities):
        if city == action.free_start:
            pick_in_list(hand, f"{city}-free")
        else:
            PICKS[number % 2](hand, city)
        expect(hand.page.locator("#action-panel .steps li")).to_have_count(number + 1)
    return press_button(hand, re.compile(r"^Build \d+ for "))


def _power(hand: Hand, action: rules.RunPlants) -> None:
    """Run what is proposed, but for how much of the fuel of a hybrid is coal."""
    for run in action.plants:
        field = hand.page.locator(f"#coal-{run.number}")
        if field.count():
            hand.set_number(field, run.coal)
            expect(hand.page.locator(f'#composed input[name="coal-{run.number}"]')).to_have_value(str(run.coal))
    press_button(hand, re.compile("^(Power|Run)"))


_ACT: dict[type[rules.Action], Callable] = {
    rules.ChooseArea: _choose_area,
    rules.PlaceTrustHouse: lambda hand, action: _place(hand, action.city, "Place it in"),
    rules.ChooseStartCity: lambda hand, action: _place(hand, action.city, "Mark"),
    rules.OpenAuction: _open_auction,
    rules.DeclineAuction: lambda hand, action: press_button(hand, re.compile("^Decline")),
    rules.Bid: _bid,
    rules.PassBid: lambda hand, action: press_button(hand, re.compile("^Pass")),
    rules.DiscardPlant: _discard,
    rules.BuyResources: _buy,
    rules.BuildCities: _build,
    rules.RunPlants: _power,
}
