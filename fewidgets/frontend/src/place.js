// Where things lie in a plot.

/** Convert an extent (left, right, bottom, top) from data units to pixels. */
export function placeOf([left, right, bottom, top], { x, y }) {
  const [x0, x1, y0, y1] = [x(left), x(right), y(top), y(bottom)];
  return { x: Math.min(x0, x1), y: Math.min(y0, y1), width: Math.abs(x1 - x0), height: Math.abs(y1 - y0) };
}
