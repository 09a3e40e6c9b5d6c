"""People as a site sees them: they log in by its form, look at pages and send forms, as browsers without script."""

from collections.abc import Sequence
from typing import Any

import requests

import rules

Fields = list[tuple[str, str]]

TIMEOUT = 30
"""Seconds after which somebody looks anew."""


class Visitor:
    """One browser. What comes of a request is for its owner to judge: nothing is followed, nothing tried again.

    :param session: what sends; a browser of its own where none is given.
    """

    def __init__(self, address: str, session: requests.Session | None = None) -> None:
        self.address = address
        self.session = session or requests.Session()
        self.session.trust_env = False  # no proxy, nobody's passwords
        # A line that is kept may be closed just as it is used again: then nobody knows whether a form has arrived.
        self.session.headers["Connection"] = "close"

    def log_in(self, email: str, password: str) -> None:
        """Log in by the form.

        :raises requests.RequestException: the site cannot be reached, or does not let them in.
        """
        page = "/accounts/login/"
        self.get(page).raise_for_status()
        answer = self.post(page, [("login", email), ("password", password), ("remember", "on")])
        if answer.status_code != 302:
            raise requests.HTTPError(f"{email} is not let in: {answer.status_code}", response=answer)

    def beside(self) -> "Visitor":
        """The same browser with a line of its own to the site."""
        other = Visitor(self.address)
        other.session.cookies.update(self.session.cookies)
        return other

    def get(self, path: str, **more: Any) -> requests.Response:
        return self.session.get(self.address + path, timeout=TIMEOUT, allow_redirects=False, **more)

    def post(self, path: str, fields: Fields, **more: Any) -> requests.Response:
        """Send a form, with the token of the page that it was on."""
        cookies = self.session.cookies
        token = cookies.get("__Host-csrftoken") or cookies.get("csrftoken") or ""  # by https it has the longer name
        return self.session.post(
            self.address + path,
            data=[("csrfmiddlewaretoken", token), *fields],
            timeout=TIMEOUT,
            allow_redirects=False,
            **more,
        )


def fields_of(action: rules.Action) -> Fields:
    """The fields of the form by which an action is taken, as :mod:`games.pages.forms` reads them."""
    nothing = [("nothing", "1")] if str(action) in {"buy", "build", "run"} else []
    return _fields_of(action) + nothing


def _fields_of(action: rules.Action) -> Fields:
    match action:
        case rules.ChooseArea(area=area):
            return [("action", "area"), ("area", area)]
        case rules.PlaceTrustHouse(city=city):
            return [("action", "trust"), ("city", city)]
        case rules.ChooseStartCity(city=city):
            return [("action", "start"), ("city", city)]
        case rules.OpenAuction(plant=plant, bid=bid):
            return [("action", "open"), ("plant", str(plant)), ("bid", str(bid))]
        case rules.DeclineAuction():
            return [("action", "decline")]
        case rules.Bid(amount=amount):
            return [("action", "bid"), ("amount", str(amount))]
        case rules.PassBid():
            return [("action", "pass")]
        case rules.DiscardPlant(plant=plant, drop=drop):
            given_back = [(kind, str(getattr(drop, kind))) for kind in rules.KINDS] if drop else []
            return [("action", "discard"), ("plant", str(plant)), *given_back]
        case rules.BuyResources():
            return [("action", "buy"), *((kind, str(getattr(action, kind))) for kind in rules.KINDS)]
        case rules.BuildCities(cities=cities):
            return [("action", "build"), *(("city", city) for city in cities)]
        case rules.RunPlants(plants=plants):
            return [("action", "run"), *_runs(plants)]
    raise ValueError(f"There is no form for {action}.")


def _runs(plants: Sequence[rules.Run]) -> Fields:
    fields = [("plant", str(run.number)) for run in plants]
    return fields + [(f"coal-{run.number}", str(run.coal)) for run in plants if run.coal or run.oil]
