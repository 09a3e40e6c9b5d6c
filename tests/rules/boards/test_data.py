"""The cities, connections and tables of every board are as they were checked: a slip of a key would change games."""

import json
from hashlib import sha256
from importlib.resources import files

BOARDS = files("rules.boards")
CHECKED = {
    "australia": "22c5d6e89b87",
    "baden-wurttemberg.classic": "2eeeffb57752",
    "baden-wurttemberg.recharged": "93166b9723d6",
    "benelux": "8287f1a25467",
    "brazil": "c4ba16dd1d13",
    "bremen": "6409d61d2607",
    "central-europe": "2e794c0505e6",
    "china": "c2b77dab11e8",
    "europe": "fba64da80d5d",
    "france": "95ec9beeff35",
    "germany.classic": "04957a70208b",
    "germany.recharged": "977ef164167d",
    "india": "7c42c1f14c98",
    "italy": "371373d210ba",
    "japan": "ec92755a58d7",
    "korea": "864176d28e1c",
    "manhattan": "b182ce52db51",
    "middle-east": "175f1acddc9a",
    "north-america": "5f8aba9fa77b",
    "northern-europe": "040174a82281",
    "quebec": "07facfe163c6",
    "russia": "8b5dd753c22e",
    "south-africa": "6cb62f7b9289",
    "spain-portugal": "269bee96b3ca",
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
