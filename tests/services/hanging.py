"""How late games are while other servers hang: ``python -m tests.services.hanging 60`` watches so many games.

A mail server and the hosts of webhooks take every call and say nothing. Many mails and calls wait for them when the
games begin to come due, and each game makes more.
"""

import json
import socket
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from tests.services.sites import Site, large_site

ANSWERED = "SELECT DISTINCT game_id FROM games_action WHERE origin <> 'player'"
SENT = "SELECT count(*) FROM notifications_alert WHERE state = 'sent' AND channel <> 'feed'"
RESTING = "SELECT count(*) FROM notifications_failingserver WHERE rests_until IS NOT NULL"
ALERTS = 40
"""How many alerts wait for each of the two servers at the beginning."""

APART = 0.5
"""Seconds between the moments at which games come due."""


@contextmanager
def silence() -> Iterator[int]:
    """A server that takes calls and says nothing; its port."""
    with closing(socket.create_server(("127.0.0.1", 0), backlog=1024)) as server:
        yield server.getsockname()[1]


def longest(site: Site, games: int) -> float:
    """For how many seconds a game was late at most."""
    site.start_worker()
    site.start_sender("mail")
    site.start_sender("calls")
    site.start_scheduler()
    site.wait_for(
        "alerts in hand", lambda: site.ask("SELECT count(*) FROM notifications_alert WHERE attempts > 0")[0][0]
    )
    due: dict[str, float] = json.loads(site.call("tests.services.due_games", str(games // 2), str(APART)))
    late: dict[str, float] = {}

    def look() -> bool:
        now = time.time()
        for (pk,) in site.ask(ANSWERED):
            late.setdefault(str(pk), now - due[str(pk)])
        return late.keys() == due.keys()

    site.wait_for("all games to go on", look)
    return max(late.values())


def hang(site: Site, port: int) -> None:
    """Have mails and webhooks lead to a server, and alerts wait for it."""
    site.environment |= {"EMAIL_URL": f"smtp://127.0.0.1:{port}", "MAY_CALL_ITSELF": "true"}
    site.make_tables()
    site.call("tests.services.knocking", "1", str(ALERTS), f"http://127.0.0.1:{port}/", BROKER_URL="memory://")


def main(games: int) -> None:
    with silence() as port, tempfile.TemporaryDirectory() as folder, large_site(Path(folder)) as site:
        hang(site, port)
        seconds = longest(site, games)
        print(f"games {games}, at most {seconds:.1f} s late; servers left alone: {site.ask(RESTING)[0][0]}")
        assert site.ask(SENT) == [(0,)], "Something was sent, so nothing hung."


if __name__ == "__main__":
    main(int(sys.argv[1]))
