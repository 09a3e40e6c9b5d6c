"""The load generator: a few people at a real site for some seconds, and no other machine."""

import subprocess
import sys

import msgspec
import pytest

from tests.load.met import Crowd
from tests.services.sites import ROOT, small_site


@pytest.mark.everything
def test_a_crowd_does_all_that_people_do_without_a_fault(tmp_path):
    with small_site(tmp_path) as site:
        site.prepare()
        site.start_web()
        site.call("tests.soak.seating", "3", "load")
        said = site.call("tests.load.people", site.address, "6", "20")
    crowd = msgspec.json.decode(said, type=Crowd)
    assert crowd.errors == []
    assert {"poll", "game page", "compose", "action"} <= {kind.name for kind in crowd.kinds}


@pytest.mark.parametrize("address", ["https://games.example", "http://10.0.0.1:8000", "127.0.0.1:8000"])
def test_only_this_machine_is_loaded(address):
    done = subprocess.run([sys.executable, "-m", "tests.load", address], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 2
    assert f"{address} is no site on this machine" in done.stderr
