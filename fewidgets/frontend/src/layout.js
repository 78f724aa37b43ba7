// The grid of panels: where each of them goes, and how high its row is. One rule for all scenes: the main panel comes first, its rows are
// low enough that it is in view together with the controls and the caption, and the others are beside it or below.

export const GAP = 14;
const SCREEN = 608; // pixels from the top of a view to the lower edge of its main panel: what a laptop shows of a notebook, less a line
const LONGEST = 1580; // pixels of the longest view, unless it is for a telephone
const PHONE = 300; // least pixels that are left for a main panel on a telephone; it scrolls if its controls take more
/** Least height of a panel in pixels, and as a share of what it asks for; a picture that keeps its proportions needs no share. */
export const [LOW, LEAST] = [150, 0.5];
const COLUMN = 208; // least width of a column in pixels

/** How many of the columns that a scene wants have room. */
export const columnsIn = (width, wanted) => Math.max(1, Math.min(wanted, Math.floor((width + GAP) / (COLUMN + GAP))));

/** The share of the width of each of `count` columns: equal ones if there are fewer than wanted, or if one would be too narrow. */
export function sharesOf(weights, count, width) {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const equal = count < weights.length || Math.min(...weights) / total < COLUMN / width;
  return equal ? new Array(count).fill(1 / count) : weights.map((weight) => weight / total);
}

/** How high the rows of the main panel, and all rows, may be below what is above them; on paper, of infinite width, as high as they want. */
export function limitsOf(width, above) {
  if (columnsIn(width, 2) > 1) return width < Infinity ? [SCREEN - above, LONGEST - above] : [width, width];
  return [SCREEN - above < PHONE ? Infinity : SCREEN - above, Infinity];
}

/** The number of the main panel. */
export const mainOf = (panels) => Math.max(0, panels.findIndex(({ main }) => main));

/** The numbers of the panels, the main one first. */
export function ordered(panels) {
  const main = mainOf(panels);
  return [main, ...panels.keys()].filter((i, k) => i < panels.length && (k === 0 || i !== main));
}

/** The place of each panel on a grid with `count` of the `wanted` columns. The rows of the main panel come first. */
export function places(panels, count, wanted) {
  if (count === wanted) {
    const { row: first, row_span: most } = panels[mainOf(panels)] ?? {};
    const moved = (row) => (row < first ? row + most : row < first + most ? row - first : row);
    const whole = panels.every(({ row, row_span: span }) => moved(row + span - 1) - moved(row) === span - 1);
    return panels.map(({ row, column, row_span, column_span }) => ({ row: whole ? moved(row) : row, column, row_span, column_span }));
  }
  const placed = [];
  let [row, column] = [0, 0];
  for (const i of ordered(panels)) {
    const span = Math.min(panels[i].column_span, count);
    if (column + span > count) [row, column] = [row + 1, 0];
    placed[i] = { row, column, row_span: 1, column_span: span };
    column += span;
  }
  return placed;
}

/** The sum of sizes from `first` on, with the gaps between them. */
export const spanned = (sizes, first, count) => sizes.slice(first, first + count).reduce((sum, each) => sum + each + GAP, -GAP);

/** Heights of the grid's rows: the largest height of a panel in one row. A panel over several rows may enlarge the last of them. */
export function rowHeights(panels, heightOf) {
  const count = Math.max(0, ...panels.map(({ row, row_span: span }) => row + span));
  const heights = new Array(count).fill(0);
  panels.forEach((panel, i) => {
    if (panel.row_span === 1) heights[panel.row] = Math.max(heights[panel.row], heightOf(i));
  });
  panels.forEach(({ row, row_span: span }, i) => {
    const missing = heightOf(i) - spanned(heights, row, span);
    if (span > 1 && missing > 0) heights[row + span - 1] += missing;
  });
  return heights;
}

/** The largest share from 0 to 1 that fits; 0 if none does. */
function largest(fits) {
  if (fits(1)) return 1;
  let [low, high] = [0, 1];
  for (let k = 0; k < 10; k++) {
    const middle = (low + high) / 2;
    if (fits(middle)) low = middle;
    else high = middle;
  }
  return low;
}

/**
 * Heights of the rows: those of the main panel are at most `room` high together, and all of them `length`, as far as the least
 * heights of the panels allow. `wanted` and `least` are heights of panels with their headings.
 */
export function fittedRows(placed, main, wanted, least, room, length) {
  if (!placed.length) return []; // a question has no panel
  const { row, row_span: span } = placed[main];
  const rows = (share, other) =>
    rowHeights(placed, (i) => least[i] + (placed[i].row < row + span ? share : other) * (wanted[i] - least[i]));
  const share = largest((each) => spanned(rows(each, 1), row, span) <= room);
  const whole = (own, others) => spanned(rows(own, others), 0, Infinity) <= length;
  const other = largest((each) => whole(share, each));
  return rows(other ? share : share * largest((each) => whole(share * each, 0)), other);
}

/** Equal margins for plots in the same columns, so that their x axes line up. Bars (undefined) keep their own margins. */
export function sharedMargins(panels, margins) {
  return margins.map((own, i) => {
    if (!own) return undefined;
    const same = margins.filter((other, k) => other && panels[k].column === panels[i].column && panels[k].column_span === panels[i].column_span);
    return { left: Math.max(...same.map(({ left }) => left)), right: Math.max(...same.map(({ right }) => right)) };
  });
}
