"""The rules page: what holds in one edition on one board, told to players.

The words are in ``templates/rulebook/``, a macro for each chapter; numbers, pictures and worked examples are made
here from what :mod:`rules` says, so that none of them is written down twice.
"""

from django.urls import reverse

import rules


def address(rule: str, options: rules.Options) -> str:
    """Where the rules page tells a rule of docs/rules.md as it holds in a game with these options."""
    return f"{reverse('games:rules_of', args=[options.edition, options.map])}#{rule}"
