"""The ways in which a table says no."""


class Refusal(Exception):
    """What was asked for is not possible, with a sentence to the person who asked. Nothing has changed."""


class NotTheHost(Refusal):
    """Only the host may do this."""
