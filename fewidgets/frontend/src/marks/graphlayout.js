// Where the nodes of a graph stand, and how much is written in them: the same rules as in fewidgets/scene/graph_layout.py.

export const [SIZE, TALL] = [24, 36]; // pixels: height of a node, and of one with its value below its label
export const SMALLER = [SIZE, 20, 16, 12, 9]; // nodes without labels
const [BESIDE, BETWEEN, APART] = [4, 4, 14]; // least room beside a node, between two lines of a row, and between two rows
const MOST_LINES = 4; // of nodes in a row

/**
 * Place nodes with as much text as there is room for: labels and values, labels, or neither in ever smaller nodes. `wide` and
 * `wider` are the widths of nodes with their labels, and with their values below them if they have any.
 */
export function placeChips(x, y, box, wide, wider, rows) {
  const least = (widths) => widths.map((width) => Math.max(width, SIZE));
  const tries = [
    ...(wider ? [{ widths: least(wide.map((width, i) => Math.max(width, wider[i]))), height: TALL, labels: true, values: true }] : []),
    { widths: least(wide), height: SIZE, labels: true, values: false },
    ...SMALLER.map((size) => ({ widths: wide.map(() => size), height: size, labels: false, values: false })),
  ];
  for (const [i, one] of tries.entries()) {
    const found = (rows ? inRows : asTheyAre)(x, y, box, one.widths, one.height, i === tries.length - 1);
    if (found) return { ...one, x: found[0], y: found[1] };
  }
}

/** Keep nodes at their places, moved inside the box; undefined if two of them would touch. */
function asTheyAre(x, y, { left, right, top, bottom }, widths, height, anyway) {
  const across = x.map((each, i) => Math.min(Math.max(each, left + widths[i] / 2), right - widths[i] / 2));
  const down = y.map((each) => Math.min(Math.max(each, top + height / 2), bottom - height / 2));
  const near = (i, j) => Math.abs(across[i] - across[j]) < (widths[i] + widths[j]) / 2 + BESIDE && Math.abs(down[i] - down[j]) < height + BETWEEN;
  const touching = () => across.some((_, i) => across.some((_, j) => j > i && near(i, j)));
  return anyway || !touching() ? [across, down] : undefined;
}

/** Place nodes in rows; undefined if there is no room for them. In a row that is too crowded, nodes alternate between lines. */
function inRows(x, y, { left, right, top, bottom }, widths, height, anyway) {
  const down = x.map(() => NaN);
  const { across, rows } = linesOf(x, y, left, right, widths);
  const several = rows.length > 1;
  const total = heightOf(rows, height, 0);
  const crowded = heightOf(rows, height, APART) > bottom - top;
  if (!anyway && (crowded || rows.some(({ length }) => length > MOST_LINES))) return undefined;
  let [between, apart] = [BETWEEN, several ? (bottom - top - total) / (rows.length - 1) : 0];
  if (total > bottom - top) apart = between = (bottom - top - height) / Math.max(1, rows.flat().length - 1) - height; // lines lie on each other
  let middle = several ? top + height / 2 : (top + bottom - total + height) / 2;
  for (const lines of rows) {
    for (const line of lines) {
      for (const i of line) down[i] = middle;
      middle += height + between;
    }
    middle += apart - between;
  }
  return [across, down];
}

/** Where nodes stand across, and the nodes of each line of each row. */
function linesOf(x, y, left, right, widths) {
  const across = x.map(() => NaN);
  const rows = rowsOf(x, y).map((row) => {
    const widest = Math.max(...row.map((i) => widths[i]));
    const share = Math.max(0, right - left - widest) / (right - left);
    for (const i of row) across[i] = left + widest / 2 + (x[i] - left) * share;
    const gap = Math.min(...row.slice(1).map((i, k) => across[i] - across[row[k]]));
    const count = gap > 0 ? Math.min(row.length, Math.max(1, Math.ceil((widest + BESIDE) / gap))) : row.length;
    return Array.from({ length: count }, (_, line) => row.filter((_, k) => k % count === line));
  });
  return { across, rows };
}

const heightOf = (rows, height, apart) => rows.reduce((sum, lines) => sum + lines.length * height + (lines.length - 1) * BETWEEN, (rows.length - 1) * apart);

/** The height of nodes in rows with their labels or, if there is no room for these in any height, of nodes for a finger. */
export function heightOfRows(x, y, width, wide) {
  const all = [wide, wide.map(() => SIZE)].map((widths) => linesOf(x, y, 0, width, widths).rows);
  return heightOf(all.find((rows) => rows.every(({ length }) => length <= MOST_LINES)) ?? [], SIZE, APART);
}

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

/** The nodes with the same y, from left to right; the highest ones first. */
function rowsOf(x, y) {
  const rows = new Map();
  x.forEach((each, i) => Number.isFinite(each + y[i]) && rows.set(y[i], [...(rows.get(y[i]) ?? []), i]));
  return [...rows].sort(([a], [b]) => a - b).map(([, row]) => row.sort((i, j) => x[i] - x[j]));
}

/**
 * The node that an arrow key leads to, or undefined. In rows, keys to the side go along the row, and the others along links. Else
 * they all go along the link in their direction that is nearest to it, or to a node in that direction if no link leads there.
 */
export function nextNode(at, [right, down], { x, y }, row, links) {
  const all = x.map((_, i) => i).filter((i) => i !== at && Number.isFinite(x[i]));
  const linked = all.filter((i) => links.some(([one, other]) => (one === at && other === i) || (one === i && other === at)));
  const [ahead, aside] = [(i) => (x[i] - x[at]) * right + (y[i] - y[at]) * down, (i) => Math.abs((x[i] - x[at]) * down) + Math.abs((y[i] - y[at]) * right)];
  const best = (nodes, cost) => nodes.filter((i) => ahead(i) > 0).sort((i, j) => cost(i) - cost(j))[0];
  if (row && right) return best(all.filter((i) => row[i] === row[at]), ahead);
  if (row) return best(linked, aside);
  const angle = (i) => aside(i) / ahead(i);
  const narrow = (i) => ahead(i) > 0 && angle(i) <= 2;
  return best(linked.filter(narrow), angle) ?? best(all.filter(narrow), (i) => ahead(i) + 2 * aside(i));
}
