"""``python -m tools.typeface FOLDER``: see :mod:`tools.typeface`."""

import argparse
from io import BytesIO
from pathlib import Path

from fontTools.subset import Options, Subsetter, parse_unicodes
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

from tools.typeface import SCRIPTS

SOURCE = Path("fonts/complete/ttf/IBM Plex Sans Var-Roman.ttf")
LICENCE = Path("LICENSE.txt")
FINISHED = Path("static/fonts")

WEIGHTS_AND_WIDTH = {"wght": (400, 700), "wdth": 100}
FEATURES = ["kern", "mark", "mkmk", "ccmp", "locl"]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.typeface", description="Make the fonts of the site.")
    parser.add_argument("folder", type=Path, help="the folder with the unpacked typeface")
    folder = parser.parse_args().folder
    whole = _renamed(folder / SOURCE)
    for script, characters in SCRIPTS.items():
        path = FINISHED / f"powergrid-sans-{script}.woff2"
        _cut(whole, characters).save(path)
        print(f"{path}: {path.stat().st_size / 1000:.0f} kB")
    (FINISHED / LICENCE).write_bytes((folder / LICENCE).read_bytes())


def _renamed(source: Path) -> bytes:
    """All characters in the weights that the site uses, under a name of our own."""
    font = instantiateVariableFont(TTFont(source, recalcTimestamp=False), WEIGHTS_AND_WIDTH)
    for record in font["name"].names:
        record.string = str(record).replace("IBM Plex Sans", "Powergrid Sans").replace("IBMPlexSans", "PowergridSans")
    stored = BytesIO()
    font.save(stored)
    return stored.getvalue()


def _cut(whole: bytes, characters: str) -> TTFont:
    """What is left of a typeface with these characters only."""
    font = TTFont(BytesIO(whole), recalcTimestamp=False)
    subsetter = Subsetter(Options(layout_features=FEATURES, hinting=False, notdef_outline=True, name_IDs=["*"]))
    subsetter.populate(unicodes=parse_unicodes(characters))
    subsetter.subset(font)
    font.flavor = "woff2"
    return font


if __name__ == "__main__":
    main()
