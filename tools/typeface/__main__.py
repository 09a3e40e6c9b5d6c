"""``python -m tools.typeface FOLDER``: see :mod:`tools.typeface`."""

import argparse
from io import BytesIO
from pathlib import Path

from fontTools.subset import Options, Subsetter, parse_unicodes
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

from tools.typeface import SCRIPTS, STILL_SCRIPTS, STILL_WEIGHTS

SOURCE = Path("fonts/complete/ttf/IBM Plex Sans Var-Roman.ttf")
LICENCE = Path("LICENSE.txt")
FINISHED = Path("static/fonts")
STILL = Path("games/board/fonts")
FAMILY = "Powergrid Sans"
WEIGHTS, WIDTH = (400, 700), 100
FEATURES = ["kern", "mark", "mkmk", "ccmp", "locl"]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.typeface", description="Make the fonts of the site.")
    parser.add_argument("folder", type=Path, help="the folder with the unpacked typeface")
    folder = parser.parse_args().folder
    whole = _renamed(folder / SOURCE, WEIGHTS)
    for script, characters in SCRIPTS.items():
        _save(_cut(whole, characters, flavor="woff2"), FINISHED / f"powergrid-sans-{script}.woff2")
    for name, weight in STILL_WEIGHTS.items():
        still = _cut(_renamed(folder / SOURCE, weight), ",".join(SCRIPTS[script] for script in STILL_SCRIPTS))
        for name_id in (1, 16):  # the name of the family alone, by which style sheets ask for it
            still["name"].removeNames(nameID=name_id)
        still["name"].setName(FAMILY, 1, platformID=3, platEncID=1, langID=0x409)
        _save(still, STILL / f"powergrid-sans-{name}.ttf")
    for finished in (FINISHED, STILL):
        (finished / LICENCE).write_bytes((folder / LICENCE).read_bytes())


def _save(font: TTFont, path: Path) -> None:
    font.save(path)
    print(f"{path}: {path.stat().st_size / 1000:.0f} kB")


def _renamed(source: Path, weight: int | tuple[int, int]) -> bytes:
    font = instantiateVariableFont(TTFont(source, recalcTimestamp=False), {"wght": weight, "wdth": WIDTH})
    for record in font["name"].names:
        record.string = str(record).replace("IBM Plex Sans", FAMILY).replace("IBMPlexSans", "PowergridSans")
    stored = BytesIO()
    font.save(stored)
    return stored.getvalue()


def _cut(whole: bytes, characters: str, *, flavor: str | None = None) -> TTFont:
    font = TTFont(BytesIO(whole), recalcTimestamp=False)
    subsetter = Subsetter(Options(layout_features=FEATURES, hinting=False, notdef_outline=True, name_IDs=["*"]))
    subsetter.populate(unicodes=parse_unicodes(characters))
    subsetter.subset(font)
    font.flavor = flavor
    return font


if __name__ == "__main__":
    main()
