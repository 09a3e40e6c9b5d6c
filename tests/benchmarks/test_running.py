"""Each benchmark runs, and prints every figure that it has; what the figures are is not for a test to say."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
BENCHMARKS = sorted(path.stem for path in HERE.glob("*.py") if "\nif __name__ ==" in path.read_text())


@pytest.mark.long
@pytest.mark.parametrize("name", BENCHMARKS)
def test_benchmark_runs_and_prints_each_of_its_figures(name: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", f"tests.benchmarks.{name}", "--small"],
        cwd=HERE.parents[1],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    printed = re.findall(r"^(\S+) .+ (?:ok|short)$", done.stdout, re.MULTILINE)
    missing = [figure for figure in _figures(name) if not any(re.fullmatch(figure, line) for line in printed)]
    assert not missing, done.stdout
    assert done.stdout


def _figures(name: str) -> list[str]:
    """The names of figures that a benchmark reports, as patterns."""
    calls = (node for node in ast.walk(ast.parse((HERE / f"{name}.py").read_text())) if isinstance(node, ast.Call))
    return [_pattern(call.args[0]) for call in calls if getattr(call.func, "id", "") == "report"]


def _pattern(name: ast.expr) -> str:
    """What a name with values in it looks like when it is printed."""
    parts = name.values if isinstance(name, ast.JoinedStr) else [name]
    return "".join(re.escape(str(part.value)) if isinstance(part, ast.Constant) else r"\S+" for part in parts)
