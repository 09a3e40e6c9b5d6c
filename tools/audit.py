"""Known vulnerabilities of what the site is made of: ``python -m tools.audit`` has pip-audit look up every pin.

It ends with 1 where there is one. What could not be looked up is counted, and stops nothing: a machine without the
net, or with an index that knows of no vulnerabilities, can still build the site.
"""

import json
import re
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import NamedTemporaryFile

REQUIREMENTS = Path(__file__).parents[1] / "requirements"
LOCKS = ("boot", "base", "dev")
AT_ONCE = 8
"""How many look-ups go on at once: pip-audit itself waits for each answer before it asks for the next."""
PATIENCE = 30  # seconds for each of these
WELL_KNOWN = "django"  # if this one cannot be looked up, the others are not tried


Found = tuple[list[str], list[str]]
"""What is known of some pins: sentences on what is vulnerable, and for each that could not be looked up, why."""


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
            return [], len(some) * [f"no answer within {PATIENCE} seconds"]
    if not done.stdout:  # it gives up where nobody answers at all
        said = done.stderr.strip().splitlines()
        return [], len(some) * [said[-1] if said else f"pip-audit ended with {done.returncode}"]
    return read(done.stdout)


def read(answer: str) -> Found:
    """What pip-audit has found out, from its JSON."""
    known = json.loads(answer)["dependencies"]
    vulnerable = [
        f"{row['name']} {row['version']}: {flaw['id']}, mended in {' or '.join(flaw['fix_versions']) or 'none yet'}"
        for row in known
        for flaw in row.get("vulns", ())
    ]
    return vulnerable, [row["skip_reason"] for row in known if "skip_reason" in row]


def look_up_all(everything: Sequence[str]) -> Found:
    first = [pin for pin in everything if pin.startswith(f"{WELL_KNOWN}==")]
    vulnerable, unknown = look_up(first)
    others = [pin for pin in everything if pin not in first]
    if unknown:
        return vulnerable, unknown * len(everything)
    with ThreadPoolExecutor(AT_ONCE) as threads:
        for found in threads.map(look_up, (others[start::AT_ONCE] for start in range(AT_ONCE))):
            vulnerable, unknown = vulnerable + found[0], unknown + found[1]
    return vulnerable, unknown


def main() -> int:
    everything = pins()
    vulnerable, unknown = look_up_all(everything)
    told = [*vulnerable]
    if unknown:
        told.append(
            f"{len(unknown)} of {len(everything)} dependencies could not be looked up. For one of them: {unknown[0]}"
        )
    if looked_up := 0 if vulnerable else len(everything) - len(unknown):
        told.append(f"No known vulnerability in the {looked_up} dependencies that were looked up.")
    print("\n".join(told))  # noqa: T201  (what it is for)
    return 1 if vulnerable else 0


if __name__ == "__main__":
    sys.exit(main())
