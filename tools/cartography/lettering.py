"""How much room a name takes, in the broadest of the fonts that a page may fall back on."""

from games.board.geometry import NAME_SIZE

_NARROW, _WIDE = "fijlrtI .,()'-", "mwMW"
_SHARES = {"narrow": 0.40, "wide": 1.02, "capital": 0.78, "other": 0.68}


def width_of(text: str) -> float:
    """The width of a text in bold letters, in units of the drawing; too much rather than too little."""
    return NAME_SIZE * sum(_SHARES[_kind(letter)] for letter in text)


def _kind(letter: str) -> str:
    if letter in _NARROW:
        return "narrow"
    if letter in _WIDE:
        return "wide"
    return "capital" if letter.isupper() else "other"


def ways_to_write(name: str) -> list[tuple[str, ...]]:
    """The name on one line, and on two where it has several words and is long."""
    words = name.split(" ")
    ways: list[tuple[str, ...]] = [(name,)]
    if len(words) > 1 and len(name) > 9:
        cut = min(range(1, len(words)), key=lambda cut: abs(len(" ".join(words[:cut])) - len(" ".join(words[cut:]))))
        ways.append((" ".join(words[:cut]), " ".join(words[cut:])))
    return ways
