// Axes: convert data units to pixels, and choose ticks.

import { formatNumber } from "./numbers.js";
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

/** About `count` round numbers within [low, high]: multiples of 1, 2 or 5 times a power of ten. */
export function roundNumbers(low, high, count) {
  const size = (high - low) / Math.max(1, count);
  const power = Math.floor(Math.log10(size));
  const error = size / 10 ** power;
  const factor = error >= Math.sqrt(50) ? 10 : error >= Math.sqrt(10) ? 5 : error >= Math.SQRT2 ? 2 : 1;
  // Divide by the inverse of small steps, because 3 / 10 is 0.3 but 3 * 0.1 is not.
  const [times, over] = power < 0 ? [1, 10 ** -power / factor] : [factor * 10 ** power, 1];
  const first = Math.ceil((low / times) * over - 1e-9);
  const found = Math.floor((high / times) * over + 1e-9) - first + 1;
  return Array.from({ length: Math.max(0, found) }, (_, i) => ((first + i) / over) * times);
}

/** Ticks as [value, text] for an axis that is `pixels` long. */
export function ticksOf({ kind, domain }, pixels, whole = false) {
  if (kind === "log") return logTicks(domain, pixels);
  const count = Math.max(2, Math.round(pixels / 60));
  const values = roundNumbers(domain[0], domain[1], whole ? Math.min(count, Math.floor(domain[1] - domain[0]) + 1) : count);
  const kept = whole ? values.filter(Number.isInteger) : values;
  const gap = kept.length > 1 ? Math.abs(kept[1] - kept[0]) : 1;
  const decimals = Math.max(0, -Math.floor(Math.log10(gap) + 1e-9));
  const large = Math.max(...kept.map(Math.abs)) >= 1e6;
  return kept.map((value) => [value, large ? formatNumber(value, 2) : value.toFixed(decimals).replace("-", "−")]);
}

function logTicks([low, high], pixels) {
  const powers = [];
  for (let exponent = Math.floor(Math.log10(low)); 10 ** exponent <= high; exponent++) powers.push(10 ** exponent);
  const roomy = pixels / powers.length > 110;
  const all = roomy ? powers.flatMap((power) => [power, 2 * power, 5 * power]) : powers;
  return all.filter((value) => value >= low * 0.999 && value <= high * 1.001).map((value) => [value, plain(value)]);
}

const plain = (value) => (value >= 1e-3 && value < 1e5 ? String(+value.toPrecision(3)) : formatNumber(value, 1));

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
