// The contrast of each text in a drawing with what lies beneath it: [{kind, words, ink, ground, contrast}].

(selector) => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });

  // Red, green, blue (0 to 255) and opacity (0 to 1) of a colour in any notation.
  const read = (colour, opacity = 1) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data;
    return [red, green, blue, (alpha / 255) * opacity];
  };

  const over = (above, below) => [
    ...[0, 1, 2].map((part) => above[part] * above[3] + below[part] * (1 - above[3])),
    above[3] + below[3] * (1 - above[3]),
  ];

  const luminance = (colour) => {
    const [red, green, blue] = colour.slice(0, 3).map((part) => {
      const value = part / 255;
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };

  const contrast = (one, other) => {
    const [dark, light] = [luminance(one), luminance(other)].sort((first, second) => first - second);
    return (light + 0.05) / (dark + 0.05);
  };

  const opacityOf = (element) =>
    element ? Number(getComputedStyle(element).opacity) * opacityOf(element.parentElement) : 1;

  const paint = (element) => {
    const style = getComputedStyle(element);
    if (!(element instanceof SVGElement)) return read(style.backgroundColor, opacityOf(element));
    if (!(element instanceof SVGGeometryElement) || style.fill === "none" || style.fill.startsWith("url")) return null;
    return read(style.fill, style.fillOpacity * opacityOf(element));
  };

  // What is painted at a place beneath an element, from the top down until nothing shines through; null where the
  // element itself is cut off.
  const groundOf = (element, x, y) => {
    const stack = document.elementsFromPoint(x, y);
    const place = stack.findLastIndex((each) => element.contains(each)); // a text, or a line of it
    if (place < 0) return null;
    const layers = [];
    for (const layer of stack.slice(place + 1).map(paint).filter(Boolean)) {
      layers.push(layer);
      if (layer[3] === 1) break;
    }
    return layers.reverse().reduce((ground, layer) => over(layer, ground), read("white"));
  };

  const measure = (text) => {
    const box = text.getBoundingClientRect();
    const style = getComputedStyle(text);
    let ground = groundOf(text, box.x + box.width / 2, box.y + box.height / 2);
    if (!ground) return null;
    if (style.stroke !== "none") ground = over(read(style.stroke, style.strokeOpacity), ground);
    const ink = over(read(style.fill, style.fillOpacity * opacityOf(text)), ground);
    return {
      kind: [text.closest("g, a")?.getAttribute("class"), text.getAttribute("class")].join(" / "),
      words: text.textContent,
      ink: ink.slice(0, 3).map(Math.round),
      ground: ground.slice(0, 3).map(Math.round),
      contrast: Math.round(contrast(ink, ground) * 100) / 100,
    };
  };

  // To be found at a place, an element has to be open to the pointer.
  const closed = [...document.querySelectorAll("svg *, svg")].filter(
    (element) => getComputedStyle(element).pointerEvents === "none",
  );
  for (const element of closed) element.style.pointerEvents = "painted";
  const found = [...document.querySelectorAll(selector)].filter((text) => text.checkVisibility()).map(measure).filter(Boolean);
  for (const element of closed) element.style.removeProperty("pointer-events");
  return found;
}
