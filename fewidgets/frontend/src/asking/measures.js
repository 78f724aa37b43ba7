// Measures of curves: a number, the name of a curve, or null (fewidgets/exercises/predicting/measures.py).

/** The value of a broken line at a place, the value of its nearest end outside. */
function valueAt(x, y, place) {
  const i = x.findIndex((each) => each >= place);
  if (i <= 0) return i ? y.at(-1) : y[0];
  return y[i - 1] + ((y[i] - y[i - 1]) * (place - x[i - 1])) / (x[i] - x[i - 1]);
}

const MEASURES = {
  at: ({ x: place }, x, y) => valueAt(x, y, place),
  change: ({ start, end }, x, y) => valueAt(x, y, end) - valueAt(x, y, start),
  highest: (_, x, y) => x[y.indexOf(Math.max(...y))],
  last: ({ limit }, x, y) => x[y.findLastIndex((each) => Math.abs(each) > limit)] ?? null,
  curve({ extreme, measure: inner }, x, _, curves) {
    const sign = extreme === "largest" ? 1 : -1;
    const sizes = Object.keys(curves).map((name) => sign * (measure({ ...inner, curve: name }, x, curves) ?? -Infinity));
    return Object.keys(curves)[sizes.indexOf(Math.max(...sizes))];
  },
};

export const measure = (spec, x, curves) => MEASURES[spec.kind](spec, x, curves[spec.curve], curves);

/** Whether two measures stand in the relation that a difference declares. */
export function applies({ when, by, yours: only }, yours, truth) {
  if (only !== null && yours !== only) return false;
  if (typeof yours !== "number" || typeof truth !== "number") return when === "differs" && yours !== truth;
  const gap = yours - truth;
  return { differs: Math.abs(gap) > by, larger: gap > by, smaller: -gap > by, sign: yours * truth < 0 && Math.min(Math.abs(yours), Math.abs(truth)) > by }[when];
}
