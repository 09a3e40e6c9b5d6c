"""The typeface of the site: light enough for a phone, and of all scripts that are promised."""

import re

import pytest
from django.conf import settings

from tools.typeface import SCRIPTS

STATIC = settings.BASE_DIR / "static"
FACE = re.compile(r"@font-face \{(.*?)\}", re.DOTALL)
LARGEST = 26_000


def faces():
    """The file of each script, and which characters a browser looks for in it."""
    sheet = (STATIC / "css" / "tokens.css").read_text()
    for face in FACE.findall(sheet):
        file = re.search(r'url\("../fonts/powergrid-sans-(.+?)\.woff2"\)', face)
        characters = re.search(r"unicode-range: (.*?);", face, re.DOTALL)
        yield file[1], " ".join(characters[1].split())


def test_browsers_are_told_what_the_files_hold():
    assert dict(faces()) == SCRIPTS


@pytest.mark.parametrize("script", SCRIPTS)
def test_a_file_is_light(script):
    assert (STATIC / "fonts" / f"powergrid-sans-{script}.woff2").stat().st_size < LARGEST
