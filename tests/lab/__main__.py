"""Which branches a suite takes, and which planted faults it finds; the suite of this checkout or of another.

    python -m tests.lab cover now                            # run all tests once: which branches they take
    python -m tests.lab cover now --services -m postgresql   # and those on PostgreSQL and Redis
    python -m tests.lab draw --faults 240 --seed 1           # write down where the faults are
    python -m tests.lab reach now                            # run all tests once: which of them reach which fault
    python -m tests.lab try now                              # switch on one after the other, and run those tests
    python -m tests.lab cover before --root ../before        # the same with the tests of a checkout and its .venv
    python -m tests.lab tell now before                      # how much each reached and found, and what nobody did

All is kept in ``var/lab/``. A trial that was ended goes on where it was. ``cover`` takes as long as the tests alone,
``reach`` half as long again, and ``try`` an hour or two for 240 faults on two cores. Further options go to pytest.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
from collections import Counter, defaultdict
from pathlib import Path

from tests.lab.planted import planting
from tests.lab.planted.arms import Arm, arms

ROOT = Path(__file__).parents[2]
KEPT = ROOT / "var" / "lab"
FAULTS = KEPT / "faults.json"
COMPILED = KEPT / "compiled"
UNFOUND = {"nothing", "given up", "unreached", "broke down"}
AT_ONCE = 2
"""Processes that try faults beside each other."""
SIDE_BY_SIDE = ("--numprocesses", "3", "--dist", "worksteal")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    steps = parser.add_subparsers(dest="step", required=True)
    draw = steps.add_parser("draw")
    draw.add_argument("--faults", type=int, default=240)
    draw.add_argument("--seed", default="1")
    cover, reach, trial = (steps.add_parser(step) for step in ("cover", "reach", "try"))
    cover.add_argument("--services", action="store_true", help="on PostgreSQL and Redis")
    trial.add_argument("--known", help="the suite whose finds are tried first")
    trial.add_argument("--seconds", default="300", help="after so many a fault that nobody found is given up")
    for step in (draw, cover, reach, trial):
        step.add_argument("--root", type=Path, default=ROOT)
    for step in (cover, reach, trial):
        step.add_argument("suite")
    steps.add_parser("tell").add_argument("suites", nargs="+")
    wanted, words = parser.parse_known_args()
    KEPT.mkdir(parents=True, exist_ok=True)
    if wanted.step in {"reach", "try"} and not FAULTS.exists():
        parser.error("No faults are drawn yet: python -m tests.lab draw")
    match wanted.step:
        case "draw":
            if results := sorted(KEPT.glob("*-reached")) + sorted(KEPT.glob("*-tried.jsonl")):
                parser.error(f"{results[0].relative_to(ROOT)} is about the faults that are drawn. Delete it first.")
            shutil.rmtree(COMPILED, ignore_errors=True)  # with the faults of before
            FAULTS.write_text(json.dumps(planting.draw(wanted.root.resolve(), wanted.faults, wanted.seed)))
        case "cover":
            sys.exit(_cover(wanted.suite, wanted.root.resolve(), words, wanted.services))
        case "reach":
            sys.exit(_reach(wanted.suite, wanted.root.resolve(), words))
        case "try":
            sys.exit(_try(wanted.suite, wanted.root.resolve(), words, wanted.known, wanted.seconds))
        case "tell":
            _tell(wanted.suites)


def _cover(suite: str, root: Path, words: list[str], services: bool) -> int:
    listed, compiled = _arms_of(suite), KEPT / f"{suite}-compiled"
    found = [list(arm) for arm in arms(root, planting.files(root))]
    if not listed.exists():
        shutil.rmtree(compiled, ignore_errors=True)  # with the numbers of before
        listed.write_text(json.dumps(found))
        listed.with_suffix("").write_bytes(bytes(len(found)))
    elif json.loads(listed.read_text()) != found:
        sys.exit(f"The code has changed since {listed.relative_to(ROOT)} was made. Delete it, or name another suite.")
    environment = {"ARMS": str(listed), "ARMS_ROOT": str(root), "PYTHONPYCACHEPREFIX": str(compiled)}
    return _pytest(root, environment, [*SIDE_BY_SIDE, *words], services).wait()


def _reach(suite: str, root: Path, words: list[str]) -> int:
    notes = KEPT / f"{suite}-reached"
    if notes.exists():
        sys.exit(f"{notes.relative_to(ROOT)} says what this suite reached before. Delete it, or name another.")
    notes.mkdir()
    environment = {**_planted(root), "FAULTS_NOTES": str(notes)}
    return _pytest(root, environment, ["-p", "noting", *SIDE_BY_SIDE, *words]).wait()


def _try(suite: str, root: Path, words: list[str], known: str | None, seconds: str) -> int:
    environment = {
        **_planted(root),
        "FAULTS_NOTES": str(KEPT / f"{suite}-reached"),
        "FAULTS_TRIED": str(_tried(suite)),
        "FAULTS_SECONDS": seconds,
    }
    if known:
        environment["FAULTS_KNOWN"] = str(_tried(known))
    shares = [{**environment, "FAULTS_SHARE": f"{share}/{AT_ONCE}"} for share in range(AT_ONCE)]
    words = ["-p", "trying", "--nomigrations", "-p", "no:cacheprovider", *words]
    running = [_pytest(root, share, words) for share in shares]
    return max(each.wait() for each in running)


def _planted(root: Path) -> dict[str, str]:
    return {"FAULTS": str(FAULTS), "FAULTS_ROOT": str(root), "PYTHONPYCACHEPREFIX": str(COMPILED)}


def _pytest(
    root: Path, environment: dict[str, str], words: list[str], services: bool = False
) -> subprocess.Popen[bytes]:
    lab = {"PYTHONPATH": str(Path(planting.__file__).parent), "DEVELOPMENT": "true"}
    programs = root / ".venv" / "bin"
    started = [str(programs / "python"), "-m", "tests.services"] if services else []
    command = [*started, str(programs / "pytest"), "--quiet", *words]
    return subprocess.Popen(command, cwd=root, env={**os.environ, **lab, **environment})


def _arms_of(suite: str) -> Path:
    """Where the arms of the code are listed; beside it is what the suite has reached of them."""
    return KEPT / f"{suite}-arms.json"


def _tell(suites: list[str]) -> None:
    _tell_arms([suite for suite in suites if _arms_of(suite).exists()])
    _tell_faults([suite for suite in suites if _tried(suite).exists()])


def _tell_arms(suites: list[str]) -> None:
    reached: dict[Arm, list[str]] = defaultdict(list)
    for suite in suites:
        listed = _arms_of(suite)
        marks = dict(
            zip(map(Arm._make, json.loads(listed.read_text())), listed.with_suffix("").read_bytes(), strict=True)
        )
        print(f"{suite}: {sum(marks.values())} of {len(marks)} arms reached, {sum(marks.values()) / len(marks):.3%}")
        for arm, mark in marks.items():
            reached[arm] += [suite] * mark
    for arm, by in sorted(reached.items()):
        if len(by) < len(suites):
            print(f"{arm.path}:{arm.line} {arm.kind}: reached by {', '.join(by) or 'none'}")


def _tell_faults(suites: list[str]) -> None:
    faults = [planting.Place(*each) for each in json.loads(FAULTS.read_text())] if FAULTS.exists() else []
    found = {suite: _results(suite) for suite in suites}
    for suite, results in found.items():
        kinds = Counter(word if word in UNFOUND else "found" for word in results.values())
        print(f"{suite}: {dict(kinds)} of {len(results)}")
    for number, place in enumerate(faults):
        words = [results.get(number, "not tried") for results in found.values()]
        if UNFOUND & set(words):
            print(number, place.path, place.function, f"{place.kind}: {place.written!r}", words)


def _results(suite: str) -> dict[int, str]:
    lines = [json.loads(line) for line in _tried(suite).read_text().splitlines()]
    return {line["fault"]: line["found"] for line in lines}


def _tried(suite: str) -> Path:
    return KEPT / f"{suite}-tried.jsonl"


if __name__ == "__main__":
    main()
