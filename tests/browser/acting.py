"""Takes actions through the controls of the game page, each as a person would."""

import re

from playwright.sync_api import Page, expect

import rules


def act(page: Page, action: rules.Action) -> None:
    """Compose an action in the panel and send it. The page must ask for it."""
    _ACT[type(action)](page, action)


def _press(page: Page, name: str | re.Pattern[str]) -> None:
    page.locator("#action-panel").get_by_role("button", name=name).click()


def _choose_area(page: Page, action: rules.ChooseArea) -> None:
    page.locator(f'#action-panel input[value="{action.area}"]').check()
    _press(page, "Take this area into play")


def _place(page: Page, city: str, button: str) -> None:
    page.locator(f"#action-panel #pick-{city}").click()
    expect(page.locator(f"#pick-{city}[aria-current]")).to_be_visible()
    _press(page, re.compile(f"^{button}"))


def _open_auction(page: Page, action: rules.OpenAuction) -> None:
    page.locator(f"#action-panel #plant-{action.plant}").click()
    expect(page.locator(f"#plant-{action.plant}[aria-current]")).to_be_visible()
    if page.locator("#bid").count():
        page.locator("#bid").fill(str(action.bid))
    _press(page, re.compile("^Open with plant"))


def _bid(page: Page, action: rules.Bid) -> None:
    page.get_by_label("Your bid").fill(str(action.amount))
    page.get_by_label("Your bid").press("Enter")


def _discard(page: Page, action: rules.DiscardPlant) -> None:
    page.locator(f"#action-panel #plant-{action.plant}").click()
    expect(page.locator(f"#plant-{action.plant}[aria-current]")).to_be_visible()
    if action.drop is not None:
        for kind in rules.KINDS:
            field = page.locator(f"#drop-{kind}")
            if field.count():
                field.fill(str(getattr(action.drop, kind)))
    _press(page, re.compile("^Scrap plant"))


def _buy(page: Page, action: rules.BuyResources) -> None:
    if not action.fuel:
        return _press(page, "Buy nothing")
    for kind, amount in action.fuel.items():
        if amount:
            page.locator(f"#{kind}").fill(str(amount))
    for kind, amount in action.fuel.items():
        expect(page.locator(f'#composed input[name="{kind}"]')).to_have_value(str(amount))
    return _press(page, re.compile("^Buy .* for"))


def _build(page: Page, action: rules.BuildCities) -> None:
    if not action.cities:
        return _press(page, "Build nothing")
    for number, city in enumerate(action.cities, start=1):
        page.locator(f".city-choices #pick-{city}").click()
        expect(page.locator("#action-panel .steps li")).to_have_count(number)
    return _press(page, re.compile(r"^Build \d+ cit"))


def _power(page: Page, action: rules.RunPlants) -> None:
    _press(page, re.compile("^(Power|Run)"))


_ACT = {
    rules.ChooseArea: _choose_area,
    rules.PlaceTrustHouse: lambda page, action: _place(page, action.city, "Place it in"),
    rules.ChooseStartCity: lambda page, action: _place(page, action.city, "Mark"),
    rules.OpenAuction: _open_auction,
    rules.DeclineAuction: lambda page, action: _press(page, re.compile("^Decline")),
    rules.Bid: _bid,
    rules.PassBid: lambda page, action: _press(page, re.compile("^Pass")),
    rules.DiscardPlant: _discard,
    rules.BuyResources: _buy,
    rules.BuildCities: _build,
    rules.RunPlants: _power,
}
