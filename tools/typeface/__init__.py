"""Makes the fonts of the site: one typeface, in a file for each script, of which a browser fetches what a page shows.

The finished files are committed in ``static/fonts``, and in ``games/board/fonts`` those of pictures in mails. To make
them again, in an empty folder::

    npm pack @ibm/plex-sans-variable@0.2.0
    tar xzf ibm-plex-sans-variable-0.2.0.tgz
    python -m venv tools && tools/bin/pip install fonttools==4.68.0 brotli==1.2.1

and then, in the project, with the Python of that environment::

    python -m tools.typeface THAT_FOLDER/package

IBM Plex Sans may be changed and passed on under the SIL Open Font License, as long as the result has another name.
Ours keeps the upright letters from regular to bold, without the hints that old screens needed: half the size.
"""

SCRIPTS = {
    "latin": "U+20-7E, U+A0-FF, U+131, U+152-153, U+2C6, U+2DA, U+2DC, U+2013-2014, U+2018-201A, U+201C-201E,"
    " U+2020-2022, U+2026, U+202F, U+2030, U+2032-2033, U+2039-203A, U+2044, U+20AC, U+2122, U+2190-2193, U+2212,"
    " U+2215, U+2248, U+2260, U+2264-2265",
    "latin-ext": "U+100-130, U+132-151, U+154-17F, U+192, U+218-21B, U+2C7, U+2D8-2D9, U+2DB, U+2DD, U+1E80-1E85,"
    " U+1E9E, U+1EF2-1EF3",
    "cyrillic": "U+400-45F, U+490-491, U+2116",
    "greek": "U+370-3FF",
}
"""Which characters each file has; ``static/css/tokens.css`` tells browsers the same."""

STILL_SCRIPTS = ("latin", "latin-ext")  # the scripts of the names of cities, for pictures that the site itself draws
STILL_WEIGHTS = {"regular": 400, "semibold": 600}  # the weights that maps write in, each as a file by itself
