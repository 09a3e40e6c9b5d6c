"""What tests about turns share."""

import pytest

import rules
import rules.bots


@pytest.fixture
def levels_played(monkeypatch: pytest.MonkeyPatch) -> list[rules.bots.Level]:
    """The level of each decision that a bot takes from here on."""
    levels, decide = [], rules.bots.decide

    def listen(
        state: rules.State, seat: rules.Seat, seed: str = "", level: rules.bots.Level = "easy"
    ) -> rules.Action:
        levels.append(level)
        action: rules.Action = decide(state, seat, seed, level)
        return action

    monkeypatch.setattr(rules.bots, "decide", listen)
    return levels
