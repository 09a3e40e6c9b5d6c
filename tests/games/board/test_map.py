from collections import Counter
from dataclasses import replace
from math import dist
from re import findall

import pytest
from msgspec import structs

import rules
from games.board.geometry import SLOT_PITCH, geometry
from games.board.glyphs import HOUSES
from games.board.links import ASIDE
from games.board.map import draw_ground, draw_map, draw_pieces
from games.board.picture import MARK_SLOT, House, Offer
from games.board.shapes import link_shapes
from tests.games.board.pictures import (
    GERMANY,
    all_of,
    city,
    classes,
    drawn,
    every_board,
    ground,
    houses,
    link,
    picture,
    track,
    whole,
    words_of,
)


@every_board
def test_every_city_is_drawn_once(board):
    found = Counter(element.get("data-city") for element in whole(board).iter() if element.get("data-city"))
    assert found == Counter(list(board.cities))


@every_board
def test_every_connection_is_drawn_once_with_its_cost(board):
    svg, connections = whole(board), board.connections
    assert len(all_of(svg, "link")) == len(connections)
    costs = [str(cost) for *_ends, cost in connections] if has_costs(board) else []
    assert [cost.findtext("text") for cost in all_of(svg, "cost")] == costs


def has_costs(board: rules.Board) -> bool:
    """Where no connection costs anything, there is nothing to write beside them."""
    return any(cost for *_ends, cost in board.connections)


@every_board
def test_every_area_in_play_has_its_colour(board):
    shown = {area.get("class") for area in all_of(ground(board), "area")}
    assert shown == {f"area of-{area.colour}" for area in board.areas}


@every_board
def test_every_country_has_its_coast(board):
    svg, outlines = ground(board), geometry(board.map, board.edition).countries.values()
    drawn_once = {f"#{element.get('id')}": element.get("d") for element in svg.iter() if element.get("id")}
    assert [drawn_once[coast.get("href", "")] for coast in all_of(svg, "coast")] == list(outlines)


@pytest.mark.parametrize(("map", "number"), [("germany", 1), ("central-europe", 5), ("benelux", 3), ("france", 1)])
def test_boards_show_all_their_countries(map, number):
    assert len(geometry(map, "classic").countries) == number


@pytest.mark.parametrize("map", ["italy", "france"])
def test_islands_far_from_all_cities_are_shown_without_an_area(map):
    svg = ground(rules.board(map))
    [islands] = all_of(svg, "islands")
    assert islands.get("d")


@every_board
def test_cities_that_connect_at_no_cost_look_joined(board):
    svg, links = whole(board), link_shapes(board.map, board.edition)
    free = {frozenset((one, other)) for one, other, cost in board.connections if not cost and has_costs(board)}
    assert {tube.get("d") for tube in all_of(svg, "tube")} == {link.track for link in links if link.pair in free}


def test_houses_stand_in_their_slots_in_colour_and_shape():
    svg = drawn(houses=houses(essen=[(1, 10), (0, 20)]), step=3)
    first, last = all_of(city(svg, "essen"), "house")
    assert [classes(first), classes(last)] == [{"house", "seat-1"}, {"house", "seat-0"}]
    assert [first.get("x"), last.get("x")] == [f"{-SLOT_PITCH:g}", f"{SLOT_PITCH:g}"]
    assert [first.get("href"), last.get("href")] == ["#house-1", "#house-0"]


@pytest.mark.parametrize("seat", HOUSES)
def test_house_on_a_map_shows_the_shape_of_its_company(seat):
    svg = drawn(houses=houses(essen=[(seat, 10)]), names=tuple("ABCDEF"))
    [house] = all_of(svg, "house")
    [standing] = [piece for piece in svg.iter("g") if f"#{piece.get('id')}" == house.get("href")]
    [shape] = all_of(standing, "house-shape")
    assert shape.get("d") == HOUSES[seat][1]


def test_map_brings_along_the_pieces_that_it_uses_and_no_others():
    svg = drawn(houses=houses(essen=[(1, 10)], koln=[(None, 15)]), step=3)
    assert {piece.get("id") for piece in svg.iter() if piece.get("id", "").startswith(("house-", "slot"))} == {
        "house-1",
        "house-trust",
        "slot",
    }


def test_free_slots_show_their_price():
    essen = city(drawn(houses=houses(essen=[(1, 10)]), step=3), "essen")
    assert [price.text for price in all_of(essen, "slot-price")] == ["15", "20"]
    assert [hollow.get("x") for hollow in all_of(essen, "slot")] == ["0", f"{SLOT_PITCH:g}"]


@pytest.mark.parametrize(("step", "shut"), [(1, 2), (2, 1), (3, 0)])
def test_slots_that_the_step_has_not_opened_look_shut(step, shut):
    assert len(all_of(city(drawn(step=step), "essen"), "shut")) == shut


