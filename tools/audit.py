"""Known vulnerabilities of what the site is made of: ``python -m tools.audit`` has pip-audit look up every pin.

It ends with 1 where there is one. What could not be looked up is counted and said, and stops nobody: a machine
without the net, or with an index that tells of no vulnerabilities, can build the site all the same.
"""

import json
import re
import subprocess
import sys
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from tempfile import NamedTemporaryFile

REQUIREMENTS = Path(__file__).parents[1] / "requirements"
LOCKS = ("boot", "base", "dev")
AT_ONCE = 8
"""How many look-ups go on beside each other: pip-audit itself waits for each answer before it asks for the next."""
PATIENCE = 30  # seconds for each of these
WELL_KNOWN = "django"  # where nobody knows this one, nobody needs to be asked for the others


@dataclass(frozen=True, slots=True)
class Found:
    """What is known of some pins: sentences on what is vulnerable, and how many could not be looked up, and why."""

    vulnerable: tuple[str, ...] = ()
    unknown: int = 0
    reason: str = ""

    def __add__(self, other: "Found") -> "Found":
        return Found(self.vulnerable + other.vulnerable, self.unknown + other.unknown, self.reason or other.reason)


def pins() -> list[str]:
    """All that the lock files name, as ``name==version``, once each."""
    text = "\n".join((REQUIREMENTS / f"{name}.txt").read_text() for name in LOCKS)
    return sorted(set(re.findall(r"^[\w.\[\]-]+==[^\s;\\]+", text, flags=re.MULTILINE)))


def look_up(some: Sequence[str]) -> Found:
    with NamedTemporaryFile("w", suffix=".txt") as file:
        file.write("\n".join(some))
        file.flush()
        audit = [sys.executable, "-m", "pip_audit", "--disable-pip", "--no-deps", "--progress-spinner=off"]
        command = [*audit, "--format=json", "--requirement", file.name]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)  # noqa: S603  (all ours)
        except subprocess.TimeoutExpired:
            return Found(unknown=len(some), reason=f"nobody answered within {PATIENCE} seconds")
    if not done.stdout:  # it gives up where nobody answers at all
        said = done.stderr.strip().splitlines()
        return Found(unknown=len(some), reason=said[-1] if said else f"pip-audit ended with {done.returncode}")
    return read(done.stdout)


def read(answer: str) -> Found:
    """What pip-audit has found out, from its JSON."""
    known = json.loads(answer)["dependencies"]
    skipped = [row for row in known if "skip_reason" in row]
    vulnerable = tuple(
        f"{row['name']} {row['version']}: {flaw['id']}, mended in {' or '.join(flaw['fix_versions']) or 'none yet'}"
        for row in known
        for flaw in row.get("vulns", ())
    )
    return Found(vulnerable, len(skipped), skipped[0]["skip_reason"] if skipped else "")


def tell(found: Found, of: int) -> Iterable[str]:
    """What is to be said, line by line."""
    yield from found.vulnerable
    if found.unknown:
        yield f"{found.unknown} of {of} dependencies could not be looked up. For one of them: {found.reason}"
    if looked_up := 0 if found.vulnerable else of - found.unknown:
        yield f"No known vulnerability in the {looked_up} dependencies that were looked up."


def look_up_all(everything: Sequence[str]) -> Found:
    first = [pin for pin in everything if pin.startswith(f"{WELL_KNOWN}==")]
    found = look_up(first)
    others = [pin for pin in everything if pin not in first]
    if found.unknown:
        return Found(found.vulnerable, len(everything), found.reason)
    with ThreadPoolExecutor(AT_ONCE) as threads:
        return sum(threads.map(look_up, (others[start::AT_ONCE] for start in range(AT_ONCE))), start=found)


def main() -> int:
    everything = pins()
    found = look_up_all(everything)
    print("\n".join(tell(found, len(everything))))  # noqa: T201  (what it is for)
    return 1 if found.vulnerable else 0


if __name__ == "__main__":
    sys.exit(main())
