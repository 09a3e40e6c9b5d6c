"""Composing where to build on boards whose cities, paths and starts are not those of every map."""

import pytest
from django.http import QueryDict

import rules
from games.pages.composing import Asked
from games.pages.forms import read_action
from games.pages.game.guide import lesson_for
from games.pages.offers import offers
from games.story.names import Names
from tests.factories import CAST
from tests.games.pages.test_composing import panel_of
from tests.rules.boards.building import builders
from tests.rules.positions import RECHARGED, company, drawn_setup, position

BOTH_ISLANDS = ("northern-england", "wales", "southern-england", "northern-ireland", "republic-of-ireland")
OSAKA = "/games/1/?action=build&city=osaka"


def japan(*networks, **fields):
    return builders(*networks, map="japan", **fields)


def ways(state, draft=""):
    """What each city costs by each way to build there, and the way in words."""
    panel = panel_of(state, draft)
    return {choice.key: (choice.slot, choice.connection, choice.way) for choice in (*panel.choices, *panel.too_dear)}


def to_choose(state, draft=""):
    return {choice.key: choice.href for choice in panel_of(state, draft).choices}


# Starts of networks -------------------------------------------------------------------------------------------------


@pytest.mark.rule("MAP-JP-8", "CC-JP-6")
def test_free_start_is_offered_beside_the_connection_to_the_same_city():
    found = ways(japan("kobe"))
    assert found["osaka"] == (10, 3, "from Kōbe by way of Kyōto")
    assert found["osaka-free"] == (10, 0, "your free start")
    addresses = to_choose(japan("kobe"))
    assert (addresses["osaka"], addresses["osaka-free"]) == (OSAKA, f"{OSAKA}&free_start=osaka")


@pytest.mark.rule("MAP-JP-6")
def test_composed_free_start_is_kept_and_not_offered_again():
    panel = panel_of(japan("kobe"), "build +osaka")
    assert (panel.total, panel.free_start) == (10, "osaka")
    assert not any(choice.free_start for choice in panel.choices)
    assert to_choose(japan("kobe"), "build +osaka")["kyoto"] == f"{OSAKA}&free_start=osaka&city=kyoto"
    assert panel.undo == "/games/1/?action=build"


@pytest.mark.rule("MAP-JP-6")
def test_first_city_that_is_left_is_no_free_start():
    tokyo, yokohama = panel_of(japan("", round=1), "build tokyo +yokohama").steps
    assert tokyo.href == "/games/1/?action=build&city=yokohama"
    assert yokohama.href == "/games/1/?action=build&city=tokyo"
    assert yokohama.earlier == ""


@pytest.mark.rule("MAP-JP-5", "MAP-JP-6", "MAP-JP-7")
@pytest.mark.parametrize(
    ("now", "own", "draft", "note"),
    [
        (1, "", "", "In round 1 you build in at most 2 start cities. The second one is your free start."),
        (3, "", "", "Your network starts in one of the start cities."),
        (3, "kobe", "", "You still have your free start: a second network in a start city, without connection."),
        (3, "kobe", "build +osaka", "You have had your free start."),
    ],
)
def test_player_is_told_of_the_free_start(now, own, draft, note):
    assert panel_of(japan(own, round=now), draft).notes == (note,)


@pytest.mark.rule("MAP-JP-8")
def test_map_has_one_offer_for_each_city_and_the_other_way_beside_it():
    def offered(state):
        found = offers(state, rules.Seat(0), Names(CAST[:5], state.board), [panel_of(state)])
        return {offer.city: offer for offer in found}

    rich, poor = offered(japan("kobe"))["osaka"], offered(japan("kobe", money=12))["osaka"]
    assert (rich.cost, rich.other.cost, rich.other.free_start) == (13, 10, True)
    assert (poor.cost, poor.other.cost, poor.free_start) == (10, 13, True)


@pytest.mark.rule("MAP-UKI-4")
def test_first_city_on_the_other_island_costs_a_surcharge_and_is_told_of():
    state = builders("dublin", "london-north", map="uk-ireland", areas=BOTH_ISLANDS)
    assert ways(state)["london-south"] == (10, 20, "the start of your network on this island")
    panel = panel_of(state)
    assert panel.notes == (
        "Your first city on the other island costs 20 instead of a connection, and has to be empty.",
    )
    assert panel_of(state, "build london-south").notes == ()


# Paths --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("map", "own", "city", "way"),
    [
        ("bremen", "seehausen", "gropelingen", (8, 17, "from Seehausen into Häfen (9) and Gröpelingen (8)")),
        ("bremen", "mitte", "findorff", (8, 3, "from Mitte")),
        ("manhattan", "m55", "m60", (10, 0, "from M55")),
        ("manhattan", "m55", "m67", (10, 5, "from M55 through M60, for 5")),
        ("manhattan", "m55", "m83", (10, 25, "from M55 through 5 cities, for 5 each")),
        ("australia", "perth", "sydney-north", (10, 20, "connected at a flat cost")),
        ("australia", "perth", "kalgoorlie", (10, 12, "from Perth")),
        ("south-africa", "rustenburg", "botswana", (0, 30, "from Rustenburg")),
    ],
)
def test_way_says_what_its_cost_is_made_of(map, own, city, way):
    assert ways(builders(own, map=map))[city] == way


