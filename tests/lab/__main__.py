"""How many small faults the tests find, put into the code at places that a seed draws; in another checkout, too.

    python -m tests.lab draw --faults 240 --seed 1      # write down where they are
    python -m tests.lab reach now                       # run all tests once: which of them reach which fault
    python -m tests.lab try now                         # switch on one after the other, and run those tests
    python -m tests.lab reach before --root ../before   # the same with the tests of a checkout and its .venv
    python -m tests.lab try before --root ../before --known now
    python -m tests.lab tell now before                 # how many each found, and what nobody did

All is kept in ``var/lab/``. A trial that was ended goes on where it was. ``reach`` takes as long as a run of all
tests with coverage, which it measures, and ``try`` an hour or two for 240 faults on two cores.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

from tests.lab.planted import planting

ROOT = Path(__file__).parents[2]
KEPT = ROOT / "var" / "lab"
FAULTS = KEPT / "faults.json"
COMPILED = KEPT / "compiled"
UNFOUND = {"nothing", "given up", "unreached", "broke down"}
AT_ONCE = 2
"""Processes that try faults beside each other."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    steps = parser.add_subparsers(dest="step", required=True)
    draw = steps.add_parser("draw")
    draw.add_argument("--faults", type=int, default=240)
    draw.add_argument("--seed", default="1")
    for step in (steps.add_parser("reach"), steps.add_parser("try")):
        step.add_argument("suite")
        step.add_argument("--root", type=Path, default=ROOT)
        step.add_argument("--tests", nargs="*", default=[], help="these files only")
        step.add_argument("--known", help="the suite whose finds are tried first")
        step.add_argument("--seconds", default="300", help="after so many a fault that nobody found is given up")
    steps.add_parser("tell").add_argument("suites", nargs="+")
    wanted = parser.parse_args()
    KEPT.mkdir(parents=True, exist_ok=True)
    if wanted.step != "draw" and not FAULTS.exists():
        parser.error("No faults are drawn yet: python -m tests.lab draw")
    match wanted.step:
        case "draw":
            shutil.rmtree(COMPILED, ignore_errors=True)  # with the faults of before
            FAULTS.write_text(json.dumps(planting.draw(ROOT, wanted.faults, wanted.seed)))
        case "reach":
            sys.exit(_reach(wanted.suite, wanted.root.resolve(), wanted.tests))
        case "try":
            sys.exit(_try(wanted.suite, wanted.root.resolve(), wanted.tests, wanted.known, wanted.seconds))
        case "tell":
            _tell(wanted.suites)


def _reach(suite: str, root: Path, tests: list[str]) -> int:
    notes = KEPT / f"{suite}-reached"
    if notes.exists():
        sys.exit(f"{notes.relative_to(ROOT)} says what this suite reached before. Delete it, or name another.")
    notes.mkdir()
    settings = KEPT / f"{suite}.coveragerc"
    rooms = "\n".join(f"    {root / room}" for room in planting.ROOMS)
    settings.write_text(
        "[run]\nbranch = true\nparallel = true\nsigterm = true\nomit = */migrations/*\n"
        f"data_file = {KEPT / suite}-coverage/data\nsource =\n{rooms}\n"
    )
    environment = {"FAULTS_NOTES": str(notes), "COVERAGE_PROCESS_START": str(settings)}
    return _pytest(root, environment, "-p", "noting", "--numprocesses", "3", "--dist", "worksteal", *tests).wait()


def _try(suite: str, root: Path, tests: list[str], known: str | None, seconds: str) -> int:
    environment = {
        "FAULTS_NOTES": str(KEPT / f"{suite}-reached"),
        "FAULTS_TRIED": str(_tried(suite)),
        "FAULTS_SECONDS": seconds,
    }
    if known:
        environment["FAULTS_KNOWN"] = str(_tried(known))
    shares = [{**environment, "FAULTS_SHARE": f"{share}/{AT_ONCE}"} for share in range(AT_ONCE)]
    words = ("-p", "trying", "--nomigrations", "-p", "no:cacheprovider", *tests)
    running = [_pytest(root, share, *words) for share in shares]
    return max(each.wait() for each in running)


def _pytest(root: Path, environment: dict[str, str], *words: str) -> subprocess.Popen[bytes]:
    planted = {
        "PYTHONPATH": str(Path(planting.__file__).parent),
        "PYTHONPYCACHEPREFIX": str(COMPILED),
        "FAULTS": str(FAULTS),
        "FAULTS_ROOT": str(root),
        "DEVELOPMENT": "true",
    }
    command = [str(root / ".venv" / "bin" / "pytest"), "--quiet", *words]
    return subprocess.Popen(command, cwd=root, env={**os.environ, **planted, **environment})


def _tell(suites: list[str]) -> None:
    faults = [planting.Place(*each) for each in json.loads(FAULTS.read_text())]
    found = {suite: dict(_results(suite)) for suite in suites}
    for suite, results in found.items():
        kinds = Counter(word if word in UNFOUND else "found" for word in results.values())
        print(f"{suite}: {dict(kinds)} of {len(results)}")
    for number, place in enumerate(faults):
        words = [found[suite].get(number, "not tried") for suite in suites]
        if UNFOUND & set(words):
            print(number, place.path, place.function, f"{place.kind}: {place.written!r}", words)


def _results(suite: str) -> list[tuple[int, str]]:
    if not _tried(suite).exists():
        sys.exit(f"Nothing was tried with the suite {suite!r} yet.")
    lines = [json.loads(line) for line in _tried(suite).read_text().splitlines()]
    return [(line["fault"], line["found"]) for line in lines]


def _tried(suite: str) -> Path:
    return KEPT / f"{suite}-tried.jsonl"


if __name__ == "__main__":
    main()
