"""Records that somebody brings along: by a file, by its text, with what may be wrong about it."""

import json

import pytest
from django.urls import reverse
from playwright.sync_api import expect

import rules
from rules.selfplay import play_game
from tests.browser.accessibility import assert_accessible, assert_targets_are_large
from tests.browser.conftest import SCHEMES, SCREENS, SIZES
from tests.browser.layout import assert_fits, assert_nothing_overlaps
from tests.extent import each_once

PAGE = reverse("games:studies")


@pytest.fixture(scope="module")
def record() -> bytes:
    played, _state = play_game(rules.Options(first_game=True), 3, "5eed")
    named = json.loads(rules.write_record(played)) | {"players": ["W" * 30, "Bartholomäus von Hohenzollern-", "Cid"]}
    return json.dumps(named).encode()


def file_of(content: bytes) -> dict[str, str | bytes]:
    return {"name": "game.json", "mimeType": "application/json", "buffer": content}


@each_once(size=SIZES, scheme=SCHEMES)
def test_studies_are_for_everybody(page_of, ana, record, complaints, size, scheme):
    page = page_of(ana, viewport=SCREENS[size], color_scheme=scheme)
    page.goto(PAGE)
    assert_accessible(page)
    page.get_by_label("A file").set_input_files(file_of(record[:1000]))
    page.get_by_label("Name").fill("Sunday")
    page.get_by_role("button", name="Bring it").click()
    expect(page.get_by_role("alert")).to_contain_text("it cannot be read from line 1")
    expect(page.get_by_role("alert")).to_be_in_viewport()
    complaints.expect("400")
    expect(page.get_by_label("Name")).to_have_value("Sunday")
    assert_accessible(page)

    page.get_by_label("A file").set_input_files(file_of(record))
    page.get_by_label("Name").fill("A name without spaces: " + "X" * 57)
    page.get_by_role("button", name="Bring it").click()
    expect(page.get_by_text("Only you see it, and nobody plays it.")).to_be_visible()
    assert_fits(page)
    assert_accessible(page)

    page.goto(PAGE)
    assert_fits(page)
    assert_nothing_overlaps(page)
    assert_accessible(page)
    assert_targets_are_large(page)
    page.get_by_role("link", name="Look through").click()
    expect(page.locator("#past-heading")).to_contain_text("The start")
    assert_fits(page)
    assert_accessible(page)


def test_study_comes_and_goes_without_scripts(page_of, ana, record):
    page = page_of(ana, java_script_enabled=False)
    page.goto(PAGE)
    page.get_by_label("Or the record as text").fill(record.decode())
    page.get_by_role("button", name="Bring it").click()
    expect(page.get_by_text("is now one of your studies")).to_be_visible()
    page.goto(PAGE)
    page.get_by_role("link", name="Delete").click()
    page.get_by_role("button", name="Delete").click()
    expect(page.get_by_text("No studies yet.")).to_be_visible()
