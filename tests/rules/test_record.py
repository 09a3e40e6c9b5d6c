"""The game record, format powergrid-game/1."""

import json

import pytest
from msgspec.structs import replace

import rules
from rules.record import Result, result_of
from tests.rules.positions import START_MARKET, refused, stated_setup

DECK = [13, 27, 31, 36, 25, 50, "step3"]


def written(**changes):
    """The text of a small record in which everything is stated; a change to None leaves a key out."""
    content = {
        "format": "powergrid-game/1",
        "edition": "classic",
        "map": "germany",
        "options": {},
        "players": ["Ana", "Bob", "Cid"],
        "setup": stated(),
        "actions": [{"seat": 2, "kind": "open_auction", "plant": 4, "bid": 4}, {"seat": 0, "kind": "pass_bid"}],
    }
    return json.dumps({key: value for key, value in {**content, **changes}.items() if value is not None})


def stated(**changes):
    setup = {
        "areas": ["west", "southwest", "east"],
        "order": [2, 0, 1],
        "market": list(START_MARKET),
        "deck": DECK,
    }
    return {key: value for key, value in {**setup, **changes}.items() if value is not None}


def drawn(**options):
    return rules.new_setup(rules.Options(**options), players=3, seed="5eed")


def from_seed(**changes):
    return rules.read_record(written(setup={"seed": "5eed", **changes}, actions=[])).setup


def test_record_is_read():
    record = rules.read_record(written())
    assert record.players == ("Ana", "Bob", "Cid")
    assert record.setup.deck == tuple(DECK)
    assert record.moves == ((2, rules.OpenAuction(4, 4)), (0, rules.PassBid()))
    assert record.result is None


def test_record_can_be_replayed():
    record = rules.read_record(written())
    assert rules.replay(record.setup, record.moves).to_move == (1,)


@pytest.mark.parametrize(
    "changes", [{}, {"deck": DECK}, {"order": [2, 1, 0]}, {"areas": ["west", "east", "southwest"]}]
)
def test_missing_parts_follow_from_the_seed_and_stated_ones_win(changes):
    setup, plain = from_seed(**changes), drawn()
    for name in ("areas", "order", "market", "deck"):
        expected = changes.get(name, getattr(plain, name))
        assert getattr(setup, name) == tuple(expected)


def test_shuffle_at_step_3_can_be_stated():
    assert from_seed(step3_deck=[36, 25]).step3_deck == (36, 25)


def test_draft_needs_no_areas():
    record = rules.read_record(written(options={"areas": "draft"}, setup={"seed": "5eed"}, actions=[]))
    assert rules.start(record.setup).phase == "setup"


def test_areas_that_are_stated_need_no_draft():
    state = rules.start(rules.read_record(written(options={"areas": "draft"}, actions=[])).setup)
    assert (state.phase, state.areas) == ("auction", ("west", "southwest", "east"))
    assert state.options.areas == "draft"


def test_options_may_be_left_out():
    assert rules.read_record(written(options=None)).setup.options == rules.Options()


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"first_game": True},
        {"money_visible": True},
        {"map": "usa"},
        {"edition": "recharged", "map": "france", "france_recharged_garbage": "classic"},
        {"edition": "recharged", "start_cities": True, "tiebreak": "money_cities"},
    ],
)
@pytest.mark.parametrize("step3_deck", [None, (36, 25, 50)])
def test_writing_inverts_reading(options, step3_deck):
    setup = stated_setup(3, step3_deck=step3_deck, **options)
    record = rules.Record(
        ("Ana", "Bob", "Çid"), setup, ((2, rules.OpenAuction(4, 4)),), Result((2, 0, 1), (1, 0, 0), (3, 2, 1))
    )
    assert rules.read_record(rules.write_record(record)) == record


def test_record_of_a_draft_is_read_as_it_was_written():
    record = rules.Record(("Ana", "Bob", "Cid"), drawn(areas="draft"), ())
    assert rules.read_record(rules.write_record(record)) == record


def test_only_options_that_differ_from_the_default_are_written():
    text = rules.write_record(rules.Record(("Ana", "Bob", "Cid"), stated_setup(3, money_visible=True), ()))
    content = json.loads(text)
    assert (content["edition"], content["map"], content["options"]) == ("classic", "germany", {"money_visible": True})


@pytest.mark.parametrize("map", rules.MAPS)
def test_setup_of_every_recharged_board_is_read_as_it_was_written(map):
    for players in (2, 3, 6):
        setup = rules.new_setup(rules.Options(edition="recharged", map=map), players, "5eed")
        record = rules.Record(tuple("ABCDEF"[:players]), setup, ())
        assert rules.read_record(rules.write_record(record)) == record


def test_recharged_game_is_recorded_with_its_edition_and_its_own_choices_only():
    setup = stated_setup(2, edition="recharged", two_player_mode="plain")
    content = json.loads(rules.write_record(rules.Record(("Ana", "Bob"), setup, ())))
    assert (content["edition"], content["options"]) == ("recharged", {"two_player_mode": "plain"})


def test_result_of_a_running_game_is_none():
    assert result_of(rules.start(stated_setup(3))) is None


