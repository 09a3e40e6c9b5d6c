"""Bots against one another."""

import pytest

import rules
from rules import arena
from rules.__main__ import main
from rules.arena import Outcome, seatings


def first_plant(state, seat, seed):
    """A bot of somebody's own: it takes what is first, and builds and buys nothing."""
    match rules.legal(state, seat):
        case rules.OpeningDecision(plants=(offer, *_)):
            return rules.OpenAuction(offer.plant, offer.least)
        case rules.OpeningDecision():
            return rules.DeclineAuction()
        case rules.BiddingDecision():
            return rules.PassBid()
        case rules.PurchaseDecision():
            return rules.BuyResources()
        case rules.BuildingDecision():
            return rules.BuildCities(())
        case _:
            return rules.bots.decide(state, seat, seed)


def test_each_deal_is_played_from_every_seat():
    tables = seatings(["normal", "easy"], rules.Options(), 3, 2, seed="a")
    assert [table.names for table in tables[:3]] == [
        ("normal", "easy", "easy"),
        ("easy", "easy", "normal"),
        ("easy", "normal", "easy"),
    ]
    assert [table.seed for table in tables] == ["a-0"] * 3 + ["a-1"] * 3


def test_scores_are_averages_over_deals_with_an_interval():
    tables = seatings(["normal", "easy"], rules.Options(), 2, 2)
    ends = [(1, 0), (0, 1), (1, 0), (0.5, 0.5)]
    normal, easy = arena.scores(tables, [Outcome(shares, ((0.2,), (0.1,))) for shares in ends])
    assert (normal.share, easy.share) == (0.875, 0.125)
    assert normal.within == pytest.approx(1.96 * 0.125)
    assert (normal.seats, normal.times) == (1, (0.1, 0.1, 0.2, 0.2))


def test_the_same_deals_end_in_the_same_way():
    first, again = (
        arena.play(seatings(["normal", "easy"], rules.Options(first_game=True), 2, 1)[0]) for _ in range(2)
    )
    assert first.shares == again.shares
    assert sum(first.shares) == 1


def test_a_bot_of_your_own_competes_by_its_name(capsys):
    own = f"{__name__}:first_plant"
    assert main(["arena", "--bots", f"easy,{own}", "--players", "2", "--deals", "1", "--first-game"]) == 0
    head, easy, last = capsys.readouterr().out.splitlines()
    assert head == "classic germany players 2 deals 1 games 2"
    assert easy.startswith("easy seats 1 wins 100.0 % ")
    assert last.startswith(f"{own} seats 1 wins 0.0 % ")


@pytest.mark.parametrize("name", ["nobody", "rules:nobody", ":", "", "rules.nobody:decide"])
def test_a_bot_that_does_not_exist_is_refused(capsys, name):
    assert main(["arena", "--bots", f"easy,{name}"]) == 2
    assert f"There is no bot {name!r}" in capsys.readouterr().err


def test_more_bots_than_seats_are_refused(capsys):
    assert main(["arena", "--bots", "easy,normal,hard", "--players", "2"]) == 2
    assert capsys.readouterr().err == "There are 2 seats for 3 bots.\n"


def test_bots_that_never_end_a_game_are_found_out(monkeypatch):
    monkeypatch.setattr(arena, "MOST_ACTIONS", 50)
    with pytest.raises(arena.EndlessGame):
        arena.play(seatings(["easy"], rules.Options(), 2, 1)[0])
