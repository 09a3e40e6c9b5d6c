"""Many who answer at once: ``python -m tests.services.conflicts ADDRESS CLIENTS POSITIONS`` has so many browsers send
their action in the same position of one game, again and again, and prints what they were answered, as JSON.

Most of them belong to the person who is asked, and want different things; the others think that it is their turn.
"""

import random
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import django
import msgspec

if __name__ == "__main__":
    django.setup()

from django.db import connection

import rules
from games.models import Action, Game, Origin, PoweringRule
from games.replay import snapshots, verify
from tests.factories import PASSWORD, GameFactory, person_called
from tests.services.contended import Outcome
from tests.services.visitors import Fields, Visitor, fields_of

STRANGERS = 8
"""Of so many browsers, one belongs to somebody else."""


def contend(address: str, clients: int, positions: int) -> Outcome:
    """Have browsers contend, in a game of three people."""
    chance = random.Random("conflicts")
    game = GameFactory.create(powering=PoweringRule.LEAST)
    browsers = {name: _browsers(address, name, clients) for name in ("Ana", "Bob", "Cid")}
    own: Counter[int] = Counter()
    others: Counter[int] = Counter()
    several = []
    with ThreadPoolExecutor(clients) as pool:
        for _ in range(positions):
            game.refresh_from_db()
            asked = game.seats.filter(is_to_move=True)[0]
            state = snapshots.load(game)
            wishes = [fields_of(action) for action in _wishes(state, rules.Seat(asked.number))]
            together = Barrier(clients)
            sent = []
            for number in range(clients):
                is_own = number % STRANGERS != 0
                name = asked.name if is_own else chance.choice([name for name in browsers if name != asked.name])
                fields = [*chance.choice(wishes), ("expected", str(game.sequence))]
                sent.append((is_own, pool.submit(_send, browsers[name][number], game, fields, together)))
            answers = Counter((is_own, answer.result()) for is_own, answer in sent)
            own.update({status: count for (is_own, status), count in answers.items() if is_own})
            others.update({status: count for (is_own, status), count in answers.items() if not is_own})
            if answers[True, 302] != 1:
                several.append(game.sequence)
    faults = [str(fault) for fault in verify.audit([game.pk]).faults]
    rows = Action.objects.filter(game=game, origin=Origin.PLAYER).count()
    return Outcome(positions, dict(own), dict(others), several, rows, faults, _deadlocks())


def _browsers(address: str, name: str, count: int) -> list[Visitor]:
    first = Visitor(address)
    first.log_in(person_called(name).email or "", PASSWORD)
    return [first.beside() for _ in range(count)]


def _wishes(state: rules.State, seat: rules.Seat) -> list[rules.Action]:
    """Different things that somebody could do: what a bot would, or else as little as possible."""
    wishes: list[rules.Action] = [rules.bots.decide(state, seat)]
    decision = rules.legal(state, seat)
    match decision:
        case rules.BiddingDecision():
            wishes += [rules.PassBid(), rules.Bid(decision.least)]
        case rules.PurchaseDecision():
            wishes.append(rules.BuyResources())
        case rules.BuildingDecision():
            wishes.append(rules.BuildCities(()))
    return wishes


def _send(browser: Visitor, game: Game, fields: Fields, together: Barrier) -> int:
    together.wait()
    return browser.post(f"/games/{game.pk}/play/", fields).status_code


def _deadlocks() -> int:
    """How often PostgreSQL had to end a deadlock; SQLite has but one lock."""
    if connection.vendor != "postgresql":
        return 0
    with connection.cursor() as cursor:
        cursor.execute("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()")
        return int(cursor.fetchone()[0])


if __name__ == "__main__":
    print(msgspec.json.encode(contend(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))).decode())
