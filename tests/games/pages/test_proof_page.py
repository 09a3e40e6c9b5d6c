"""What is shown of where the cards of a game come from: a promise while it runs, everything once it is over."""

import json
import re

import msgspec
import pytest
from django.urls import reverse
from django.utils import timezone
from msgspec.structs import replace

import rules
from games.models import Game
from games.pages.game.proof import proof_of
from games.replay import history
from matchmaking import tables
from rules.__main__ import main as verify
from tests.factories import GameFactory, TableFactory, person_called, play_on, play_to_the_end
from tests.games.undoing import agree, take_back
from tests.pages import html_of, lasting, words_of

pytestmark = pytest.mark.django_db

HOSTILE = "<b>&\"'</script>"


@pytest.fixture
def prove(client):
    def open_page(game: Game):
        return client.get(reverse("games:proof", args=[game.pk]))

    return open_page


@pytest.fixture
def shared(ana, bob):
    """A running game to which Ana and Bob have added words."""
    table = TableFactory(host=ana, players=3, bots=1, first_game=True)
    tables.add_share(table, ana, "a word of Ana")
    game = tables.join(table, bob, share=HOSTILE).game
    return Game.objects.get(pk=game.pk)


def ended(game: Game) -> Game:
    """A game that its players gave up."""
    Game.objects.filter(pk=game.pk).update(finished_at=timezone.now(), ended_early=True)
    return Game.objects.get(pk=game.pk)


def told_of(page) -> dict:
    """What the page hands to the script that checks it."""
    found = re.search(r'<script id="proof-played" type="application/json">(.*?)</script>', html_of(page), re.DOTALL)
    return json.loads(found[1]) if found else {}


def test_running_game_shows_its_promise_and_what_players_added(prove, shared):
    words = words_of(prove(shared))
    assert shared.seed_hash in words
    assert "Ana : a word of Ana" in words
    assert "&lt;b&gt;&amp;" in words
    assert "What was promised" in words
    assert "Why nobody can choose the cards" in words


def test_running_game_shows_nothing_of_its_seed_or_deck(prove, shared):
    page, setup = prove(shared), shared.read_setup()
    for secret in (
        setup.seed,
        rules.secret_of(setup.seed),
        "What the cards came from",
        "proof-played",
        "proof-check",
    ):
        assert secret not in html_of(page)
    assert proof_of(shared).revealed is None


def test_page_is_the_same_whatever_lies_in_the_deck(prove, shared):
    before = lasting(prove(shared))
    setup = rules.new_setup(rules.Options(), 3, "another")
    Game.objects.filter(pk=shared.pk).update(setup=msgspec.to_builtins(setup))
    assert lasting(prove(shared)) == before


def test_game_without_words_says_so(prove):
    assert "No player added words." in words_of(prove(GameFactory()))


def test_after_the_end_everything_is_shown_and_agrees(prove, shared):
    game = play_to_the_end(shared)
    page, setup = prove(game), game.read_setup()
    words = words_of(page)
    for part in (rules.secret_of(setup.seed), setup.seed, game.seed_hash, "a word of Ana"):
        assert part in words
    revealed = proof_of(game).revealed
    assert [card.number if card else "step3" for card in revealed.deck] == list(setup.deck)
    assert len(revealed.checks) == 7
    assert revealed.holds
    assert words.count("does not agree") == words_of(prove(game)).count("data-differs")


@pytest.mark.rule("MAP-NYC-1", "MAP-NYC-4")
def test_blocked_cities_are_shown_and_no_area_where_there_is_only_one(prove):
    options = rules.Options(edition="recharged", map="manhattan")
    words = words_of(prove(ended(GameFactory(options=options))))
    assert "Blocked spaces, drawn" in words
    assert "Areas in play, drawn" not in words
    assert "Blocked spaces, drawn" not in words_of(prove(ended(GameFactory())))


def test_script_is_told_what_was_played_and_never_the_seed(prove, shared):
    game = play_to_the_end(shared)
    told, setup = told_of(prove(game)), game.read_setup()
    assert told["deck"] == list(setup.deck)
    assert told["shares"] == ["a word of Ana", HOSTILE]
    assert "seed" not in told
    drawn = [turned["card"] for turned in told["turned"] if turned["event"] == "drawn"]
    assert drawn[:5] == list(setup.deck[:5])


