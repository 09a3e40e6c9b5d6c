"""The cities, connections and tables of every board are as they were checked: a slip of a key would change games."""

import json
from hashlib import sha256
from importlib.resources import files

BOARDS = files("rules.boards")
CHECKED = {
    "australia": "2e5789e91318",
    "baden-wurttemberg.classic": "d4399d79c77a",
    "baden-wurttemberg.recharged": "063e91d626b7",
    "benelux": "8287f1a25467",
    "brazil": "c4ba16dd1d13",
    "bremen": "223d4e3171e1",
    "central-europe": "2e794c0505e6",
    "china": "c2b77dab11e8",
    "europe": "1b41e2716b0f",
    "france": "95ec9beeff35",
    "germany.classic": "04957a70208b",
    "germany.recharged": "977ef164167d",
    "india": "41b36f698918",
    "italy": "371373d210ba",
    "japan": "ec92755a58d7",
    "korea": "08d03bd2c0d0",
    "manhattan": "885d028720d8",
    "middle-east": "0e43233e6090",
    "north-america": "5f8aba9fa77b",
    "northern-europe": "983f2fee125b",
    "quebec": "f52782478ee0",
    "russia": "8b5dd753c22e",
    "south-africa": "9366fa1e72df",
    "spain-portugal": "47e60aafac93",
    "uk-ireland": "3f0fe2e27398",
    "usa.classic": "7b8e40ce278c",
    "usa.recharged": "f80f6bc08da7",
}
"""The start of the SHA-256 of what each file states of its board."""


def test_data_of_every_board_is_what_was_checked():
    paths = [path for path in BOARDS.iterdir() if path.name.endswith(".json")]
    assert {path.name.removesuffix(".json"): checksum(path) for path in paths} == CHECKED


def checksum(path):
    stated = json.loads(path.read_text(encoding="utf-8"))
    for key in ("name", "place", "since", "rules", "sources"):
        stated.pop(key, None)
    for city in stated["cities"]:
        del city["name"], city["lat"], city["lon"]
    return sha256(json.dumps(stated, sort_keys=True).encode()).hexdigest()[:12]
