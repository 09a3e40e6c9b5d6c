// Numbers, points and boxes, for all that lies on a map.

export const clamp = (value, least, most) => Math.min(Math.max(value, least), most);

export const distance = (one, other) => Math.hypot(one.x - other.x, one.y - other.y);

export const meet = (one, other) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

// Between the edges of two boxes; 0 where they meet.
export const gapBetween = (one, other) =>
  Math.hypot(
    Math.max(one.left - other.right, other.left - one.right, 0),
    Math.max(one.top - other.bottom, other.top - one.bottom, 0),
  );

// Where a drawing moves one of its elements to.
export function placeOf(element) {
  const { e: x, f: y } = element.transform.baseVal[0].matrix;
  return { x, y };
}
