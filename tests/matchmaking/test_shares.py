"""What players add to the seed of their game, and who sees what of it when."""

import pytest
from django.utils import timezone

import rules
from games.models import Game
from matchmaking import tables
from matchmaking.models import Table, TableRefused
from tests.factories import TableFactory

pytestmark = pytest.mark.django_db


def share_of(table, user) -> str:
    return str(table.seats.get(user=user).share)


class TestTheSeed:
    def test_game_is_drawn_from_the_secret_of_its_table(self, ana, bob):
        table = TableFactory(host=ana, players=2)
        promised = table.commitment
        game = tables.join(table, bob).game
        assert game.read_setup().seed == table.secret
        assert game.seed_hash == promised
        assert game.shares == []

    def test_shares_follow_the_secret_in_the_order_of_seats(self, ana, bob, cid):
        table = TableFactory(host=ana, players=4, bots=1)
        tables.join(table, bob, share="zwei")
        tables.add_share(table, ana, "eins")
        game = tables.join(table, cid, share="drei").game
        seed = game.read_setup().seed
        assert seed == rules.seed_of(table.secret, ["eins", "zwei", "drei"])
        assert (rules.commitment(rules.secret_of(seed)), rules.shares_of(seed)) == (
            game.seed_hash,
            ("eins", "zwei", "drei"),
        )
        assert Game.objects.get().shares == [[0, "eins"], [2, "zwei"], [3, "drei"]]

    def test_other_words_make_another_game(self, ana, bob):
        table = TableFactory(host=ana, players=2)
        game = tables.join(table, bob, share="7").game
        assert game.read_setup().deck != rules.new_setup(table.options, 2, table.secret).deck

    def test_host_adds_words_while_opening_a_table_that_fills_at_once(self, ana):
        table = Table(host=ana, name="Alone", players=2)
        game = tables.create(table, bots=1, now=timezone.now(), share="solo").game
        assert game.shares == [[0, "solo"]]
        assert game.seed_hash == table.commitment


class TestChanging:
    @pytest.mark.postgresql
    def test_share_can_be_changed_and_taken_away_until_the_game_begins(self, ana):
        table = TableFactory(host=ana, players=3)
        for words in ("one", "two", ""):
            table = tables.add_share(table, ana, words)
            assert share_of(table, ana) == words

    def test_open_pages_follow_a_new_share_and_not_one_sent_twice(self, ana):
        table = TableFactory(host=ana, players=3)
        once = tables.add_share(table, ana, "one")
        twice = tables.add_share(table, ana, "one")
        assert table.version < once.version == twice.version

    def test_leaving_a_table_drops_the_share(self, ana, bob):
        table = TableFactory(host=ana, players=3)
        tables.join(table, bob, share="mine")
        tables.leave(table, bob, now=timezone.now())
        tables.join(table, bob)
        assert share_of(table, bob) == ""

    def test_nobody_adds_to_a_game_that_has_begun(self, ana, bob):
        table = TableFactory(host=ana, players=2)
        game = tables.join(table, bob, share="late").game
        with pytest.raises(TableRefused, match="has begun"):
            tables.add_share(table, ana, "later")
        assert share_of(table, ana) == ""
        assert Game.objects.get().read_setup() == game.read_setup()

    def test_nobody_adds_at_a_closed_table(self, ana):
        table = TableFactory(host=ana)
        tables.close(table, ana, now=timezone.now())
        with pytest.raises(TableRefused, match="closed"):
            tables.add_share(table, ana, "still")

    def test_nobody_adds_at_a_table_of_others(self, ana, bob):
        table = TableFactory(host=ana)
        with pytest.raises(TableRefused, match="no seat"):
            tables.add_share(table, bob, "mine")
        assert set(table.seats.values_list("share", flat=True)) == {""}