def test_city_tells_who_is_there():
    svg = drawn(houses=houses(koln=[(0, 10), (2, 15)]), step=2)
    assert words_of(city(svg, "koln")) == (
        "Köln. Ana (circle) has the house for 10. Cid (triangle) has the house for 15."
    )


def test_trust_has_houses_in_a_shape_of_its_own():
    koln = city(drawn(houses=houses(koln=[(0, 10), (None, 15)])), "koln")
    assert [classes(house) for house in all_of(koln, "house")] == [{"house", "seat-0"}, {"house", "seat-trust"}]
    assert words_of(koln) == "Köln. Ana (circle) has the house for 10. The Trust (hourglass) has the house for 15."


def test_house_of_the_trust_leaves_the_first_slot_free():
    koln = city(drawn(houses=houses(koln=[(None, 15)]), step=2), "koln")
    assert [price.text for price in all_of(koln, "slot-price")] == ["10"]
    assert len(all_of(koln, "house")) == 1


def test_new_houses_are_marked():
    svg = drawn(houses={"essen": (House(0, 10, is_new=True),), "koln": (House(1, 10),)})
    assert len(all_of(city(svg, "essen"), "halo")) == 1
    assert not all_of(city(svg, "koln"), "halo")


def lanes(svg, seat):
    """Where the strands of a company begin and end."""
    [strands] = all_of(svg, "strands", f"seat-{seat}")
    [strand] = all_of(strands, "strand")
    numbers = [float(number) for number in findall(r"-?[\d.]+", strand.get("d", ""))]
    return [(tuple(numbers[at : at + 2]), tuple(numbers[at + 2 : at + 4])) for at in range(0, len(numbers), 4)]


def place_of(city):
    return geometry("germany", "classic").cities[city].at


RUHR = {0: [("essen", "duisburg"), ("essen", "dortmund")], 1: [("essen", "dortmund"), ("dortmund", "munster")]}


def paid(links):
    return {seat: tuple(map(frozenset, pairs)) for seat, pairs in links.items()}


def test_network_of_each_company_lies_in_its_colour_along_what_it_paid_for():
    svg = drawn(networks=paid(RUHR))
    for seat, pairs in RUHR.items():
        for ends, pair in zip(lanes(svg, seat), pairs, strict=True):
            assert all(min(dist(end, place_of(city)) for end in ends) < ASIDE for city in pair), (seat, pair)
    assert not all_of(svg, "seat-2")


def test_connection_that_nobody_paid_for_has_no_strand():
    """Though one company is in both cities."""
    svg = drawn(houses=houses(essen=[(0, 10)], duisburg=[(0, 10)]), networks={0: ()})
    assert not all_of(svg, "strand")


def test_strands_of_one_connection_lie_side_by_side():
    svg = drawn(networks=paid(RUHR))
    [_alone, first], [second, alone] = lanes(svg, 0), lanes(svg, 1)
    assert [dist(first[end], second[end]) for end in (0, 1)] == pytest.approx([ASIDE, ASIDE], abs=0.2)
    assert set(alone) == {place_of(city) for city in RUHR[1][1]}


def test_own_cities_are_known_to_scripts():
    svg = drawn(houses=houses(essen=[(0, 10)], dortmund=[(1, 10)]))
    assert "own" in classes(city(svg, "essen"))
    assert "own" not in classes(city(svg, "dortmund"))


def test_spectator_sees_all_networks_and_none_as_own():
    svg = drawn(houses=houses(essen=[(0, 10)], koln=[(None, 10)]), networks=paid(RUHR), seat=None)
    assert [classes(strands) for strands in all_of(svg, "strands")] == [{"strands", "seat-0"}, {"strands", "seat-1"}]
    assert not all_of(svg, "own")


OFFER = Offer("essen", 10, 32, "10 + 22 = 32 Elektro, from Köln", ("koln", "dusseldorf", "essen"), "?city=essen")


def test_city_that_can_be_chosen_is_a_link_with_its_price():
    essen = city(drawn(offers={"essen": OFFER}), "essen")
    assert (essen.tag, essen.get("href")) == ("a", "?city=essen")
    assert tags(essen) == ["32"]


def tags(city):
    """What stands on the tags of a city."""
    return [tag.findtext("text") for tag in all_of(city, "tag")]


def test_link_is_called_by_city_and_price():
    essen = city(drawn(offers={"essen": OFFER}), "essen")
    assert essen.get("aria-label") == words_of(essen) == "Essen. 10 + 22 = 32 Elektro, from Köln"


def test_cities_that_are_no_links_are_read_aloud_by_their_words():
    svg = drawn(areas=("west",), open_areas=("east",))
    assert city(svg, "essen").get("role") == city(svg, "erfurt").get("role") == "img"


