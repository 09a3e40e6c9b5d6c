"""Random requests to every address of the site, by everybody: ``python -m tests.fuzz --posts 200000``.

Whatever comes in, the answer may be no fault of the site. See :mod:`tests.fuzz.__main__` for how to repeat one.
"""
