"""``python -m tests.image`` tries all that compose.yaml says of the programs of the site."""

import yaml

from tests.image.running import DEPLOY, DONE_HERE, LEFT_OUT


def test_whatever_is_said_of_a_service_is_tried():
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
    ours = {name: said for name, said in services.items() if said["image"].startswith("powergrid:")}
    assert {name: set(said) - DONE_HERE - LEFT_OUT for name, said in ours.items()} == {name: set() for name in ours}
