// Room beside a plot for names, ticks and numbers. However long these are, most of the width is left to the plot.
// The same rule as in fewidgets/scene/still/gutters.py.

/** Smallest share of a panel's width that a plot has. */
export const PLOT = 0.45;

/** Reduce the room wanted left and right of a plot so that the plot keeps its share of the width; the larger room gives way. */
export function bounded([left, right], width) {
  const most = (1 - PLOT) * width;
  if (left + right <= most) return [left, right];
  const least = Math.min(left, right, most / 2);
  return left < right ? [least, most - least] : [most - least, least];
}
