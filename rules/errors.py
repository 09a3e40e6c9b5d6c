"""The ways in which the rules say no. Anything else raised by this package is a bug."""

from typing import Any


class ActionSyntaxError(ValueError):
    """An action cannot be read: unknown kind, missing or surplus field, absurd number."""


class RecordError(ValueError):
    """A game record cannot be read, or contradicts itself."""


class RuleError(Exception):
    """An action (or a set of options) was read and is against a rule.

    The sentence and its values are kept apart until shown, so that a site can translate it.

    >>> str(RuleError("AUC-6", "You have {money} Elektro and cannot bid {amount}.", money=8, amount=21))
    'You have 8 Elektro and cannot bid 21.'

    :param rule: the id in docs/rules.md, such as ``"AUC-6"``.
    :param sentence: an English sentence to the player with named placeholders.
    """

    def __init__(self, rule: str, sentence: str, **values: Any) -> None:
        super().__init__(rule, sentence)
        self.rule = rule
        self.sentence = sentence
        self.values = values

    def __str__(self) -> str:
        return self.sentence.format(**self.values)
