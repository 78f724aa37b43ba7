// Which points of a mark are shown: those that a control has passed (fewidgets/scene/reveal.py).

import { clamp } from "./svg.js";

/** What a control has visited, as [low, high], with one more value. */
export const widened = ([low, high], value) => [Math.min(low, value), Math.max(high, value)];

/**
 * The values at the places within a span, and NaN elsewhere. With `blend`, the points just outside the span move to its ends, so
 * that a line reaches them: to the mean of the two values there or, with `hold`, to the first of them.
 */
export const passed = (values, places, span, blend, hold) =>
  Array.from(values, (value, i) => {
    const end = clamp(places[i], ...span);
    const next = end > places[i] ? i + 1 : i - 1;
    const share = (end - places[i]) / (places[next] - places[i]);
    if (end === places[i]) return value;
    if (!blend || !(share > 0 && share < 1)) return NaN;
    return hold ? values[Math.min(i, next)] : value + share * (values[next] - value);
  });
