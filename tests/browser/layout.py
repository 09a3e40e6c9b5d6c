"""Where things are on a page, as somebody sees it who has not touched it yet."""

from playwright.sync_api import Page


def assert_fits(page: Page) -> None:
    """Nothing makes the page wider than the screen."""
    page.wait_for_load_state()  # until the sheets are there, the page looks otherwise
    assert page.viewport_size is not None
    width = page.viewport_size["width"]
    if page.evaluate("document.documentElement.scrollWidth") > width:
        beside = "\n".join(page.evaluate(BESIDE, width))
        raise AssertionError(f"{page.url} is wider than {width} pixels:\n{beside}")


BESIDE = """width => [...document.querySelectorAll("body *")]
  .filter((element) => Math.floor(element.getBoundingClientRect().right) > width)
  .map((element) => element.outerHTML.slice(0, 100))"""


def assert_question_in_reach(page: Page) -> None:
    """What a game asks is in view, something to choose, and the button that sends the answer, if there is one yet.

    On a tablet the markets lie below the board.
    """
    assert page.viewport_size is not None
    choices = () if page.viewport_size["width"] in range(600, 1180) else (CHOICES,)
    for part in ("#action-heading", *choices, "#action-panel :is(#confirm, #nothing, #pass)"):
        seen = page.locator(part).evaluate_all(IN_SIGHT)
        assert not seen or any(seen), f"{part} is out of sight on {page.url}."


IN_SIGHT = """parts => parts.filter((part) => part.checkVisibility()).map((part) => {
  const { left, right, top, bottom } = part.getBoundingClientRect();
  return top >= 0 && left >= 0 && (top + bottom) / 2 < innerHeight && right <= innerWidth;
})"""

CHOICES = ", ".join(
    [
        "#action-panel :is(input:not([type='hidden']), .nearest a, .sites a, .plant-choices a)",
        *("#plant-market a.offer", "#fuel-market a.token", "#board a.city .tag"),
    ]
)
"""What an answer is composed from, in the panel, the markets and on the map."""


def assert_nothing_overlaps(page: Page) -> None:
    """No text of a page lies upon another one, and none sticks out of its box. The map has rules of its own."""
    page.wait_for_load_state()
    found = page.evaluate(COLLISIONS)
    assert not found, f"{page.url}\n" + "\n".join(found)


COLLISIONS = r"""() => {
  const shown = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const ancestors = (element) => {
    const found = [];
    for (let parent = element.parentElement; parent; parent = parent.parentElement) found.push(parent);
    return found;
  };
  const floats = (element) => ["absolute", "fixed", "sticky"].includes(getComputedStyle(element).position);
  const says = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
  const texts = [...document.body.querySelectorAll(":not(svg *, script, style, option, textarea)")].filter(
    (element) => says(element) && shown(element) && !floats(element) && !ancestors(element).some(floats),
  );

  // What is left of a box where those around it cut it off.
  const cut = (box, element) => {
    let { left, top, right, bottom } = box;
    for (const parent of ancestors(element)) {
      if (getComputedStyle(parent).overflow === "visible") continue;
      const edge = parent.getBoundingClientRect();
      [left, top] = [Math.max(left, edge.left), Math.max(top, edge.top)];
      [right, bottom] = [Math.min(right, edge.right), Math.min(bottom, edge.bottom)];
    }
    return { left, top, right, bottom };
  };
  const boxes = texts.flatMap((element) =>
    [...element.getClientRects()].map((box) => ({ element, ...cut(box, element) })),
  ).filter(({ left, top, right, bottom }) => right - left > 2 && bottom - top > 2);

  const name = (element) =>
    `<${element.localName} class="${element.className}"> ${element.textContent.trim().slice(0, 40)}`;
  const found = new Set();
  boxes.forEach((one, place) => {
    for (const other of boxes.slice(place + 1)) {
      if (one.element.contains(other.element) || other.element.contains(one.element)) continue;
      const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      if (width > 3 && height > 6) found.add(`${name(one.element)}
  lies upon
${name(other.element)}`);
    }
  });
  for (const element of texts) {
    const { overflowX, display } = getComputedStyle(element);
    if (overflowX === "visible" && display !== "inline" && element.scrollWidth - element.clientWidth > 3)
      found.add(`${name(element)}
  sticks out of its box`);
  }
  return [...found];
}"""
"""Lines of text in neighbouring boxes may touch: what is lost is at most the space between them."""
