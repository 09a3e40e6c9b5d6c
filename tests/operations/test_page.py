"""The commands of docs/operations.md can be read and done. ``python -m tests.operations`` does them."""

import re
import subprocess
import sys

import pytest
import yaml

from deploy import releases
from tests.operations.editor import fill_in
from tests.operations.page import BLOCK, commands
from tests.operations.units import Unit, environment_of, variables
from tests.services.sites import ROOT

PAGE = (ROOT / "docs" / "operations.md").read_text()


def test_every_block_is_one_that_a_shell_understands():
    blocks = BLOCK.findall(PAGE)
    assert len(blocks) > 12
    for block in blocks:
        done = subprocess.run(["bash", "-n", "-c", block], capture_output=True, text=True)
        assert done.returncode == 0, f"{block}\n{done.stderr}"
        assert "…" not in block


@pytest.mark.parametrize(
    ("heading", "blocks"),
    [
        ("With systemd", 6),
        ("With systemd: upgrade", 1),
        ("With systemd: go back", 1),
        ("With systemd: remove old releases", 1),
        ("From one folder to releases", 3),
        ("Back up and restore", 5),
    ],
)
def test_an_operator_finds_what_to_do_under_its_heading(heading: str, blocks: int):
    assert len(commands(heading)) == blocks


def test_commands_for_releases_are_ones_that_the_script_knows(capsys, monkeypatch):
    asked = {line for block in BLOCK.findall(PAGE) for line in block.splitlines() if "releases.py" in line}
    assert len(asked) >= 4
    for line in asked:
        monkeypatch.setattr(sys, "argv", [*line.split(), "--help"])
        with pytest.raises(SystemExit) as ended:
            releases.main()
        assert ended.value.code == 0, line


def test_nothing_on_the_page_goes_on_after_a_failure_with_what_visitors_notice():
    """A loop goes on with the next program when one does not start."""
    assert not re.search(r"^ *(for|while)\b", "".join(BLOCK.findall(PAGE)), re.M)
    assert "systemctl restart powergrid" not in "".join(BLOCK.findall(PAGE))


def test_every_container_of_the_site_gets_the_image_of_another_release():
    services = yaml.safe_load((ROOT / "deploy" / "compose.yaml").read_text())["services"]
    running = {
        name for name, it in services.items() if it["image"].startswith("powergrid:") and it["restart"] != "no"
    }
    there, back = commands("With Docker: upgrade, go back, remove")
    orders = [re.findall(r"^compose up --no-deps --wait (\w+)", block, re.M) for block in (there, back)]
    assert [set(order) for order in orders] == [running, running]
    pages = [[name for name in order if name != "nightly"] for order in orders]
    assert pages[0] == pages[1][::-1]


def test_whatever_is_to_be_filled_in_is_in_the_example():
    example = (ROOT / "deploy" / "powergrid.env.example").read_text()
    filled = dict(variables(fill_in(example, {"SECRET_KEY": "a \\1 b", "BROKER_URL": "redis://elsewhere:1/0"})))
    assert filled["SECRET_KEY"] == "a \\1 b"
    assert filled["BROKER_URL"] == "redis://elsewhere:1/0"
    with pytest.raises(SystemExit, match="NOTHING"):
        fill_in(example, {"NOTHING": "1"})


def test_environment_of_a_unit_is_what_its_files_say_the_last_of_them_first(tmp_path):
    first, second = tmp_path / "first", tmp_path / "second"
    first.write_text("# A=0\nA=1\nB=one two\nC=\n")
    second.write_text('A="2"\n')
    files = [str(first), str(second), f"-{tmp_path}/missing"]
    unit = Unit("web@3.service", {"Environment": ["A=0 PORT=800%i", '"D=x y"'], "EnvironmentFile": files})

    environment = environment_of(unit)

    assert {name: environment[name] for name in ("A", "B", "C", "D", "PORT")} == {
        "A": "2",
        "B": "one two",
        "C": "",
        "D": "x y",
        "PORT": "8003",
    }


@pytest.mark.parametrize("words", [["check"], ["--release", "none", "check"]])
def test_wrapper_says_why_it_does_nothing(words: list[str]):
    done = subprocess.run(["sh", ROOT / "deploy" / "powergrid-manage", *words], capture_output=True, text=True)
    assert done.returncode == 1
    assert re.search(r"There is no release in /opt/powergrid/|call powergrid-manage as root", done.stderr)
