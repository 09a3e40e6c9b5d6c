"""The sentences of the site, for translators: ``python -m tools.messages`` writes them to ``var/messages.pot``.

They are those of programs and of templates in Jinja2, and the names on maps. What the admin has of its own is not
among them.
"""

import json
from pathlib import Path

from babel.messages import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.pofile import write_po

ROOT = Path(__file__).parents[1]
TARGET = ROOT / "var" / "messages.pot"
PROGRAMS = ("accounts", "announcements", "games", "matchmaking", "notifications", "powergrid", "rules", "talk")
TEMPLATES = ("templates/**.html", "templates/**.js", "templates/**.txt", "games/board/maps/**.html")
METHODS = [*((f"{program}/**.py", "python") for program in PROGRAMS), *((kind, "jinja2") for kind in TEMPLATES)]
OPTIONS = {kind: {"newstyle_gettext": "true", "silent": "false"} for kind in TEMPLATES}
"""A template that cannot be read is an error, and not left out."""
KEYWORDS = DEFAULT_KEYWORDS | {
    "gettext_lazy": None,
    "ngettext_lazy": (1, 2),
    "pgettext_lazy": ((1, "c"), 2),
    "RuleError": (2,),  # the refusals of the rules, each after its id
}


def catalog() -> Catalog:
    """All sentences, each with the places where it is said."""
    found = Catalog(project="powergrid")
    for path, line, sentence, comments, context in extract_from_dir(ROOT, METHODS, OPTIONS, KEYWORDS):
        found.add(sentence, locations=[(path, line)], auto_comments=comments, context=context)
    for file in sorted((ROOT / "rules" / "boards").glob("*.json")):
        board = json.loads(file.read_bytes())
        for named in (board, *board["areas"]):
            found.add(named["name"], locations=[(str(file.relative_to(ROOT)), 1)])
    for file in sorted((ROOT / "games" / "board" / "maps").glob("*/map.json")):
        facts = json.loads(file.read_bytes())
        for said in (*facts["around"], *([facts["special"]] if "special" in facts else [])):
            found.add(said, locations=[(str(file.relative_to(ROOT)), 1)])
    return found


def main() -> None:
    sentences = catalog()
    TARGET.parent.mkdir(exist_ok=True)
    with TARGET.open("wb") as file:
        write_po(file, sentences, sort_by_file=True)
    print(f"{len(sentences)} sentences are in {TARGET.relative_to(ROOT)}.")  # noqa: T201


if __name__ == "__main__":
    main()
