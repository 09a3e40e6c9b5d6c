// How large everything is that can be pressed, where it can be seen: [{what, size: [width, height]}].

(selector) => {
  const CONTROLS = "a[href], button, input:not([type='hidden']), select, textarea, summary, [role='button']";

  // A link within a sentence is as high as its line: WCAG lets it be.
  const isInSentence = (control) =>
    control.matches("a") &&
    getComputedStyle(control).display === "inline" &&
    [...control.parentElement.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());

  // The label of a choice is pressed as well as the choice itself.
  const boxOf = (control) => {
    const { width, height } = (control.closest("label") ?? control).getBoundingClientRect();
    return [width, height];
  };

  // A city of the map and a token of the market are as large as their pictures: the panel has them, too.
  const isPicture = (control) => control.matches("svg *, .track .token");

  const isHidden = (control) =>
    control.closest(".visually-hidden") || !control.checkVisibility({ opacityProperty: true, visibilityProperty: true });

  const chosen = [...document.querySelectorAll(selector)];
  const controls = new Set(chosen.flatMap((root) => [root, ...root.querySelectorAll("*")]));
  return [...controls]
    .filter((control) => control.matches(CONTROLS) && !isHidden(control) && !isInSentence(control) && !isPicture(control))
    .map((control) => ({
      what: control.outerHTML.slice(0, 120),
      size: boxOf(control).map((length) => Math.round(length * 10) / 10),
    }));
}