# Cities where nobody can build --------------------------------------------------------------------------------------


@pytest.mark.rule("MAP-BW-8")
def test_cities_without_an_open_slot_are_named_until_step_2():
    shut = "No slot is open yet: Augsburg, Basel, Ludwigshafen, Nürnberg and Strasbourg"
    assert panel_of(builders("ulm", map="baden-wurttemberg")).closed == (shut,)
    assert panel_of(builders("ulm", map="baden-wurttemberg", step=2)).closed == ()


@pytest.mark.parametrize(
    ("map", "networks", "fields", "city", "says"),
    [
        (
            "uk-ireland",
            ("dublin", "london-north"),
            {"step": 2, "areas": BOTH_ISLANDS},
            "london-north",
            "in a city without any house",
        ),
        ("south-africa", ("",), {}, "lesotho", "No network starts in Lesotho."),
        ("japan", ("",), {}, "nagoya", "A network starts in one of the start cities"),
        ("japan", ("kobe",), {"round": 1}, "nagoya", "In round 1 your second city has to be your free start."),
    ],
)
def test_city_with_a_free_slot_says_why_it_cannot_be_built_in(map, networks, fields, city, says):
    assert says in panel_of(builders(*networks, map=map, **fields)).refusals[city]


def test_nothing_is_said_of_cities_that_are_on_offer_or_have_no_slot():
    refusals = panel_of(builders("dublin", "cork", map="uk-ireland")).refusals
    assert refusals == {}


# The guide and the areas --------------------------------------------------------------------------------------------


def taught(state):
    """What the guide says of the decision of the seat that is to move."""
    lesson = lesson_for(Asked(state, state.to_move[0], Names(CAST[:5], state.board), "/games/1/"))
    return " ".join(lesson.sentences)


@pytest.mark.parametrize(
    ("map", "says"),
    [
        ("germany", "for 10 Elektro. Each further city costs 10 plus the cheapest path from your network. Only one"),
        (
            "japan",
            "in any of the start cities, for 10 Elektro: those with two frames. In this round you can build in",
        ),
        ("japan", "In Step 1 two players can build in a start city."),
        ("bremen", "for 8 Elektro. Each further city costs 8 plus the cheapest path from your network. The number"),
        ("manhattan", "at the price that it shows. Each further city costs its price plus the cheapest path"),
        ("manhattan", "A path costs 5 for each city between your network and the new one. Only one player can build"),
        ("australia", "No path costs more than 20"),
        ("baden-wurttemberg", "in any city without a house, for 10 Elektro."),
        ("south-africa", "in any city without a house, for 10 Elektro."),
    ],
)
def test_guide_tells_where_to_begin_and_what_paths_cost(map, says):
    assert says in taught(builders("", map=map, round=1))


@pytest.mark.rule("MAP-NYC-7", "MAP-NYC-12", "PLT-6")
def test_guide_speaks_of_both_plants_of_a_first_round_and_of_the_pile():
    parts = {"map": "manhattan", "areas": ("manhattan",), "options": RECHARGED}
    owners = [company(50, (3, 13)), company(50, (7,)), company(50, (9,))]
    buying = position(owners, phase="resources", order=(1, 2, 0), round=1, **parts)
    assert "Plant 13 needs no fuel." in taught(buying)
    building = position(owners, phase="building", order=(1, 2, 0), round=1, **parts)
    assert "Your plants can power 2 cities." in taught(building)
    told = taught(position(owners, round=2, pile=(38, 42), **parts))
    assert "the two highest plants went to a pile beside the deck" in told


@pytest.mark.parametrize(
    ("map", "areas", "fitting"),
    [
        ("germany", 6, "The areas in play must touch."),
        ("bremen", 5, "The areas in play must touch."),
        ("europe", 7, "The areas in play must touch."),
        ("uk-ireland", 6, "On each island the areas in play must touch."),
        ("australia", 5, "The areas in play can lie anywhere."),
    ],
)
def test_drafted_areas_are_told_how_they_have_to_lie(map, areas, fitting):
    panel = panel_of(rules.start(drawn_setup(5, map, areas="draft")))
    assert (len(panel.choices), panel.fitting) == (areas, fitting)


def test_guide_to_the_areas_of_bremen_speaks_of_no_numbers_on_lines():
    told = taught(rules.start(drawn_setup(3, "bremen", areas="draft")))
    assert "numbers on the lines" not in told
    assert "The number beside a city" in told


# What the form sends ------------------------------------------------------------------------------------------------


@pytest.mark.rule("MAP-JP-6")
def test_form_says_which_city_is_the_free_start():
    action = read_action(QueryDict("action=build&city=tokyo&city=yokohama&free_start=yokohama"))
    assert action == rules.parse_action("build tokyo +yokohama")


def test_free_start_is_one_of_the_cities():
    with pytest.raises(rules.ActionSyntaxError):
        read_action(QueryDict("action=build&city=tokyo&free_start=yokohama"))
