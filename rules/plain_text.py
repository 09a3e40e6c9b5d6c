"""Text that came from others, as it can be printed."""


def plain(text: str, longest: int = 400) -> str:
    """A text in which nothing moves the cursor of a terminal or hides its letters, cut where it is too long.

    >>> plain("Ana\\x1b[2J")
    'Ana\\\\x1b[2J'
    """
    short = text if len(text) <= longest else text[: longest - 1] + "…"
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in short)
