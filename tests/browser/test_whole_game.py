"""From signing up to the last city: two people and a bot play a whole game through the pages."""

import re
from collections.abc import Iterable
from datetime import timedelta
from email.utils import parseaddr

import pytest
from django.conf import settings
from django.core import mail
from django.core.mail import EmailMessage, EmailMultiAlternatives
from django.urls import reverse
from playwright.sync_api import Page, expect

import rules
import rules.bots
from accounts.models import User
from games.models import Action, Game, Origin, Seat
from games.replay import snapshots
from games.turns import play
from tests.accounts.mails import link_in
from tests.browser.acting import act
from tests.browser.steps import fill_in_sign_up, open_table
from tests.extent import EVERYTHING
from tests.factories import person_called

SHORT_GAME = "63"
"""The seed of a short game in which people are asked everything that they can be asked."""

FOLLOWED = 12
"""So many decisions are made on pages that followed the game by themselves; later ones save time by loading it."""


@pytest.mark.long
def test_two_people_and_a_bot_play_a_whole_game(page: Page, page_of, monkeypatch):
    monkeypatch.setattr("games.turns.play.secrets.token_hex", lambda length: SHORT_GAME)
    monkeypatch.setattr("notifications.timing.LOOKS_FOR", timedelta(0))  # mails do not wait for them to look away
    sign_up(page, "Ana", "ana@example.org")
    host, friend = page, page_of(person_called("Bob"))
    User.objects.update(is_invited_to_plan=False)  # each mail then asks something
    link = open_table(host)
    friend.goto(link)
    friend.get_by_role("button", name="Join").click()
    friend.wait_for_url("**/games/*/")
    host.wait_for_url("**/games/*/")
    game = Game.objects.get()
    assert [seat.name for seat in game.seats.all()][:1] == ["Ana"]

    browsers = {"Ana": host, "Bob": friend}
    mails = Mails(game)
    decisions: list[tuple[str, type[rules.Action]]] = []
    while not game.is_over:
        for seat in game.seats.filter(is_to_move=True):
            action = sensible(snapshots.load(game), rules.Seat(seat.number))
            follows, kind = len(decisions) < FOLLOWED, (seat.name, type(action))
            if len(decisions) == FOLLOWED:
                leave(browsers.values())
            if follows or kind not in decisions or EVERYTHING:
                decide(browsers[seat.name], game, seat, action, follows=follows)
                if not follows:
                    leave([browsers[seat.name]])
            else:  # they have shown on their page that they can
                play.play(game, seat, action, expected=game.sequence)
            decisions.append(kind)
            game.refresh_from_db()
            mails.check(actor=seat)

    state = rules.replay(game.read_setup(), moves_of(game))
    assert rules.digest(state) == game.actions.get(sequence=game.sequence).digest
    for browser in browsers.values():
        browser.goto(game.get_absolute_url())
        expect(browser.get_by_role("heading", name=re.compile("wins|You win|share the victory"))).to_be_visible()
        for entry in state.standing:
            expect(browser.locator("#action-panel")).to_contain_text(game.seats.get(number=entry.seat).name)
    look_back(host, game)


# Signing up, and the table ------------------------------------------------------------------------------------------


def sign_up(page: Page, name: str, address: str) -> None:
    page.goto(reverse("home"))
    page.get_by_role("link", name="Sign up").first.click()
    fill_in_sign_up(page, name, address)
    (confirmation,) = mail.outbox
    assert confirmation.to == [address]
    page.goto(link_in(confirmation))
    page.get_by_role("button", name="Confirm the address").click()
    page.wait_for_url(f"**{reverse('games:dashboard')}")
    mail.outbox.clear()


# Playing ------------------------------------------------------------------------------------------------------------


def decide(page: Page, game: Game, seat: Seat, action: rules.Action, *, follows: bool) -> None:
    """Take a decision by mouse and keyboard on the page."""
    if follows:
        expect(page.locator("#action-panel.is-mine:not([data-fresh])")).to_be_visible()
    else:
        page.goto(game.get_absolute_url())
    before = game.sequence
    with page.expect_response("**/play/"):
        act(page, action)
    taken = game.actions.get(sequence=before + 1)
    assert (taken.seat, taken.origin) == (seat.number, Origin.PLAYER)
    # Fuel that nobody has to give back is stated by the page all the same.
    assert str(rules.action_from_json(taken.body)).removesuffix(" -") == str(action)


def leave(pages: Iterable[Page]) -> None:
    """Have pages follow nothing, which takes as long as playing."""
    for page in pages:
        page.goto("about:blank")


def sensible(state: rules.State, seat: rules.Seat) -> rules.Action:
    """What a bot would do; but people here have no patience for long auctions."""
    action = rules.bots.decide(state, seat)
    if isinstance(action, rules.Bid) and state.auction and action.amount > state.auction.plant + 2:
        return rules.PassBid()
    return action


# Mails, and the past ------------------------------------------------------------------------------------------------


class Mails:
    """Holds the mails against the rows: one for everybody who was asked anew, and none besides."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.seen: set[tuple[int, int | None]] = set()
        mail.outbox.clear()
        self._note_asked()

    def check(self, actor: Seat) -> None:
        sent, mail.outbox[:] = list(mail.outbox), []
        if self.game.is_over:  # who brought the end about sees it, and is told later
            people = self.game.seats.exclude(user=None).exclude(number=actor.number)
            assert addressees(sent) == list(people.values_list("user__email", flat=True))
            return
        expected = {seat for seat in self._note_asked() if seat.number != actor.number}
        assert addressees(sent) == sorted(str(seat.user and seat.user.email) for seat in expected)
        for message in sent:
            self._check_text(message)

    def _note_asked(self) -> list[Seat]:
        """The people who have been asked something since the last look, and are waited for."""
        asked = [
            seat
            for seat in self.game.seats.select_related("user").filter(is_to_move=True, answers_at=None)
            if (seat.number, seat.asked_sequence) not in self.seen
        ]
        self.seen.update((seat.number, seat.asked_sequence) for seat in asked)
        return asked

    def _check_text(self, message: EmailMessage) -> None:
        assert isinstance(message, EmailMultiAlternatives)
        assert message.subject in {f"{self.game.name}: your turn", f"{self.game.name}: your round"}
        assert f"Take your turn:\n{settings.SITE_URL}{self.game.get_absolute_url()}\n" in str(message.body)
        ((html, kind),) = message.alternatives
        assert kind == "text/html"
        assert self.game.get_absolute_url() in str(html)
        assert message.extra_headers["Message-ID"]


def addressees(sent: Iterable[EmailMessage]) -> list[str]:
    return sorted(parseaddr(message.to[0])[1] for message in sent)


def look_back(page: Page, game: Game) -> None:
    """Step through the history: the first position, a late one, one step on."""
    page.goto(reverse("games:history", args=[game.pk, 0]))
    page.get_by_role("link", name="Next").first.click()
    page.wait_for_url(f"**{reverse('games:history', args=[game.pk, 1])}")
    page.goto(reverse("games:history", args=[game.pk, game.sequence]))
    expect(page.get_by_role("link", name="Next")).to_have_count(0)


def moves_of(game: Game) -> list[tuple[rules.Seat, rules.Action]]:
    rows = Action.objects.filter(game=game).values_list("seat", "body")
    return [(rules.Seat(seat), rules.action_from_json(body)) for seat, body in rows]
