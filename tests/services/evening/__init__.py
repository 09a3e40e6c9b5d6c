"""A whole game between four people far apart, with all that each of them is told of it, and when.

:mod:`people` says who they are, :mod:`play` has them play on a clock of its own, :mod:`post` takes what arrives at
servers of mails, messages and calls, and :mod:`foretold` says by itself what has to.
"""
