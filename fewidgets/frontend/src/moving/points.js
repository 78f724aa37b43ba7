// Where points are while a hand moves them: pure functions of numbers, for marks/handles.js.

import { clamp } from "../svg.js";

const BEYOND = 8; // pixels beyond the edge of a plot for each further length of the axis
const FARTHEST = 400; // pixels; 2 ** (400 / 8) lengths are more than any axis needs

/**
 * A pixel beyond the ends of an axis, moved outward: 8 pixels are one further length, 16 are three, 24 are seven. So a value far
 * away can be reached although a plot ends near the edge of a telephone.
 */
export function stretched(pixel, low, high) {
  const inside = clamp(pixel, low, high);
  const away = clamp(pixel - inside, -FARTHEST, FARTHEST);
  return inside + Math.sign(away) * (high - low) * (2 ** (Math.abs(away) / BEYOND) - 1);
}

/** Round a value so that it changes by less than a pixel, which is `unit` in data units; a value at a limit stays there. */
export function rounded(value, unit, [low, high]) {
  const decimals = Math.ceil(-Math.log10(Math.abs(unit)));
  const round = decimals < 0 ? Math.round(value * 10 ** decimals) / 10 ** decimals : decimals > 15 ? value : Number(value.toFixed(decimals));
  return clamp(round, low, high);
}

/** The indices of points in the order in which left and right arrows go through them (side 0), or up and down arrows (side 1). */
export function orderAlong(data, side) {
  const places = Array.from({ length: data.length / 2 }, (_, i) => [data[2 * i + side], data[2 * i + 1 - side], i]);
  return places.sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]).map(([, , i]) => i);
}

/** The number of the place nearest to a pixel; of equally near ones the preferred one, or the last, which lies on top. */
export function nearestOf(places, [x, y], preferred) {
  let [best, least] = [-1, Infinity];
  places.forEach(([left, top], i) => {
    const distance = Math.hypot(left - x, top - y);
    if (distance < least - 0.5 || (distance <= least + 0.5 && best !== preferred)) [best, least] = [i, Math.min(distance, least)];
  });
  return best;
}
