"""Reads a record that a person brings. It may be anything: it has limits, and a sentence says what is wrong.

Nothing is trusted: its actions are played by the rules, and have to lead to its result.
"""

import json
from dataclasses import dataclass
from itertools import pairwise

from django.utils.text import Truncator
from django.utils.translation import gettext as _
from msgspec.structs import replace

import rules
from games.pages.problem import Problem

FORMAT = "powergrid-game/1"

LARGEST = 1_000_000
"""How many bytes a record may have: those of whole games have about 50,000."""
MOST_ACTIONS = 2_000
"""The longest games of bots have a third of that."""
LONGEST_NAME = 30
"""As long as a name here can be."""
LONGEST_SEED = 2_500
"""Room for a secret and what six players have added to it."""
LONGEST_REASON = 300
"""A sentence may quote the record, which may be long."""


class Unusable(Exception):
    """It is not a record of a game that can be studied; the sentence says why."""


class TooLarge(Unusable):
    """It is larger than can be read."""

    def __init__(self) -> None:
        sentence = _("A record can have at most {size} kilobytes. This one has more, so it was not read.")
        super().__init__(sentence.format(size=LARGEST // 1000))


class AgainstTheRules(Unusable):
    """It can be read, but no game went like this."""


@dataclass(frozen=True, slots=True)
class Played:
    """A record by the rules, and its positions: the start, and the one after each action."""

    record: rules.Record
    states: tuple[rules.State, ...]


def read(content: bytes) -> Played:
    """Read a record and play it.

    Passes that change nothing, as some sites record them (MAP-CE-4), are left out.

    :raises Unusable: it is not a record, is beyond the limits, or is against the rules.
    """
    if len(content) > LARGEST:
        raise TooLarge
    _check_form(content)
    record = _recorded(content)
    _check_texts(record)
    if len(record.moves) > MOST_ACTIONS:
        sentence = _("A record can have at most {most} actions. This one has {count}.")
        raise Unusable(sentence.format(most=MOST_ACTIONS, count=len(record.moves)))
    states = _played(record)
    if record.result is not None and record.result != rules.result_of(states[-1]):
        raise AgainstTheRules(_("The record states a result that its actions do not lead to."))
    taken = [number for number, (before, after) in enumerate(pairwise(states)) if before is not after]
    moves = tuple(record.moves[number] for number in taken)
    return Played(replace(record, moves=moves), (states[0], *(states[number + 1] for number in taken)))


def _check_form(content: bytes) -> None:
    """Refuse what is not JSON, or does not say that it is a record.

    :raises Unusable: that is so.
    """
    try:
        written = json.loads(content.decode("utf-8-sig"), parse_constant=_no_number)
    except UnicodeDecodeError:
        raise Unusable(
            _("This is not a record of a game: it is not text in UTF-8. Save it in UTF-8, and bring it again.")
        ) from None
    except json.JSONDecodeError as error:
        sentence = _("This is not a record of a game: it cannot be read from line {line}, character {column}.")
        raise Unusable(sentence.format(line=error.lineno, column=error.colno)) from None
    except ValueError:  # a number of thousands of digits
        raise Unusable(_("This is not a record of a game: it has a number that is far too large.")) from None
    except RecursionError:
        raise _too_deep() from None
    name = written.get("format") if isinstance(written, dict) else None
    if name == FORMAT:
        return
    if isinstance(name, str):
        sentence = _("This has the format “{name}”. Only records of the format {format} can be read.")
        raise Unusable(_brief(sentence.format(name=name, format=FORMAT)))
    sentence = _("This is not a record of a game: it does not say that its format is {format}.")
    raise Unusable(sentence.format(format=FORMAT))


def _no_number(name: str) -> None:
    raise Unusable(_("This is not a record of a game: {name} is not a number.").format(name=name))


def _recorded(content: bytes) -> rules.Record:
    try:
        return rules.read_record(content)
    except rules.RecordError as error:
        raise Unusable(_brief(str(error))) from None
    except rules.RuleError as error:
        raise _against_the_rules(error, _("Its setup is against rule {rule}: {sentence}")) from None
    except RecursionError:
        raise _too_deep() from None


def _check_texts(record: rules.Record) -> None:
    """Refuse names that cannot be shown, and a seed that cannot be kept.

    :raises Unusable: that is so.
    """
    for number, name in enumerate(record.players, start=1):
        if not (name.strip() and name.isprintable() and len(name) <= LONGEST_NAME):
            sentence = _("The name of player {number} must have 1 to {most} visible characters.")
            raise Unusable(sentence.format(number=number, most=LONGEST_NAME))
    if len(record.setup.seed) > LONGEST_SEED or not record.setup.seed.isprintable():
        sentence = _("A seed can have at most {most} characters, all of them visible.")
        raise Unusable(sentence.format(most=LONGEST_SEED))


def _played(record: rules.Record) -> tuple[rules.State, ...]:
    """All positions of a record.

    :raises Unusable: the rules refuse an action.
    """
    states: list[rules.State] = []
    try:
        for state in rules.recorded_positions(record):
            states.append(state)  # noqa: PERF402 (as far as it comes, they are needed)
    except rules.RuleError as error:
        seat, action = record.moves[len(states) - 1]
        name = record.players[seat] if seat in range(len(record.players)) else _("nobody")
        words = _("Action {number}, “{action}” by {name}, is against rule {rule}: {sentence}")
        raise _against_the_rules(error, words, number=len(states), action=action, name=name) from None
    return tuple(states)


def _against_the_rules(error: rules.RuleError, words: str, **values: object) -> AgainstTheRules:
    sentence = Problem.refused(error, rules.Options()).sentence
    return AgainstTheRules(_brief(words.format(rule=error.rule, sentence=sentence, **values)))


def _too_deep() -> Unusable:
    return Unusable(_("This is not a record of a game: it is nested too deeply."))


def _brief(sentence: str) -> str:
    """A sentence that may quote anything, made fit to be shown."""
    seen = "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in sentence)
    return str(Truncator(seen).chars(LONGEST_REASON))
