"""The text and JSON forms of actions."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rules

NUMBERS = st.integers(1, 99)
AMOUNTS = st.integers(0, rules.MOST_ELEKTRO)
TOKENS = st.integers(0, 24)
IDS = st.from_regex(r"[a-z][a-z0-9-]{0,20}", fullmatch=True)
MARKETS = st.sampled_from(("north", "south", "far-east"))
ACTIONS = st.one_of(
    st.builds(rules.ChooseArea, IDS),
    st.builds(rules.PlaceTrustHouse, IDS),
    st.builds(rules.ChooseStartCity, IDS),
    st.builds(rules.OpenAuction, NUMBERS, AMOUNTS),
    st.builds(rules.DeclineAuction),
    st.builds(rules.Bid, AMOUNTS),
    st.builds(rules.PassBid),
    st.builds(rules.DiscardPlant, NUMBERS, st.none() | st.builds(rules.Drop, TOKENS, TOKENS, TOKENS, TOKENS)),
    st.builds(rules.BuyResources, TOKENS, TOKENS, TOKENS, TOKENS, st.none() | MARKETS),
    st.builds(rules.BuildCities, st.lists(IDS, max_size=42).map(tuple)),
    st.builds(rules.RunPlants, st.lists(st.builds(rules.Run, NUMBERS, TOKENS, TOKENS), max_size=4).map(tuple)),
)

EXAMPLES = [
    ("area north", '{"kind":"choose_area","area":"north"}'),
    ("trust kassel", '{"kind":"place_trust_house","city":"kassel"}'),
    ("start koln", '{"kind":"choose_start_city","city":"koln"}'),
    ("open 13 14", '{"kind":"open_auction","plant":13,"bid":14}'),
    ("decline", '{"kind":"decline_auction"}'),
    ("bid 15", '{"kind":"bid","amount":15}'),
    ("pass", '{"kind":"pass_bid"}'),
    ("discard 5", '{"kind":"discard_plant","plant":5}'),
    ("discard 5 c2", '{"kind":"discard_plant","plant":5,"drop":{"coal":2,"oil":0,"garbage":0,"uranium":0}}'),
    ("buy c2 o1 u1", '{"kind":"buy_resources","coal":2,"oil":1,"uranium":1}'),
    ("buy", '{"kind":"buy_resources"}'),
    ("buy north c2 o1", '{"kind":"buy_resources","coal":2,"oil":1,"market":"north"}'),
    ("build essen duisburg", '{"kind":"build_cities","cities":["essen","duisburg"]}'),
    ("build", '{"kind":"build_cities","cities":[]}'),
    ("run 5:c1o1 13", '{"kind":"run_plants","plants":[{"number":5,"coal":1,"oil":1},{"number":13}]}'),
    ("run", '{"kind":"run_plants","plants":[]}'),
]


@pytest.mark.parametrize(("text", "json"), EXAMPLES)
def test_text_and_json_name_the_same_action(text, json):
    assert rules.parse_action(text) == rules.action_from_json(json)


@pytest.mark.parametrize("text", [text for text, _ in EXAMPLES])
def test_text_is_written_as_it_is_read(text):
    assert str(rules.parse_action(text)) == text


@pytest.mark.parametrize(("text", "json"), EXAMPLES)
def test_json_is_written_as_it_is_read(text, json):
    assert rules.action_to_json(rules.parse_action(text)) == json


@given(ACTIONS)
def test_parsing_inverts_formatting(action):
    assert rules.parse_action(str(action)) == action


@given(ACTIONS)
def test_reading_json_inverts_writing(action):
    assert rules.action_from_json(rules.action_to_json(action)) == action


@given(ACTIONS)
def test_repr_can_be_pasted_back(action):
    assert eval(repr(action), {"parse_action": rules.parse_action}) == action


@given(st.text())
def test_any_text_is_an_action_or_refused_as_no_action(text):
    try:
        action = rules.parse_action(text)
    except rules.ActionSyntaxError:
        return
    assert rules.parse_action(str(action)) == action


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "   ",
            "jump",
            "open",
            "open 13",
            "open 13 14 15",
            "open x 14",
            "open 13 -1",
            "open 13 1e2",
            "open 13 ٣",
        ),
        *("open 0 3", "open 100 100", "open 13 1000000", "decline now", "bid", "bid 3 4", "bid 2.5", "pass pass"),
        *("discard", "discard x", "discard 5 c", "discard 5 x2", "discard 5 c2 c1", "discard 5 c25"),
        *("buy c", "buy 2c", "buy c2 c2", "buy c-1", "buy c25", "buy x1", "buy c100", "buy - c1", "buy c٣"),
        *("buy c1 north", "buy north south c1", "buy North c1", "buy n1 c1"),
        *("build Essen", "build essen,duisburg", "build é", f"build {'a' * 41}", "build " + "essen " * 43),
        *("run x", "run 5:g1", "run 5:c1c1", "run 5:c", "run 5:x", "run 1 2 3 4 5", "run :c1"),
        *("area", "area a b", "area A", "trust", "trust a b", "trust Kassel", "start", "start a b", "start 7"),
    ],
)
def test_other_texts_are_no_actions(text):
    with pytest.raises(rules.ActionSyntaxError):
        rules.parse_action(text)


@pytest.mark.parametrize(
    "json",
    [
        *("", "null", "[]", "{}", '"pass_bid"', "{", '{"kind": "jump"}', '{"kind": "bid"}', '{"amount": 5}'),
        *('{"kind": "bid", "amount": -1}', '{"kind": "bid", "amount": 1000000}', '{"kind": "bid", "amount": "5"}'),
        *('{"kind": "bid", "amount": 5.5}', '{"kind": "bid", "amount": true}', '{"kind": "bid", "amount": null}'),
        *('{"kind": "pass_bid", "why": "x"}', '{"kind": "build_cities"}', '{"kind": "build_cities", "cities": [1]}'),
        *('{"kind": "buy_resources", "coal": 25}', '{"kind": "buy_resources", "wood": 1}'),
        *('{"kind": "run_plants", "plants": [5]}', '{"kind": "run_plants", "plants": [{"number": 5, "garbage": 1}]}'),
        '{"kind": "discard_plant", "plant": 5, "drop": {"coal": -1}}',
        *('{"kind": "buy_resources", "market": ""}', '{"kind": "buy_resources", "market": 1}'),
        '{"kind": "choose_area", "area": "west\\n"}',
        *('{"kind": "choose_start_city"}', '{"kind": "choose_start_city", "area": "west"}'),
        *('{"kind": "place_trust_house", "city": ""}', '{"kind": "place_trust_house", "city": "koln", "slot": 10}'),
    ],
)
def test_other_json_is_no_action(json):
    with pytest.raises(rules.ActionSyntaxError):
        rules.action_from_json(json)


def test_bytes_that_are_no_text_are_no_action():
    with pytest.raises(rules.ActionSyntaxError):
        rules.action_from_json(b'{"kind": "choose_area", "area": "\xff"}')


def test_json_nested_beyond_all_measure_is_no_action():
    with pytest.raises(rules.ActionSyntaxError):
        rules.action_from_json('{"why": ' + "[" * 100_000 + "]" * 100_000 + "}")


@pytest.mark.parametrize("value", [None, 5, [], {"kind": "jump"}, {"kind": "bid", "amount": -1}])
def test_other_data_is_no_action(value):
    with pytest.raises(rules.ActionSyntaxError):
        rules.action_from_data(value)


def test_refusal_of_a_text_says_what_it_was():
    with pytest.raises(rules.ActionSyntaxError, match="'opne 13 14' is not an action"):
        rules.parse_action("opne 13 14")


def test_buying_nothing_may_be_said_aloud():
    assert rules.parse_action("buy -") == rules.parse_action("buy")


def test_words_may_be_set_apart_by_more_than_one_blank():
    assert rules.parse_action("  open  13\t14 ") == rules.OpenAuction(13, 14)