def test_city_that_cannot_be_paid_only_tells_its_price():
    essen = city(drawn(offers={"essen": replace(OFFER, href="")}), "essen")
    assert essen.tag == "g"
    assert "32 Elektro" in words_of(essen)
    assert tags(essen) == []


def test_composed_house_is_a_ghost_and_its_path_stands_out():
    svg = drawn(planned={"essen": OFFER}, houses=houses(koln=[(0, 10)]))
    [ghost] = all_of(city(svg, "essen"), "ghost")
    assert "seat-0" in classes(ghost)
    [way] = all_of(svg, "planned", "seat-0")
    [strand] = all_of(way, "strand")
    assert set(findall("M[^M]+", strand.get("d", ""))) == {track("koln", "dusseldorf"), track("dusseldorf", "essen")}
    assert {cost.findtext("text") for cost in all_of(svg, "cost", "planned")} == {"2", "4"}


def test_composed_city_links_to_where_it_is_taken_out():
    assert city(drawn(planned={"essen": OFFER}), "essen").get("href") == "?city=essen"


def test_start_city_shows_its_mark_beside_the_price_and_the_trust():
    svg = drawn(marked={"essen": True}, houses=houses(essen=[(None, 15)]), offers={"essen": OFFER})
    essen = city(svg, "essen")
    [mark] = all_of(essen, "mark")
    assert "bare" not in classes(mark)
    assert tags(essen) == ["32"]
    assert all_of(essen, "seat-trust")
    assert words_of(essen).startswith("Essen. Start city, marked with a uranium token. The Trust (hourglass) has")


def test_mark_without_a_token_looks_bare():
    essen = city(drawn(marked={"essen": False}), "essen")
    assert all_of(essen, "mark", "bare")
    assert words_of(essen) == "Essen. Start city, marked without a token."


def test_site_for_the_trust_is_a_link_without_a_price():
    site = Offer("essen", 10, 0, "Place a house of the Trust", href="?city=essen", is_for="trust")
    essen = city(drawn(offers={"essen": site}), "essen")
    assert tags(essen) == ["+"]


def test_composed_house_of_the_trust_is_its_ghost():
    site = Offer("essen", 10, 0, "Place a house of the Trust", is_for="trust")
    [ghost] = all_of(city(drawn(planned={"essen": site}), "essen"), "ghost")
    assert "seat-trust" in classes(ghost)


def test_composed_start_city_is_a_ghost_of_the_mark():
    site = Offer("essen", MARK_SLOT, 0, "Mark a start city", is_for="mark")
    essen = city(drawn(planned={"essen": site}), "essen")
    assert all_of(essen, "mark", "ghost")
    assert not all_of(essen, "house")


def test_areas_that_permit_nuclear_plants_have_a_badge():
    svg = whole(rules.board("central-europe"))
    assert [words_of(badge) for badge in all_of(svg, "permit")] == [
        f"{area}: with a city here you may acquire nuclear plants." for area in ("Czechia", "Slovakia", "Hungary")
    ]


def test_badge_of_an_area_out_of_play_is_left_out():
    svg = drawn(map="central-europe", areas=("austria", "hungary"))
    assert [words_of(badge).split(":")[0] for badge in all_of(svg, "permit")] == ["Hungary"]


def test_city_where_garbage_is_cheaper_has_a_badge():
    svg = whole(rules.board("central-europe"))
    assert all_of(city(svg, "wien"), "badge")
    assert not all_of(city(svg, "graz"), "badge")
    assert words_of(city(svg, "wien")) == "Wien. With a house here garbage costs 1 Elektro less."


def test_areas_out_of_play_have_no_cities_and_are_named():
    svg = drawn(areas=("west", "southwest", "southeast"))
    left_out = [area for area in rules.board("germany").areas if area.id not in ("west", "southwest", "southeast")]
    shown = {element.get("data-city") for element in svg.iter() if element.get("data-city")}
    assert shown == set(rules.board("germany").cities_in(("west", "southwest", "southeast")))
    assert [["".join(line.itertext()) for line in title] for title in all_of(svg, "left-out")] == [
        [area.name.upper(), "OUT OF PLAY"] for area in left_out
    ]


def test_connections_out_of_play_are_left_out():
    svg = drawn(areas=("west", "southwest"))
    shown = {line.get("d") for line in all_of(svg, "link")}
    assert track("essen", "munster") in shown
    assert not shown & {track("kassel", "fulda"), track("berlin", "torgelow")}
    assert len(all_of(svg, "cost")) == len(shown)


def test_areas_that_can_still_come_into_play_show_their_costs():
    svg = drawn(areas=("west",), open_areas=tuple(area for area in GERMANY if area != "west"))
    assert words_of(city(svg, "berlin")) == "Berlin: not chosen yet"
    assert len(all_of(svg, "cost")) == len(all_of(svg, "link"))
    assert "open" in classes(link(svg, "kassel", "fulda"))
    assert not all_of(svg, "left-out")


