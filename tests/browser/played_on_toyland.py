"""A game on Toyland, from the table to the result: run in a copy of the project by test_new_board.py."""

from io import BytesIO

from django.urls import reverse
from PIL import Image
from playwright.sync_api import expect

import rules
import rules.bots
from games.models import Game
from games.replay import snapshots
from games.turns import play
from tests.browser.acting import act
from tests.browser.steps import open_more


def test_table_game_result_rules_and_record_of_a_new_board(page_of, ana, monkeypatch):
    monkeypatch.setattr("matchmaking.models.secrets.token_hex", lambda length: "11" * length)
    page = page_of(ana)
    page.goto(reverse("matchmaking:create"))
    page.get_by_role("radio", name="Toyland").check()
    page.get_by_role("group", name="Players").get_by_text("2", exact=True).click()
    open_more(page)
    page.get_by_role("group", name="Bots").get_by_text("1", exact=True).click()
    expect(page.get_by_text("Toyland has 4 areas with 3 cities each. With 2 players, 3 of them")).to_be_visible()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/games/*/")
    expect(page.locator("svg.pieces .city")).to_have_count(9)

    game, shown = Game.objects.get(), set[type[rules.Action]]()
    while not game.is_over:
        state, seat = snapshots.load(game), game.seats.get(user=ana)
        action = rules.bots.decide(state, rules.Seat(seat.number))
        if type(action) in shown:  # she has shown that she can
            play.play(game, seat, action, expected=game.sequence)
        else:
            page.goto(game.get_absolute_url())
            with page.expect_response("**/play/"):
                act(page, action)
        shown.add(type(action))
        game.refresh_from_db()
    assert {rules.BuyResources, rules.BuildCities, rules.RunPlants} <= shown
    page.goto(game.get_absolute_url())
    state = snapshots.load(game)
    for entry in state.standing:
        expect(page.locator("#action-panel")).to_contain_text(game.seats.get(number=entry.seat).name)

    page.goto(reverse("games:dashboard"))
    expect(page.locator(".miniature-outlines [id^=mini-toyland]").first).to_be_attached()
    picture = page.request.get(reverse("games:board_picture", args=[game.pk, game.sequence]))
    assert Image.open(BytesIO(picture.body())).format == "PNG"
    page.goto(reverse("games:rules_of", args=["classic", "toyland"]))
    expect(page.get_by_role("heading", name="On this map: Toyland")).to_be_visible()
    page.goto(reverse("games:proof", args=[game.pk]))
    page.get_by_role("button", name="Draw the cards again").click()
    expect(page.locator("#proof-outcome")).to_contain_text("Everything agrees")
    record = rules.read_record(page.request.get(reverse("games:record", args=[game.pk])).body())
    *_, last = rules.recorded_positions(record)
    assert rules.digest(last) == rules.digest(state)