@pytest.mark.parametrize(
    "text",
    [
        *("", "{", "[]", "null", '"powergrid-game/1"', "\x00", "{}"),
        *(written(format="powergrid-game/2"), written(format=None), written(title="Final")),
        *(written(edition=None), written(map=None), written(players=None)),
        *(written(players=[1, 2, 3]), written(players="Ana"), written(setup=None), written(actions=None)),
        written(options=[]),
        *(written(options={"map": "usa"}), written(options={"edition": "classic"})),
        *(written(setup=stated(areas=None)), written(setup=stated(deck=None)), written(setup=stated(order=None))),
        *(written(setup=stated(market=None)), written(setup=stated(colour="red")), written(setup=stated(deck=["x"]))),
        *(written(setup=stated(order="210")), written(setup=stated(seed=5)), written(setup={})),
        *(written(actions=[{"kind": "pass_bid"}]), written(actions=[{"seat": "2", "kind": "pass_bid"}])),
        *(written(actions=[{"seat": True, "kind": "pass_bid"}]), written(actions=[{"seat": 2, "kind": "jump"}])),
        *(written(actions=[{"seat": 2}]), written(actions=["pass"]), written(actions=[None])),
        *(written(actions=[{"seat": 2, "kind": "pass_bid", "why": "x"}]), written(result={"order": [2, 0, 1]})),
        written(result={"order": [2, 0, 1], "powered": [1, 1, 1], "money": [1, 1, 1], "prize": 5}),
    ],
)
def test_other_texts_are_no_records(text):
    with pytest.raises(rules.RecordError):
        rules.read_record(text)


@pytest.mark.parametrize("mark", ["\ufeff", b"\xef\xbb\xbf"])
def test_byte_order_mark_is_stepped_over(mark):
    text = written()
    assert rules.read_record(mark + (text if isinstance(mark, str) else text.encode())) == rules.read_record(text)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_record_in_utf_16_is_refused_with_what_to_do(encoding):
    with pytest.raises(rules.RecordError, match=r"UTF-16\. Save it in UTF-8"):
        rules.read_record(written().encode(encoding))


def test_bytes_that_are_no_text_are_no_record():
    with pytest.raises(rules.RecordError):
        rules.read_record(written(players=["Ana", "Bob", "Cid"]).encode().replace(b"Ana", b"\xff\xfe"))


def test_text_nested_beyond_all_measure_is_no_record():
    deep = "[" * 100_000 + "]" * 100_000
    with pytest.raises(rules.RecordError):
        rules.read_record(written(options={"x": 0}).replace("0", deep))


def test_unreadable_action_is_named_by_its_number():
    bad = [{"seat": 2, "kind": "open_auction", "plant": 4, "bid": 4}, {"seat": 0, "kind": "jump"}]
    with pytest.raises(rules.RecordError, match="Action 2"):
        rules.read_record(written(actions=bad))


@pytest.mark.parametrize(
    ("plain", "doubled"),
    [
        ('"map": "germany"', '"map": "usa", "map": "germany"'),
        ('"deck":', '"deck": [13, "step3"], "deck":'),
        ('"seat": 2', '"seat": 1, "se\\u0061t": 2'),
    ],
)
def test_key_that_stands_twice_is_refused(plain, doubled):
    """Some programs would read its first value, and some its last."""
    text = written()
    assert plain in text
    with pytest.raises(rules.RecordError, match="is there twice"):
        rules.read_record(text.replace(plain, doubled))


@pytest.mark.parametrize(
    ("changes", "rule"),
    [
        ({"edition": "deluxe"}, "0.3"),
        ({"options": {"speed": "fast"}}, "0.3"),
        ({"options": {"first_game": "yes"}}, "0.3"),
        ({"edition": "recharged", "options": {"first_game": True}}, "FIRST-1"),
        ({"options": {"start_cities": True}}, "EXP-1"),
        ({"options": {"two_player_mode": "trust"}}, "TRU-1"),
        ({"players": ["Ana"]}, "GEN-1"),
        ({"players": list("ABCDEFG")}, "GEN-1"),
        ({"map": "atlantis"}, "SET-1"),
        ({"setup": stated(areas=["west", "east"])}, "SET-2"),
        ({"setup": stated(areas=["northwest", "northeast", "southeast"])}, "SET-3"),
        ({"setup": stated(order=[0, 1, 1])}, "SET-7"),
        ({"setup": stated(deck=[13, 13, "step3"])}, "GEN-5"),
        ({"setup": stated(deck=[13, 27])}, "SET-11"),
        ({"setup": stated(market=[4, 3])}, "MKT-1"),
        ({"setup": stated(step3_deck=[36, 36])}, "STEP-9"),
    ],
)
def test_setup_against_the_rules_is_refused_with_its_rule(changes, rule):
    with refused(rule):
        rules.read_record(written(**changes))


def test_actions_are_not_held_against_the_rules_when_read():
    record = rules.read_record(written(actions=[{"seat": 1, "kind": "bid", "amount": 9}]))
    with pytest.raises(rules.RuleError):
        rules.replay(record.setup, record.moves)


@pytest.mark.parametrize("areas", ["random", "draft"])
def test_setup_without_a_seed_is_written_without_one_and_read_again(areas):
    setup = replace(drawn(areas=areas), seed="")
    text = rules.write_record(rules.Record(("Ana", "Bob", "Cid"), setup, ()))
    assert "seed" not in json.loads(text)["setup"]
    assert rules.read_record(text).setup == setup