def test_networks_lie_on_a_bed_above_the_lines_and_below_the_costs():
    svg = drawn(networks=paid(RUHR))
    kinds = [classes(element) for element in svg]
    bed, costs = kinds.index({"bed"}), next(at for at, element in enumerate(svg) if all_of(element, "cost"))
    strands = [at for at, kind in enumerate(kinds) if "strands" in kind]
    assert max(at for at, kind in enumerate(kinds) if "link" in kind) < bed < min(strands)
    assert max(strands) < costs


def test_city_names_the_connections_that_lead_to_it_by_their_place():
    standing = houses(koln=[(0, 10)], aachen=[(0, 10)])
    svg = drawn(areas=("west", "southwest"), houses=standing, offers={"essen": OFFER})
    shown = all_of(svg, "link")
    places = [int(place) for place in city(svg, "essen").get("data-way", "").split()]
    assert [shown[place] for place in places] == [link(svg, "koln", "dusseldorf"), link(svg, "dusseldorf", "essen")]
    assert len(shown) == len(all_of(svg, "cost"))


def test_ground_has_nothing_that_changes_while_a_game_goes_on():
    before = picture()
    after = picture(houses=houses(essen=[(0, 10)]), step=2, offers={"essen": OFFER}, networks=paid(RUHR))
    assert draw_ground(before) == draw_ground(after)


def test_picture_to_look_at_has_no_links_and_no_names_for_scripts():
    text = draw_map(picture(offers={"essen": OFFER}))
    assert "<a " not in text
    assert 'id="city-' not in text


HOSTILE = "</title><script>alert('x')</script>\"&"


def test_names_of_companies_cannot_break_out():
    svg = drawn(names=(HOSTILE,), houses=houses(essen=[(0, 10)]))
    assert HOSTILE in words_of(city(svg, "essen"))


def test_words_and_addresses_of_offers_cannot_break_out():
    essen = city(drawn(offers={"essen": replace(OFFER, text=HOSTILE, href=HOSTILE)}), "essen")
    assert essen.get("href") == HOSTILE
    assert HOSTILE in words_of(essen)


def test_nothing_inline_that_the_content_policy_forbids():
    text = draw_pieces(picture(offers={"essen": OFFER}, houses=houses(koln=[(0, 10)])))
    assert "style" not in text
    assert "<script" not in text
    assert "://" not in text


def test_same_picture_gives_the_same_text():
    assert draw_map(picture(offers={"essen": OFFER})) == draw_map(picture(offers={"essen": OFFER}))


@pytest.mark.rule("MAP-NYC-4")
def test_blocked_city_is_crossed_out():
    svg = drawn(blocked=("koln",), step=2)
    assert len(all_of(city(svg, "koln"), "blocked")) == 3
    assert not all_of(city(svg, "koln"), "slot-price")
    assert words_of(city(svg, "koln")) == "Köln. Blocked: nobody builds here."
    assert len(all_of(svg, "blocked")) == 3


@pytest.mark.rule("MAP-JP-5")
def test_city_in_which_networks_begin_has_a_second_frame(monkeypatch):
    board = rules.board("germany")
    starts = structs.replace(board.rules.networks, start_cities=("koln",))
    monkeypatch.setattr(board, "rules", structs.replace(board.rules, networks=starts))
    svg = drawn()
    assert len(all_of(svg, "start-frame")) == 1
    assert words_of(city(svg, "koln")) == "Köln. Networks begin here."


@pytest.mark.rule("MAP-JP-8")
def test_city_that_can_be_had_in_two_ways_tells_both():
    other = Offer("koln", 10, 10, "10 + 0, your free start.", free_start=True)
    svg = drawn(offers={"koln": Offer("koln", 10, 13, "10 + 3, from Essen.", href="?", other=other)})
    assert words_of(city(svg, "koln")) == "Köln. 10 + 3, from Essen. Or 10 + 0, your free start."


def test_city_says_why_the_viewer_cannot_build_there():
    svg = drawn(refusals={"koln": "Kept for others."})
    assert words_of(city(svg, "koln")) == "Köln. Kept for others."


def test_district_shows_what_it_costs_to_enter_it_and_no_connection_shows_a_cost():
    board = rules.board("bremen", "recharged", rules.NEWEST)
    svg = whole(board, version=rules.NEWEST)
    shown = [toll.findtext("text") for toll in all_of(svg, "toll")]
    assert shown == [f"{district.node_cost}" for district in board.cities.values()]
    assert all_of(svg, "cost") == all_of(svg, "tube") == []
    assert len(all_of(svg, "link")) == len(board.connections)
