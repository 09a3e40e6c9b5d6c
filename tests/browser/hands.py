"""Three ways to use a page: by mouse, by touch, and by keyboard alone. All of them know the same few verbs."""

import time
from abc import ABC, abstractmethod
from typing import Any, ClassVar

from playwright.sync_api import Locator, Page, Position, expect

from tests.browser.conftest import LAPTOP, PHONE

MOST_CLICKS = 8
"""Whoever wants a number further away types it."""

MOST_KEYS = 150
"""So many keys lead from any control of a page to any other."""

DOUBLE_TAP = 0.3
"""Seconds in which a second tap in one place can only be the other half of a double tap, which does nothing."""

MOST_KEYS_TO_THE_PANEL = 6
"""So many keys lead from the top of a page to the first control of what it asks."""


class Hand(ABC):
    """Somebody's way of using the page before them."""

    context: ClassVar[dict[str, Any]] = {}
    """What a browser has to be able to do for it."""

    def __init__(self, page: Page) -> None:
        self.page = page

    @abstractmethod
    def find_the_question(self) -> None:
        """Come from the top of the page to what it asks."""

    @abstractmethod
    def press(self, control: Locator) -> None:
        """Press a button or follow a link."""

    @abstractmethod
    def pick_on_map(self, city: str) -> None:
        """Choose a city on the map, or take it out again."""

    @abstractmethod
    def choose(self, choice: Locator) -> None:
        """Choose a radio button, or turn a checkbox."""

    @abstractmethod
    def set_number(self, field: Locator, number: int) -> None:
        """Bring a field to a number."""

    def _type(self, number: int) -> None:
        """Replace what stands in the field that has the focus."""
        self.page.keyboard.press("ControlOrMeta+a")
        self.page.keyboard.type(str(number))


class Pointer(Hand):
    """Presses on places of the screen."""

    @abstractmethod
    def press(self, control: Locator, at: Position | None = None) -> None:
        """Press a button or follow a link, in its middle or at another place of it."""

    def find_the_question(self) -> None:
        """Eyes are there already."""

    def choose(self, choice: Locator) -> None:
        self.press(choice.locator("xpath=ancestor::label"))

    def set_number(self, field: Locator, number: int) -> None:
        distance = number - int(field.input_value())
        button = self._button_beside(field, 1 if distance > 0 else -1)
        if abs(distance) > MOST_CLICKS or not button.is_visible():
            self.press(field)
            self._type(number)
            return
        for _ in range(abs(distance)):
            self.press(button)
        expect(field).to_have_value(str(number))

    def _button_beside(self, field: Locator, step: int) -> Locator:
        return self.page.locator(f'[aria-controls="{field.get_attribute("id")}"][data-step="{step}"]')

    def _press_on_map(self, city: str) -> None:
        """Aim at the houses of a city: in the middle between these and its name there may be nothing of it."""
        link = self.page.locator(f"#city-{city}")
        link.element_handle().wait_for_element_state("stable")
        parts = link.locator(".plate, .tag rect, .house").locator("visible=true")
        houses, all_of_it = parts.first.bounding_box(), link.bounding_box()
        assert houses is not None
        assert all_of_it is not None
        right = houses["x"] + houses["width"] / 2 - all_of_it["x"]
        down = houses["y"] + houses["height"] / 2 - all_of_it["y"]
        self.press(link, {"x": right, "y": down})


class Mouse(Pointer):
    def press(self, control: Locator, at: Position | None = None) -> None:
        control.click(position=at)

    def pick_on_map(self, city: str) -> None:
        self._press_on_map(city)


class Touch(Pointer):
    context = {"has_touch": True, "is_mobile": True}

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._tapped_at = 0.0

    def press(self, control: Locator, at: Position | None = None) -> None:
        passed = time.monotonic() - self._tapped_at
        if passed < DOUBLE_TAP:
            self.page.wait_for_timeout((DOUBLE_TAP - passed) * 1000)
        control.tap(position=at)
        self._tapped_at = time.monotonic()

    def pick_on_map(self, city: str) -> None:
        """See all of the map first: a city may lie outside of what is shown. The first press only opens its card."""
        whole = self.page.get_by_role("button", name="Whole map")
        if whole.is_enabled():
            self.press(whole)
        self._press_on_map(city)
        self.press(self.page.locator(".city-card").get_by_role("link"))


class Keyboard(Hand):
    """Goes from where the focus is to where it has to be, key by key."""

    def find_the_question(self) -> None:
        for link in self.page.get_by_role("link", name="Skip to").all():
            self.press(link)
        first = self.page.locator("#action-panel").locator(f":is({CONTROLS}):visible").first
        keys = self._go_to(first)
        assert keys <= MOST_KEYS_TO_THE_PANEL, f"The panel is {keys} keys from the top of {self.page.url}."

    def press(self, control: Locator) -> None:
        self._go_to(control)
        self.page.keyboard.press("Enter")

    def pick_on_map(self, city: str) -> None:
        """All cities are one stop; the first letters of their names lead from one to the other."""
        self._go_to(self.page.locator("#board .city[tabindex='0']"))
        wanted = self.page.locator(f"#city-{city}")
        letter = (wanted.get_attribute("aria-label") or "")[0]
        for _ in range(MOST_KEYS):
            if wanted.evaluate("city => document.activeElement === city"):
                break
            self.page.keyboard.press(letter)
        self.press(wanted)

    def choose(self, choice: Locator) -> None:
        self._go_to(choice)
        self.page.keyboard.press("Space")

    def set_number(self, field: Locator, number: int) -> None:
        self._go_to(field)
        self._type(number)

    def _go_to(self, control: Locator) -> int:
        """Move the focus to a control; how many keys that took."""
        expect(control).to_be_visible()
        for keys in range(MOST_KEYS):
            key = control.evaluate(NEXT_KEY)
            if key is None:
                if not control.evaluate(IS_SEEN):
                    self.page.wait_for_timeout(500)  # the map moves it into sight
                assert control.evaluate(IS_SEEN), f"{control} has the focus, and something hides it."
                return keys
            self.page.keyboard.press(key)
        raise AssertionError(f"{MOST_KEYS} keys did not lead to {control}.")


CONTROLS = "a[href], button, input:not([type='hidden']), select, textarea, summary"

NEXT_KEY = """control => {
  const focused = document.activeElement;
  if (focused === control) return null;
  if (control.type === "radio" && focused.name === control.name && focused.form === control.form) return "ArrowDown";
  const isBehind = focused.compareDocumentPosition(control) & Node.DOCUMENT_POSITION_FOLLOWING;
  return focused === document.body || isBehind ? "Tab" : "Shift+Tab";
}"""

IS_SEEN = """control => (control instanceof SVGElement ? [...control.children] : [control]).flatMap((part) =>
  [...part.getClientRects()]).some(({ left, top, width, height }) =>
  [0.1, 0.5, 0.9].some((part) => {
    const there = document.elementFromPoint(left + width * part, top + height * part);
    return control.contains(there) || there?.closest("label")?.contains(control);
  }))"""
"""Whether some of a control is in view and not below something else, as WCAG 2.4.11 wants it."""

HANDS: dict[str, type[Hand]] = {"mouse": Mouse, "touch": Touch, "keyboard": Keyboard}


DEVICES: dict[str, dict[str, Any]] = {"laptop": {"viewport": LAPTOP}, "phone": {"viewport": PHONE, **Touch.context}}
"""What a browser is on each: its screen, and whether it is touched."""
