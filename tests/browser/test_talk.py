"""Talking in a game and at a table, private notes, and what hostile words do to a page: nothing."""

import re

from django.conf import settings
from django.urls import reverse
from playwright.sync_api import Page, expect

import rules
from games.models import Note
from talk.models import Message
from tests.browser.accessibility import assert_accessible
from tests.browser.conftest import SCHEMES, SCREENS, SIZES
from tests.browser.steps import open_drawer, show
from tests.extent import each_once
from tests.factories import GameFactory, TableFactory, play_on, play_until
from tests.games.scripts import AUCTIONS, PURCHASES
from tests.talk.scripts import HOSTILE, say


def field(page: Page):
    return page.get_by_label("Say something")


def words(page: Page):
    return page.locator(".message .words")


def depth(page: Page, element: str) -> int:
    """How far below the upper edge of the feed an element shows."""
    upper_edge = "(id) => document.getElementById(id).getBoundingClientRect().y"
    return round(float(page.evaluate(upper_edge, element)) - float(page.evaluate(upper_edge, "story")))


def overflow(page: Page) -> int:
    return int(page.evaluate("document.documentElement.scrollWidth - innerWidth"))


END_OF_A_WORD = """field => {
  const init = { key: "Enter", keyCode: 229, bubbles: true, cancelable: true };
  return field.dispatchEvent(new KeyboardEvent("keydown", init));
}"""
"""Safari's Enter after a word that was written with an input method: true where it is left to the browser."""


def test_two_people_talk_while_each_is_busy(page_of, ana, bob):
    game = GameFactory(after=PURCHASES)
    hers, his = page_of(ana), page_of(bob)
    hers.goto(game.get_absolute_url())
    his.goto(game.get_absolute_url())
    his.locator("#city-halle").click()
    expect(his.locator("#board .house.ghost")).to_have_count(1)
    field(his).fill("I am just")

    field(hers).fill("Where do you")
    assert field(hers).evaluate(END_OF_A_WORD)
    field(hers).press("Shift+Enter")
    field(hers).press_sequentially("build?")
    field(hers).press("Enter")
    expect(words(hers)).to_have_text("Where do you\nbuild?")
    expect(field(hers)).to_have_value("")
    expect(field(hers)).to_be_focused()
    expect(hers.locator("#heard")).to_be_empty()

    expect(words(his)).to_have_text("Where do you\nbuild?")
    expect(his.locator("#heard")).to_have_text("Ana: Where do you\nbuild?")
    expect(field(his)).to_have_value("I am just")
    expect(field(his)).to_be_focused()
    expect(his.locator("#board .house.ghost")).to_have_count(1)

    his.locator(".message-menu summary").click()
    his.get_by_role("button", name="Mute Ana").click()
    expect(words(his)).to_have_count(0)
    expect(his.locator("#messages")).to_contain_text("You no longer see what Ana says")
    expect(field(his)).to_have_value("I am just")
    expect(his.locator("#board .house.ghost")).to_have_count(1)


def test_what_somebody_reads_stays_where_it_is(page_of, ana, bob):
    game = play_until(GameFactory(players=4), lambda state: state.round == 4)
    page = page_of(ana)
    page.goto(game.get_absolute_url())
    link = page.locator("#feed a").nth(12)
    link.scroll_into_view_if_needed()
    link.focus()
    focused = link.get_attribute("id")
    before = depth(page, focused)
    say(game, bob, "A long story,\nin several\nlines")
    expect(words(page)).to_have_count(1)
    expect(page.locator(f"#{focused}")).to_be_focused()
    assert abs(depth(page, focused) - before) <= 1


@each_once(size=SIZES)
def test_log_opens_at_its_end_above_the_field_and_stays_there(page_of, ana, bob, size):
    game = play_until(GameFactory(), lambda state: state.round == 4 and state.phase is rules.Phase.BUREAUCRACY)
    page = page_of(ana, viewport=SCREENS[size])
    page.goto(game.get_absolute_url())
    if size == "phone":
        show(page, "story")
    page.locator("#story").scroll_into_view_if_needed()
    expect(page.locator("#feed li.event p").last).to_be_in_viewport(ratio=1)
    say(game, bob, "Good luck")
    expect(words(page)).to_be_in_viewport(ratio=1)
    page.locator("#feed li").first.scroll_into_view_if_needed()
    expect(words(page)).not_to_be_in_viewport()
    field(page).fill("The same to you")
    field(page).press("Enter")
    expect(words(page).last).to_have_text("The same to you")
    expect(words(page).last).to_be_in_viewport(ratio=1)
    assert depth(page, "say") > depth(page, "feed")


def test_why_something_was_not_said_is_in_sight(page_of, ana, complaints):
    game = play_until(GameFactory(players=4), lambda state: state.round == 4)
    page = page_of(ana)
    page.goto(game.get_absolute_url())
    field(page).fill("Good luck")
    field(page).scroll_into_view_if_needed()
    expect(field(page)).to_be_in_viewport(ratio=1)
    field(page).fill(" ")
    page.get_by_role("button", name="Send").click()
    expect(page.locator(".say .errors")).to_be_in_viewport(ratio=1)
    complaints.expect("400")


