// The grid of panels: widths of its columns and heights of its rows.

/** Below this width in pixels, all panels are stacked. */
export const NARROW = 620;
export const GAP = 20;

/** Heights of the grid's rows: the largest height of a panel in one row. A panel over several rows may enlarge the last of them. */
export function rowHeights(panels, heightOf) {
  const count = Math.max(0, ...panels.map(({ row, row_span: span }) => row + span));
  const heights = new Array(count).fill(0);
  panels.forEach((panel, i) => {
    if (panel.row_span === 1) heights[panel.row] = Math.max(heights[panel.row], heightOf(i));
  });
  panels.forEach((panel, i) => {
    if (panel.row_span === 1) return;
    const rows = heights.slice(panel.row, panel.row + panel.row_span);
    const missing = heightOf(i) - rows.reduce((sum, height) => sum + height, 0) - GAP * (panel.row_span - 1);
    if (missing > 0) heights[panel.row + panel.row_span - 1] += missing;
  });
  return heights;
}

/** Equal margins for plots in the same columns, so that their x axes line up. Bars (undefined) keep their own margins. */
export function sharedMargins(panels, margins) {
  return margins.map((own, i) => {
    if (!own) return undefined;
    const same = margins.filter((other, k) => other && panels[k].column === panels[i].column && panels[k].column_span === panels[i].column_span);
    return { left: Math.max(...same.map(({ left }) => left)), right: Math.max(...same.map(({ right }) => right)) };
  });
}
