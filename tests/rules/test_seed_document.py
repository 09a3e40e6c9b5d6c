"""What docs/game-record.md says of seeds, followed to the letter, makes the cards of a game."""

import json
import re
from contextlib import redirect_stdout
from io import StringIO
from itertools import product
from pathlib import Path

import pytest

import rules
from rules.__main__ import main
from rules.boards import first_version
from rules.chance import shuffled
from rules.versions import NEWEST

DOCUMENT = (Path(rules.__file__).parent.parent / "docs" / "game-record.md").read_text(encoding="utf-8")
SEEDS = ["", "0123", "hello+world", rules.seed_of("ab12" * 8, ["ana", "♞"]), *map(str, range(20))]


@pytest.fixture(scope="module")
def written_down():
    """The functions in the document."""
    (code,) = re.findall(r"```python\n(from hashlib.*?)```", DOCUMENT, re.DOTALL)
    functions = {}
    exec(code, functions)
    return functions


@pytest.mark.parametrize("edition", ["classic", "recharged"])
@pytest.mark.parametrize("players", range(2, 7))
def test_market_deck_and_order_follow_from_the_seed_as_it_is_written_down(written_down, edition, players):
    for map in rules.board_names(edition, NEWEST):
        table = ["deal", "--edition", edition, "--map", map, "--players", str(players)]
        steps = [json.loads(line) for line in printed(table)]
        options, version = rules.options_from_data({"edition": edition, "map": map}), first_version(map, edition)
        for seed in SEEDS[:8]:
            setup = rules.new_setup(options, players, seed, version=version)
            market, deck = written_down["market_and_deck"](seed, steps)
            assert (list(setup.market), list(setup.deck)) == (market, deck)
            assert list(setup.order) == written_down["player_order"](seed, players)


def printed(command):
    """What ``python -m rules`` prints."""
    with redirect_stdout(StringIO()) as told:
        assert main(command) == 0
    return told.getvalue().splitlines()


@pytest.mark.parametrize("map", rules.MAPS)
def test_areas_follow_from_the_seed_as_it_is_written_down(map):
    options = rules.options_from_data({"map": map})
    on = rules.board(map)
    for players, seed in product(range(2, 7), SEEDS):
        assert list(rules.new_setup(options, players, seed).areas) == areas_by_the_document(on, players, seed)


def areas_by_the_document(on, players, seed):
    """The paragraph about areas, written from its words."""
    count = rules.thresholds(rules.Options(map=on.map), players).areas
    waiting = shuffled(seed, "areas", [area.id for area in on.areas])
    areas = ["centre" if on.map == "france" else waiting[0]]
    waiting.remove(areas[0])
    area_of = {city.id: city.area for city in on.cities.values()}
    island_of = {city.area: city.island for city in on.cities.values()}
    links = [(one, other) for one, other, _ in on.connections]
    while len(areas) < count:
        for area in waiting:
            touches = on.map == "australia" or not {island_of[played] for played in areas} >= {island_of[area]}
            touches |= any(
                {area_of[one], area_of[other]} in [{area, played} for played in areas] for one, other in links
            )
            if touches and (len(areas) + 1 < count or all_hang_together([*areas, area], on, area_of, links)):
                break
        else:
            raise AssertionError("no area fits")
        waiting.remove(area)
        areas.append(area)
    return areas


def all_hang_together(areas, on, area_of, links):
    """Whether every city reaches every other of its island."""
    islands = {}
    for city in on.cities.values():
        if city.area in areas:
            islands.setdefault(city.island, set()).add(city.area)
    return on.map == "australia" or all(hangs_together(group, area_of, links) for group in islands.values())


def hangs_together(areas, area_of, links):
    cities = {city for city, area in area_of.items() if area in areas}
    reached, before = {min(cities)}, 0
    while len(reached) > before:
        before = len(reached)
        reached |= {city for link in links if {*link} <= cities and {*link} & reached for city in link}
    return reached == cities


def test_seed_of_the_document_is_made_as_it_says():
    assert "ab12+616e61+626f62" in DOCUMENT
    assert rules.seed_of("ab12", ["ana", "bob"]) == "ab12+616e61+626f62"
    assert rules.commitment("ab12") in DOCUMENT


def test_record_of_the_document_is_read():
    text = re.search(r"```json\n(\{\n  \"format\".*?)```", DOCUMENT, re.DOTALL)[1]
    keys = json.loads(text).keys()
    setup = rules.new_setup(rules.Options(), 3, "0123")
    written = json.loads(rules.write_record(rules.Record(("A", "B", "C"), setup, ())))
    assert keys - written.keys() == {"result"}
    assert not written.keys() - keys


def test_size_of_a_record_in_the_document_is_the_one_that_is_read():
    assert f"{rules.LARGEST_RECORD:,} bytes" in DOCUMENT