def test_choice_of_what_to_see_is_remembered(page_of, ana, bob):
    game = GameFactory(after=AUCTIONS)
    say(game, bob, "Good luck")
    page = page_of(ana)
    page.goto(game.get_absolute_url())
    page.get_by_role("radio", name="Talk").check()
    expect(page.locator(".event").first).to_be_hidden()
    page.reload()
    expect(page.get_by_role("radio", name="Talk")).to_be_checked()
    expect(words(page)).to_be_visible()
    page.get_by_role("radio", name="Game").check()
    expect(words(page)).to_be_hidden()
    expect(page.locator(".event").first).to_be_visible()


def test_words_outlive_logging_out(page_of, ana, complaints):
    game = GameFactory(is_public=False)
    page = page_of(ana)
    page.goto(game.get_absolute_url())
    session = next(cookie for cookie in page.context.cookies() if cookie["name"] == settings.SESSION_COOKIE_NAME)
    page.context.clear_cookies(name=settings.SESSION_COOKIE_NAME)
    field(page).fill("Do you hear me?")
    field(page).press("Enter")
    expect(page.get_by_text("You are logged out. Nothing was sent.")).to_be_visible()
    expect(field(page)).to_have_value("Do you hear me?")
    complaints.expect("401")
    page.context.add_cookies([session])
    page.reload()
    expect(field(page)).to_have_value("Do you hear me?")
    page.get_by_role("button", name="Send").click()
    expect(words(page)).to_have_text("Do you hear me?")
    page.reload()
    expect(field(page)).to_have_value("")


def test_notes_are_saved_while_they_are_written(page_of, ana):
    game = GameFactory()
    page, other = page_of(ana), page_of(ana)
    for tab in (page, other):
        tab.goto(game.get_absolute_url())
        open_drawer(tab)
        tab.get_by_text("Private notes").click()
    page.get_by_label("Your notes").press_sequentially("Bob hoards coal")
    expect(page.locator("#notes-state")).to_contain_text("Saved")
    play_on(game, "open 4 4")
    expect(page.locator("#feed")).to_contain_text("Ana put plant 04 up")
    expect(page.get_by_label("Your notes")).to_have_value("Bob hoards coal")
    other.get_by_label("Your notes").press_sequentially("Cid is rich")
    expect(other.locator("#notes-state")).to_contain_text("They said: Bob hoards coal")
    expect(other.get_by_label("Your notes")).to_have_value("Cid is rich")
    other.get_by_role("button", name="Delete that text").click()
    expect(other.locator("#notes-state")).not_to_contain_text("Bob hoards coal")
    assert Note.objects.get().text == "Cid is rich"


def test_people_at_a_table_talk(page_of, ana, bob):
    table = TableFactory(host=ana, people=[bob])
    hers, his = page_of(ana), page_of(bob)
    hers.goto(table.get_absolute_url())
    his.goto(table.get_absolute_url())
    field(his).fill("I was about to")
    field(hers).fill("Shall we add a bot?")
    field(hers).press("Enter")
    expect(words(hers)).to_have_text("Shall we add a bot?")
    expect(words(his)).to_have_text("Shall we add a bot?")
    expect(field(his)).to_have_value("I was about to")
    assert_accessible(his)


def test_without_scripts_people_talk_choose_and_take_notes(page_of, ana, bob):
    game = GameFactory(after=AUCTIONS)
    say(game, bob, "Good luck")
    page = page_of(ana, java_script_enabled=False)
    page.goto(game.get_absolute_url())
    page.get_by_role("radio", name="Talk").check()
    expect(page.locator(".event").first).to_be_hidden()
    field(page).fill("The same to you")
    page.get_by_role("button", name="Send").click()
    expect(words(page).last).to_have_text("The same to you")
    open_drawer(page)
    page.get_by_text("Private notes").click()
    page.get_by_label("Your notes").fill("Bob is polite")
    page.get_by_role("button", name="Save", exact=True).click()
    open_drawer(page)
    expect(page.get_by_label("Your notes")).to_have_value("Bob is polite")
    page.keyboard.press("Escape")
    page.locator(".message-menu summary").click()
    page.get_by_role("link", name="Report").click()
    page.get_by_label("Something else").check()
    page.get_by_role("button", name="Report it").click()
    expect(page).to_have_url(re.compile(reverse("games:detail", args=[game.pk])))
    expect(page.get_by_text("You have reported this.")).to_be_visible()


@each_once(size=SIZES, scheme=SCHEMES)
def test_hostile_words_break_no_page(page_of, take_picture, ana, bob, size, scheme):
    game = play_until(GameFactory(), lambda state: state.round == 3)
    for text in HOSTILE:
        say(game, bob, text)
    page = page_of(ana, viewport=SCREENS[size], color_scheme=scheme)
    page.goto(game.get_absolute_url())
    expect(words(page)).to_have_count(len(HOSTILE))
    assert overflow(page) <= 0
    assert "taken" not in page.title()
    if size == "phone":
        show(page, "story")
    page.locator(".message-menu summary").first.click()
    assert_accessible(page)
    take_picture(page, f"talk-{size}-{scheme}")
    page.goto(Message.objects.latest("pk").conversation.get_absolute_url())
    expect(words(page)).to_have_count(len(HOSTILE))
    assert overflow(page) <= 0
    assert_accessible(page)
