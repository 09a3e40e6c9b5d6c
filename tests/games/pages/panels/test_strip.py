import pytest

import rules
from games.pages import panels
from tests.games.pages.panels.views import view_with
from tests.rules.positions import RECHARGED, after, stated_setup


def status(state: rules.State) -> panels.Status:
    thresholds = rules.thresholds(state.options, state.setup.players)
    return panels.status(rules.view(state), thresholds, None)


@pytest.mark.parametrize(
    ("phase", "states"),
    [
        (rules.Phase.AUCTION, ["done", "now", "next", "next", "next"]),
        (rules.Phase.BUREAUCRACY, ["done", "done", "done", "done", "now"]),
        (rules.Phase.FINISHED, ["done", "done", "done", "done", "done"]),
    ],
)
def test_chips_show_how_far_the_round_is(phase, states):
    thresholds = rules.thresholds(rules.Options(), 3)
    assert [chip.state for chip in panels.status(view_with(phase=phase), thresholds, None).chips] == states


def test_chips_of_the_setup_name_what_has_to_be_settled_in_this_game():
    options = rules.Options(edition="recharged", areas="draft", start_cities=True)
    state = rules.start(rules.new_setup(options, players=2, seed="1"))
    assert [(chip.name, chip.state) for chip in status(state).chips] == [
        ("Areas", "now"),
        ("Houses of the Trust", "next"),
        ("Start cities", "next"),
    ]


def test_chips_of_the_setup_show_how_far_it_is():
    state = rules.start(stated_setup(2, **RECHARGED, start_cities=True))
    assert [chip.state for chip in status(state).chips] == ["now", "next"]
    houses = ("koln", "aachen", "trier", "dusseldorf", "essen", "dortmund")
    placed = after(state, *(f"trust {city}" for city in houses))
    assert [chip.state for chip in status(placed).chips] == ["done", "now"]
    marked = after(placed, "start munster", "start mainz")
    assert status(marked).chips[0].name == "Player order"


@pytest.mark.parametrize(
    ("phase", "direction"),
    [
        (rules.Phase.SETUP, ""),
        (rules.Phase.AUCTION, "now from first to last"),
        (rules.Phase.BUILDING, "now from last to first"),
        (rules.Phase.BUREAUCRACY, "now all at once"),
    ],
)
def test_direction_of_play_is_that_of_the_phase(phase, direction):
    thresholds = rules.thresholds(rules.Options(), 3)
    assert panels.status(view_with(phase=phase), thresholds, None).direction == direction


def test_step_2_is_not_in_sight_any_more_once_it_began():
    thresholds = rules.thresholds(rules.Options(), 3)
    assert panels.status(view_with(step=1), thresholds, None).step2_at == 7
    assert panels.status(view_with(step=2), thresholds, None).step2_at is None


def test_first_game_leads_to_seven_cities_and_no_step_2():
    thresholds = rules.thresholds(rules.Options(first_game=True), 3)
    seen = panels.status(view_with(), thresholds, None)
    assert (seen.step2_at, seen.end_at) == (None, 7)
    assert [space.mark for space in seen.track] == ["", "", "", "", "", "", "", "end"]


@pytest.mark.parametrize(
    ("options", "players", "terms"),
    [
        ({}, 3, ("Germany", "3 players", "Classic", "Hidden money")),
        (RECHARGED, 2, ("Germany", "2 players", "Recharged", "Against the Trust", "Hidden money")),
        (
            {**RECHARGED, "two_player_mode": "plain", "areas": "draft", "start_cities": True, "money_visible": True},
            2,
            ("Germany", "2 players", "Recharged", "Without the Trust", "Start cities", "Drafted areas", "Open money"),
        ),
    ],
)
def test_terms_are_the_edition_and_what_differs_from_it(options, players, terms):
    assert panels.terms(rules.Options(**options), players) == terms
