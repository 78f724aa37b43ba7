// The verdict in a page without a kernel. Python has made the tables and the sentences (fewidgets/explorables/predicting/sealed.py).

import { formatNumber } from "../numbers.js";

/** Unpack what a page carries: JSON, compressed, in base64. */
export async function open(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
}

/** The reveal for an answer; null asks for what is shown without one. */
export function revealFor(content, form, answer) {
  if (answer === null) return content.shown;
  if (content.number) return revealNumber(content.number, form, answer);
  if (content.sketch) return revealSketch(content.sketch, form, answer);
  return content.table[[answer].flat().join("\n")];
}

/** The panel of a sketch with the truth, and the sketch if there is one; undefined for other questions. */
export function panelFor({ sketch }, answer) {
  if (!sketch || answer === null) return sketch?.shown;
  let k = 0;
  // Every second mark is the sketch's; with bars, the dots at their ends.
  const marks = sketch.panel.marks.map((mark) => {
    const [isDots, isSketch] = [mark.kind === "dots", mark.dash === 1];
    if (!isDots && !isSketch) return mark;
    const data = Float64Array.from(answer[k++]);
    return { ...mark, [isDots ? "x" : "y"]: { dtype: "float64", shape: [data.length], data } };
  });
  return { ...sketch.panel, marks };
}

/** A number, or the distance between two, with its unit, as Python writes it. */
export function written(value, { step, unit }, between = false) {
  const text = formatNumber(value, 3, Number.isInteger(value) && Number.isInteger(step));
  const many = between && unit === "%" ? "percentage points" : unit;
  const said = text === "1" && /^(percentage )?[a-z]{3,}s$/.test(many) ? many.slice(0, -1) : many; // 1 step, 2 steps
  return said ? `${text} ${said}` : text;
}

function revealNumber({ right, truth, because, near, bands, below, above, mark }, form, value) {
  const log = form.scale === "log";
  const distance = log ? Math.max(value / mark, mark / value) : Math.abs(value - mark);
  const slack = log ? near * (1 + 1e-12) : near + 1e-12 * (form.high - form.low);
  const exact = value === mark;
  const isRight = distance <= slack;
  const told = `${log ? `${formatNumber(distance, 3)} times` : written(distance, form, true)} too ${value > mark ? "high" : "low"}`;
  const band = bands.find(([low, high]) => (low === null || value >= low) && (high === null || value <= high));
  return {
    outcome: isRight ? "right" : "wrong",
    lead: exact ? "Right." : isRight ? "Close enough." : "Not quite.",
    yours: `You predicted ${written(value, form)}${exact ? "" : `, ${told}`}.`,
    reason: isRight ? right : (band?.[2] ?? (value < mark ? below : above)),
    truth: exact ? undefined : truth,
    because: isRight ? undefined : because,
    mark,
  };
}

// Measures of curves: a number, the name of a curve, or null (fewidgets/explorables/predicting/measures.py).

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
  lowest: (_, x, y) => x[y.indexOf(Math.min(...y))],
  last: ({ limit }, x, y) => x[y.findLastIndex((each) => Math.abs(each) > limit)] ?? null,
  first: ({ limit }, x, y) => x[y.findIndex((each) => Math.abs(each) > limit)] ?? null,
  crossing({ other }, x, y, curves) {
    const gap = y.map((each, i) => each - curves[other][i]);
    let before;
    for (let i = 0; i < gap.length; i++) {
      if (!gap[i]) continue;
      if (before !== undefined && gap[i] * gap[before] < 0) return x[before] + ((x[i] - x[before]) * gap[before]) / (gap[before] - gap[i]);
      before = i;
    }
    return null;
  },
  curve({ extreme, measure: inner, absent }, x, _, curves) {
    const sign = extreme === "largest" ? 1 : -1;
    const none = absent ? Infinity : -Infinity;
    const sizes = Object.keys(curves).map((name) => sign * (measure({ ...inner, curve: name }, x, curves) ?? none));
    return Object.keys(curves)[sizes.indexOf(Math.max(...sizes))];
  },
};

const measure = (spec, x, curves) => MEASURES[spec.kind](spec, x, curves[spec.curve], curves);

/** Whether two measures stand in the relation that a difference declares. */
function applies({ when, by, yours: only }, yours, truth) {
  if (only !== null && yours !== only) return false;
  if (yours === null || truth === null) return yours !== truth && { missing: yours === null, extra: truth === null, differs: true }[when] === true;
  if (typeof truth === "string") return when === "differs" && yours !== truth;
  const gap = yours - truth;
  return Boolean({ differs: Math.abs(gap) > by, larger: gap > by, smaller: -gap > by, sign: yours * truth < 0 && Math.min(Math.abs(yours), Math.abs(truth)) > by }[when]);
}

/** The verdict on a sketch: whether it is right, the reason, and its mean distance from the truth as a share of the axis. */
export function gradeSketch({ values, differences, near, otherwise, because }, { curves, places, names, low, high }, drawn) {
  const named = (lines) => Object.fromEntries(curves.map(([name], k) => [name, lines[k]]));
  const words = (value, place) => {
    if (value === null) return "nowhere";
    if (typeof value === "string") return curves.find(([name]) => name === value)[1];
    return names && place ? names[Math.round(value)] : formatNumber(value, 3);
  };
  const gaps = drawn.flatMap((line, k) => line.map((value, i) => Math.abs(value - values[k][i])));
  const distance = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length / (high - low);
  for (const difference of differences) {
    const [yours, truth] = [drawn, values].map((lines) => measure(difference.measure, places, named(lines)));
    if (applies(difference, yours, truth)) {
      const reason = difference.sentence.replaceAll("{yours}", words(yours, difference.place)).replaceAll("{truth}", words(truth, difference.place));
      return { right: false, reason, distance };
    }
  }
  const far = near !== null && distance > near;
  return { right: !far, reason: far ? otherwise : because, distance };
}

function revealSketch(sketch, form, drawn) {
  const { right, reason, distance } = gradeSketch(sketch, form, drawn);
  const share = distance >= 0.005 ? `${Math.floor(100 * distance + 0.5)} %` : "less than 1 %";
  return {
    outcome: right ? "right" : "wrong",
    lead: right ? "Right." : "Not quite.",
    yours: `Your sketch is ${share} of the axis away on average.`,
    reason,
    because: right ? undefined : sketch.because,
    mark: null,
  };
}
