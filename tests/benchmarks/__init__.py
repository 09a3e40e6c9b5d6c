"""What things cost. Run one with ``python -m tests.benchmarks.NAME``; each prints a line per figure.

A line is ``name value unit goal`` and ends in ``ok`` or ``short``.
"""


def report(name: str, value: float, unit: str, goal: float) -> None:
    """Print one figure that should be at most ``goal``."""
    verdict = "ok" if value <= goal else "short"
    print(f"{name} {value:.4g} {unit} {goal:g} {verdict}")