def test_command_on_the_page_proves_the_record_that_it_links(prove, client, shared, tmp_path, capsys):
    game = play_to_the_end(shared)
    page = html_of(prove(game))
    [command] = re.findall(r"<code>python -m rules (.+?)</code>", page)
    [address] = re.findall(r'href="([^"]+)">the record of this game', page)
    file = tmp_path / "record.json"
    file.write_bytes(client.get(address).content)
    assert command.endswith(f" --commitment {game.seed_hash}")
    assert verify(command.replace("FILE", str(file)).split()) == 0
    assert "All that chance decided follows from the seed." in capsys.readouterr().out
    assert verify(command.replace("FILE", str(file)).replace(game.seed_hash, "0" * 64).split()) == 1


def test_old_game_whose_seed_has_no_words_is_proven_as_well(prove):
    game = play_to_the_end(GameFactory(options=rules.Options(first_game=True)))
    assert game.shares == []
    assert proof_of(game).revealed.holds
    assert "Everything drawn" not in words_of(prove(game))


def test_game_that_ended_early_is_proven_as_far_as_it_came(prove):
    game = ended(GameFactory(after=["open 4 4"]))
    revealed = proof_of(game).revealed
    assert revealed.holds
    assert [deck.cards for deck in revealed.shuffled] == [None]
    assert "ended before this shuffle" in words_of(prove(game))


def test_cards_that_were_taken_back_are_not_told_twice(prove):
    game = GameFactory(undo_by_consent=True, after=["open 4 4", "pass", "pass"])
    game = take_back(game, "Cid")
    for name in ("Ana", "Bob"):
        game = agree(game, name, "Cid")
    game = ended(play_on(game, "pass"))
    revealed = proof_of(game).revealed
    assert [card["card"] for card in revealed.played["turned"]] == [13]
    assert revealed.holds


def test_broken_promise_is_told():
    game = ended(GameFactory(after=["open 4 4"]))
    assert proof_of(game).revealed.holds
    Game.objects.update(setup={**game.setup, "seed": "f00d"})
    game.refresh_from_db()
    failed = [check.claim for check in proof_of(game).revealed.checks if not check.holds]
    assert "The SHA-256 hash of the secret is the commitment that was shown." in failed
    assert "The deck follows from the seed, card by card." in failed
    assert len(failed) >= 3


def test_card_that_came_up_out_of_turn_is_told(monkeypatch):
    game = ended(GameFactory(after=["open 4 4", "pass", "pass"]))
    setup = game.read_setup()
    swapped = (setup.deck[1], setup.deck[0], *setup.deck[2:])
    assert proof_of(game).revealed.holds
    monkeypatch.setattr(Game, "read_setup", lambda game: replace(setup, deck=swapped))
    positions = history.positions(Game.objects.get(pk=game.pk))
    monkeypatch.setattr(Game, "read_setup", lambda game: setup)
    monkeypatch.setattr(history, "positions", lambda game: positions)
    assert [check.claim for check in proof_of(game).revealed.checks if not check.holds] == [
        "The deck follows from the seed, card by card.",
        "Each card that came up in the game was the top one of the deck at that moment.",
    ]


def test_words_that_are_not_in_the_seed_are_told(prove):
    game = ended(GameFactory(after=["open 4 4"]))
    Game.objects.update(shares=[[0, "mine"]])
    game.refresh_from_db()
    assert not proof_of(game).revealed.holds
    assert "not everything agrees" in words_of(prove(game))


def test_record_brought_along_promises_nothing(client, prove):
    game = ended(GameFactory(after=["open 4 4"]))
    Game.objects.update(studied_by=person_called("Ana"), is_public=False)
    client.force_login(person_called("Ana"))
    words = words_of(prove(game))
    assert "This site promised nothing about them" in words
    assert game.seed_hash not in words
    assert "What the cards came from" in words


def test_record_without_a_seed_has_nothing_to_check(client, prove):
    game = ended(GameFactory(after=["open 4 4"]))
    Game.objects.update(
        studied_by=person_called("Ana"), is_public=False, setup={**game.setup, "seed": ""}, seed_hash=""
    )
    client.force_login(person_called("Ana"))
    page = prove(game)
    assert "there is nothing to check them against" in words_of(page)
    assert "proof-check" not in html_of(page)


def test_private_game_is_for_its_players_alone(client, prove):
    game = GameFactory(is_public=False)
    assert prove(game).status_code == 302
    client.force_login(person_called("Eve"))
    assert prove(game).status_code == 404
    client.force_login(person_called("Ana"))
    assert prove(game).status_code == 200


def test_nothing_can_be_sent_there(client):
    assert client.post(reverse("games:proof", args=[GameFactory().pk])).status_code == 405
    assert client.post(reverse("games:fair_deck")).status_code == 405


def test_explanation_is_open_to_everybody(client):
    assert "Nobody can choose the cards of a game" in words_of(client.get(reverse("games:fair_deck")))
