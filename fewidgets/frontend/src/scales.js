// Axes: convert data units to pixels, and move labels apart.

import { clamp } from "./svg.js";

/** The smallest value of a log axis if the scene gives none. */
const lowestOf = (domain) => (domain[0] > 0 ? domain[0] : domain[1] / 1000);

/** A function from data units to pixels, with `kind`, `domain` and `invert`. A log scale draws values below its floor at the floor. */
export function makeScale(kind, domain, range, floor) {
  const logarithmic = kind === "log";
  const lowest = logarithmic ? (floor ?? lowestOf(domain)) : domain[0];
  const [forth, back] = logarithmic ? [Math.log, Math.exp] : [Number, Number];
  const [start, stop] = [forth(lowest), forth(domain[1])];
  const slope = (range[1] - range[0]) / (stop - start);
  const scale = (value) => range[0] + (forth(logarithmic ? Math.max(value, lowest) : value) - start) * slope;
  const invert = (pixel) => {
    const atEdge = logarithmic && Math.abs(pixel - range[0]) < 0.5;
    return atEdge ? Math.min(domain[0], lowest) : back(start + (pixel - range[0]) / slope);
  };
  return Object.assign(scale, { kind: logarithmic ? "log" : "linear", domain: [lowest, domain[1]], invert });
}

/** Move labels apart: at least `gap` between neighbours, within [low, high], as close as possible to where they belong. */
export function spread(wanted, gap, low, high) {
  const order = wanted.map((_, i) => i).sort((a, b) => wanted[a] - wanted[b]);
  const placed = order.map((i) => clamp(wanted[i], low, high));
  for (let i = 1; i < placed.length; i++) placed[i] = Math.max(placed[i], placed[i - 1] + gap);
  const last = placed.length - 1;
  if (last >= 0 && placed[last] > high) placed[last] = high;
  for (let i = last - 1; i >= 0; i--) placed[i] = Math.min(placed[i], placed[i + 1] - gap);
  const result = new Array(wanted.length);
  order.forEach((i, rank) => (result[i] = placed[rank]));
  return result;
}
