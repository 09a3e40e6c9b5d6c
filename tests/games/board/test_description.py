from games.board.description import caption, describe
from games.board.picture import House
from tests.games.board.pictures import houses, picture


def test_empty_map_is_told_by_its_name():
    assert describe(picture()) == "Map of Germany."


def test_viewer_is_told_where_they_are_in_the_order_of_the_board():
    built = houses(essen=[(0, 10)], kiel=[(0, 10)], koln=[(1, 10)])
    assert describe(picture(houses=built)) == "Map of Germany. You are in Kiel and Essen."


def test_what_is_new_is_told_for_each_who_built():
    built = {
        "kiel": (House(0, 10, is_new=True), House(2, 15, is_new=True)),
        "koln": (House(None, 10, is_new=True),),
        "essen": (House(1, 10),),
    }
    assert describe(picture(houses=built, seat=None)) == (
        "Map of Germany. New since your last turn, Ana: Kiel. New since your last turn, Cid: Kiel."
        " New since your last turn, The Trust: Köln."
    )


def test_viewer_is_not_called_by_name():
    built = {"kiel": (House(0, 10, is_new=True),)}
    assert describe(picture(houses=built)) == "Map of Germany. You are in Kiel. New since your last turn, you: Kiel."


def test_names_are_taken_as_they_are():
    built = {"kiel": (House(1, 10, is_new=True),)}
    words = describe(picture(houses=built, names=("Ana", "{cities} <b>", "Cid"), seat=None))
    assert words == "Map of Germany. New since your last turn, {cities} <b>: Kiel."


def test_caption_tells_whose_shapes_are_whose():
    assert caption(picture()) == "●\u00a0you · ■\u00a0\u2068Bob\u2069 · ▲\u00a0\u2068Cid\u2069"


def test_caption_explains_rings_and_the_trust_where_there_are_any():
    built = {"koln": (House(None, 10),), "kiel": (House(1, 10, is_new=True),)}
    words = caption(picture(houses=built, names=("Ana", "Bob"), seat=None))
    assert (
        words
        == "●\u00a0\u2068Ana\u2069 · ■\u00a0\u2068Bob\u2069 · ⧗\u00a0The Trust · Ringed: new since your last turn"
    )
