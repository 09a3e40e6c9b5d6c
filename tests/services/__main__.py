"""A PostgreSQL and a Redis for one command, gone afterwards: ``python -m tests.services pytest tests/games``."""

import os
import signal
import subprocess
import sys

from tests.services import postgresql, redis


def main() -> None:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("Stopped."))  # or else the servers would stay behind
    with postgresql.server() as database, redis.server() as broker:
        environment = {**os.environ, "DATABASE_URL": database, "BROKER_URL": broker}
        result = subprocess.run(sys.argv[1:], env=environment, check=False)
    sys.exit(result.returncode)


if __name__ == "__main__":
    main()
