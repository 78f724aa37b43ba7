// Where the nodes of a graph stand, and how much is written in them: the same rules as in fewidgets/scene/still/graph_layout.py.

export const [SIZE, TALL] = [24, 36]; // pixels: height of a node, and of one with its value below its label
export const SMALLER = [SIZE, 20, 16, 12, 9]; // nodes without labels
const [BESIDE, BETWEEN] = [4, 4]; // least room beside a node, and below it

/**
 * Keep nodes at their places, moved inside the box, with as much text as there is room for: labels and values, labels, or neither in
 * ever smaller nodes. `wide` and `wider` are the widths of nodes with their labels, and with their values below them if they have any.
 */
export function placeChips(x, y, { left, right, top, bottom }, wide, wider) {
  const least = (widths) => widths.map((width) => Math.max(width, SIZE));
  const tries = [
    ...(wider ? [{ widths: least(wide.map((width, i) => Math.max(width, wider[i]))), height: TALL, labels: true, values: true }] : []),
    { widths: least(wide), height: SIZE, labels: true, values: false },
    ...SMALLER.map((size) => ({ widths: wide.map(() => size), height: size, labels: false, values: false })),
  ].map(({ widths, height, ...text }) => ({
    widths, height, ...text,
    x: x.map((each, i) => Math.min(Math.max(each, left + widths[i] / 2), right - widths[i] / 2)),
    y: y.map((each) => Math.min(Math.max(each, top + height / 2), bottom - height / 2)),
  }));
  return tries.find((one) => !touching(one)) ?? tries.at(-1);
}

const touching = ({ x, y, widths, height }) =>
  x.some((across, i) => x.some((other, j) => j > i && Math.abs(across - other) < (widths[i] + widths[j]) / 2 + BESIDE && Math.abs(y[i] - y[j]) < height + BETWEEN));

/** The least height in which nodes have as much text as in the height `most`; 0 if that is none. `place` places them in a height. */
export function leastHeight(place, most) {
  const text = (height) => place(height).labels + place(height).values;
  if (!text(most)) return 0;
  let [low, high] = [0, most];
  while (high - low > 1) {
    const middle = (low + high) / 2;
    if (text(middle) < text(most)) low = middle;
    else high = middle;
  }
  return high;
}

/**
 * The node that an arrow key leads to, or undefined: along the link in its direction that is nearest to it, or to a node in that
 * direction if no link leads there.
 */
export function nextNode(at, [right, down], { x, y }, links) {
  const all = x.map((_, i) => i).filter((i) => i !== at && Number.isFinite(x[i]));
  const linked = all.filter((i) => links.some(([one, other]) => (one === at && other === i) || (one === i && other === at)));
  const ahead = (i) => (x[i] - x[at]) * right + (y[i] - y[at]) * down;
  const aside = (i) => Math.abs((x[i] - x[at]) * down) + Math.abs((y[i] - y[at]) * right);
  const best = (nodes, cost) => nodes.filter((i) => ahead(i) > 0 && aside(i) <= 2 * ahead(i)).sort((i, j) => cost(i) - cost(j))[0];
  return best(linked, (i) => aside(i) / ahead(i)) ?? best(all, (i) => ahead(i) + 2 * aside(i));
}
