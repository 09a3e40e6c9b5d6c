"""What a board can do in a way of its own: one method for each thing, which by default does what all boards do.

A board whose rules say something that its data cannot say has a module beside its file, ``rules/boards/<map>.py``
with ``_`` for ``-``, and in it a class ``BoardHooks`` that overrides what it does differently. The engine asks
``state.board.hooks`` where the rule applies, and never which board it is.
"""


class BoardHooks:
    """The ways of every board that has no others."""
