"""Bots against one another."""

from concurrent.futures import ThreadPoolExecutor

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
    assert easy.startswith("easy seats 1 wins 100.0 % (one deal) fair 50.0 %")
    assert last.startswith(f"{own} seats 1 wins 0.0 % ")


@pytest.mark.parametrize(
    "name", ["nobody", "rules:nobody", ":", "", "rules.nobody:decide", ".x:y", "../x:y", "rules:VERSION"]
)
def test_a_bot_that_does_not_exist_is_refused(capsys, name):
    assert main(["arena", "--bots", f"easy,{name}"]) == 2
    assert f"There is no bot {name!r}" in capsys.readouterr().err


def test_more_playouts_than_anybody_can_wait_for_are_refused(capsys):
    with pytest.raises(SystemExit):
        main(["arena", "--bots", "hard", "--playouts", "9" * 30])
    assert "give a whole number from 1 to 1000000" in capsys.readouterr().err


def test_areas_are_those_that_were_given(monkeypatch, capsys):
    given, start = set(), arena.start
    monkeypatch.setattr(arena, "start", lambda setup: given.add(setup.areas) or start(setup))
    monkeypatch.setattr(arena, "compete", lambda tables, jobs: map(arena.play, tables))
    areas = ["--map", "italy", "--players", "3", "--areas", "centre,northeast,emilia"]
    assert main(["arena", "--bots", "easy", "--deals", "2", *areas]) == 0
    assert given == {("centre", "northeast", "emilia")}
    assert "italy players 3 deals 2 games 6" in capsys.readouterr().out


def test_no_more_processes_are_started_than_there_are_games(monkeypatch):
    started = []
    monkeypatch.setattr(arena, "ProcessPoolExecutor", lambda jobs: started.append(jobs) or ThreadPoolExecutor(1))
    assert len([*arena.compete(seatings(["easy"], rules.Options(first_game=True), 2, 1), 100_000)]) == 2
    assert started == [2]


def test_more_bots_than_seats_are_refused(capsys):
    assert main(["arena", "--bots", "easy,normal,hard", "--players", "2"]) == 2
    assert capsys.readouterr().err == "There are 2 seats for 3 bots.\n"


def test_bots_that_never_end_a_game_are_found_out(monkeypatch):
    monkeypatch.setattr(arena, "MOST_ACTIONS", 50)
    with pytest.raises(arena.EndlessGame):
        arena.play(seatings(["easy"], rules.Options(), 2, 1)[0])
