// The shape of a panel in a sentence, from its parts (read.js). It says only what can be counted or compared in the numbers.

import { formatNumber } from "../numbers.js";
import { isGone, isKnown } from "./known.js";
import { axesOf, joined, namesOf, ninths, onLines, tickAt } from "./tabulate.js";

const CLEAR = 0.3; // correlation from which a sentence says in which direction points lie
const ENOUGH = 8; // points from which it does
const EACH = 4; // most lines of which each is described
const FEW = 6; // most texts in a plot that are read out

const number = (value) => formatNumber(value, 3, Number.isInteger(value));
const many = (n, what) => `${n} ${what}${n === 1 ? "" : "s"}`;
const point = ([x, y]) => `(${number(x)}, ${number(y)})`;
/** A point with the labels of the axes, "bias 1, weight 2", or as (1, 2) without labels. */
function place([a, b], { x, y }) {
  const told = [[x, a], [y, b]].filter(([{ label }]) => label).map(([{ label, ticks }, value]) => `${label} ${[tickAt(value, ticks)].map((each) => (typeof each === "number" ? number(each) : each))}`);
  return told.length ? told.join(", ") : point([a, b]);
}

const finite = ({ x, y }) => x.map((each, i) => [each, y[i]]).filter((pair) => pair.every(isKnown));

/** The indices of the smallest and the largest finite number; an empty list if there is none. */
export function extremes(values) {
  const order = [...values.keys()].filter((i) => isKnown(values[i])).sort((a, b) => values[a] - values[b]);
  return order.length ? [order[0], order.at(-1)] : [];
}

/** How often each meaning occurs. */
export const tally = (meanings) => [...new Set(meanings)].filter(Boolean).map((each) => `${each}: ${meanings.filter((other) => other === each).length}`);

/** The correlation of pairs of numbers; NaN if there are fewer than three, or if one side does not vary. */
export function correlation(pairs) {
  const [x, y] = [0, 1].map((side) => {
    const mean = pairs.reduce((sum, pair) => sum + pair[side], 0) / pairs.length;
    return pairs.map((pair) => pair[side] - mean);
  });
  const product = (a, b) => a.reduce((sum, value, i) => sum + value * b[i], 0);
  return pairs.length < 3 ? NaN : product(x, y) / Math.sqrt(product(x, x) * product(y, y));
}

/** How a line runs: from its first to its last value, or between which values it lies if it turns. */
export function courseOf(pairs) {
  const values = pairs.map(([, y]) => y);
  const [low, high] = extremes(values);
  const never = (sign) => values.every((value, i) => !i || sign * (value - values[i - 1]) <= 0);
  if (values[low] === values[high]) return `stays at ${number(values[low])}`;
  const monotone = never(-1) ? "rises" : never(1) && "falls";
  if (monotone) return `${monotone} from ${number(values[0])} to ${number(values.at(-1))}`;
  return `lies between ${number(values[low])} and ${number(values[high])}, highest at ${point(pairs[high])}`;
}

/** The only line that reaches 0 for good at the largest x, or not at all; undefined if several do, or if there is one line only. */
export function longest(lines) {
  const ends = lines.map((line) => {
    const pairs = finite(line);
    const last = pairs.findLastIndex(([, y]) => y);
    return last < 0 ? -Infinity : (pairs[last + 1] ?? pairs[last])[0];
  });
  const x = Math.max(...ends);
  return lines.length > 1 && ends.filter((end) => end === x).length === 1 ? { line: lines[ends.indexOf(x)], x } : undefined;
}

/** "weight over λ": what lines show; "" if the axes have no labels. */
const subject = ({ x, y }) => joined([y.label, x.label], " over ");

function aboutCurves(panel, lines) {
  const { x: { label }, y } = panel;
  const known = lines.map(finite);
  const start = lines.length > 1 ? [many(lines.length, "line") + (subject(panel) && ` (${subject(panel)})`)] : [];
  const grows = (side) => known.every((pairs) => pairs.every((pair, i) => !i || pair[side] >= pairs[i - 1][side]));
  const upright = !grows(0) && grows(1); // the values are along x
  if (!grows(0) && !upright) return start;
  const alike = (i) => new Set(known.map((pairs) => pairs.at(i)[0])).size === 1;
  const named = lines.every(({ title }) => title) || lines.length === 1;
  const stays = lines.length > 2 && alike(0) && lines.some((line) => line.y.includes(0)) ? longest(lines) : undefined;
  if (stays?.line.title) return [...start, `${stays.line.title} stays longest, to ${label || "x"} = ${number(stays.x)}`];
  if (lines.length <= EACH && named) {
    const course = (pairs) => courseOf(upright ? pairs.map(([x, y]) => [y, x]) : pairs);
    return [...start, ...lines.map((line, i) => `${line.title || (upright ? label : y.label) || "the line"} ${course(known[i])}`)];
  }
  const ends = known.map((pairs) => pairs.at(-1)[1]);
  const [low, high] = extremes(ends);
  return named && alike(0) && alike(-1) && ends[low] < ends[high] ? [...start, `${lines[high].title} ends highest, ${lines[low].title} lowest`] : start;
}

function aboutLines(panel, all) {
  const lines = all.filter((line) => !line.strokes && !line.stems && finite(line).length > 1);
  const strokes = all.filter(({ title, strokes: count }) => title && count).map(({ title, strokes: count }) => `${title} ${count}`);
  const tips = all.flatMap(({ title, stems }) => (stems ? finite(stems).map(([at, value]) => [title, at, value]) : []));
  const [low, high] = extremes(tips.map(([, , value]) => value)).map((i) => tips[i]);
  const told = ([title, at, value]) => `${number(value)} (${joined([title, `at ${panel.x.label ? "" : "x = "}${number(at)}`], " ")})`;
  return [
    ...(lines.length ? aboutCurves(panel, lines) : []),
    strokes.length && `strokes: ${strokes.join(", ")}`,
    high && `${many(tips.length, "value")}${panel.x.label && ` (${panel.x.label})`}; highest ${told(high)}, lowest ${number(low[2])}`,
  ];
}

const between = (values) => extremes(values).map((i) => number(values[i])).join(" to ");

function aboutDots({ title, onBars, name, meaning, at, ...points }, panel) {
  const { x, y } = panel;
  const pairs = finite(points);
  if (pairs.length < 2) return pairs.map((pair) => `${name[0] || (at ? "now" : "a point")} at ${onBars ? number(pair[0]) : place(pair, panel)}`);
  const names = title || (name.length <= FEW ? joined([...new Set(name)]) : "");
  const start = [many(pairs.length, "point") + (names && ` (${names})`), ...tally(meaning)];
  if (onBars) return start;
  const [X, Y] = axesOf(panel);
  const ranges = [[x, X], [y, Y]].flatMap(([{ ticks }, name], i) => (ticks ? [] : `${name} ${between(pairs.map((pair) => pair[i]))}`));
  const r = correlation(pairs);
  const trend = Math.abs(r) < CLEAR ? "no clear trend" : `${Y} tends to ${r > 0 ? "rise" : "fall"} with ${X}`;
  const fair = ranges[1] && !isGone(r) && x.scale === "linear" && y.scale === "linear" && pairs.length >= ENOUGH;
  return [...start, ranges.join(", "), fair && `${trend} (r = ${r.toFixed(2).replace(/^-(0\.00)?/, (_, zero) => zero ?? "−")})`];
}

function aboutBars({ name, values, meaning }, { x: { label } }) {
  const [low, high] = extremes(values);
  const shown = values.map(isKnown);
  const gone = name.length - shown.filter(Boolean).length;
  const range = values[low] === values[high] ? `all ${number(values[low])}` : `highest ${name[high]} ${number(values[high])}, lowest ${name[low]} ${number(values[low])}`;
  const signs = ["above", "below", "at"].map((word, i) => [values.filter((value) => Math.sign(value) === [1, -1, 0][i]).length, word]).filter(([count]) => count);
  return [
    many(name.length, "bar") + (label && ` (${label})`), low !== undefined && range, signs.length > 1 && signs.map(([count, word]) => `${count} ${word} 0`).join(", "),
    ...tally(meaning.filter((_, i) => shown[i])), gone && `${gone} without a value`,
  ];
}

/** Where an image is brightest, of nine places; "" if two places are equally bright, or the image is small. */
export function brightest(image) {
  const means = ninths(image);
  const best = extremes(means)[1];
  if (Math.min(image.height, image.width) < 6 || means.indexOf(means[best]) !== best) return "";
  const place = joined([["top", "", "bottom"][Math.floor(best / 3)], ["left", "", "right"][best % 3]], " ");
  return `brightest ${place ? `at the ${place}` : "in the centre"}`;
}

function aboutImage(image, panel) {
  const { title, height, width, values, grey } = image;
  const start = `${title || panel.title || "image"}${title.includes("×") ? "" : `, ${height} × ${width}`}`;
  if (grey) return [start, brightest(image)];
  const [low, high] = extremes(values);
  if (low === undefined) return [];
  const [rows, columns] = namesOf(panel, image);
  const place = values.indexOf(values[high]) === high ? ` at ${panel.y.label || "row"} ${rows[Math.floor(high / width)]}, ${panel.x.label || "column"} ${columns[high % width]}` : "";
  const lit = values.filter((value) => value && !isGone(value)).length;
  const gone = values.filter(isGone).length;
  return [
    start, lit + gone < values.length && values[low] >= 0 && `${lit} of ${values.length} above 0`,
    `highest ${number(values[high])}${place}, lowest ${number(values[low])}`, gone && `${gone} of ${values.length} empty`,
  ];
}

const ABOUT = {
  bars: aboutBars, image: aboutImage, dots: aboutDots,
  contours: ({ sizes }) => [many(sizes.filter(Boolean).length, "contour line")],
  table: ({ columns, rows, meaning }) => [`${many(rows.length, "row")}, ${many(columns.length, "column")}`, ...tally(meaning)],
  tokens: ({ text, meaning }) => [many(text.join(" ").split(/\s+/).filter(Boolean).length, "word"), ...tally(meaning.filter((_, i) => text[i]))],
  path: (part) => finite(part).slice(0, 1).map((first) => `a path of ${many(part.x.length - 1, "step")} from ${point(first)} to ${point(finite(part).at(-1))}`),
  handle: (part, panel) => [`${part.title} at ${place(finite(part)[0], panel)}`],
  text({ text, x }) {
    const words = joined(text.map((each, i) => !isGone(x[i]) && each.replace(/\.$/, "")));
    return [text.length <= FEW && words && `written in it: ${words}`];
  },
  rule({ title, x, y }, panel) {
    const [at, more] = x ?? y;
    return [title && more === undefined && isKnown(at) && `${title} at ${joined([panel[x ? "x" : "y"].label, number(at)], " ")}`];
  },
};

/** What can be said about one part alone. */
export const about = (part, panel) => (part.said ?? ABOUT[part.kind]?.(part, panel) ?? []).filter(Boolean);

/** A sentence about the marks of a panel. */
export function summarize(panel, parts) {
  const lines = parts.filter(({ kind }) => kind === "line");
  return `${joined([...parts.filter((part) => !onLines(part, parts)).flatMap((part) => about(part, panel)), ...aboutLines(panel, lines)], "; ") || "nothing to see yet"}.`;
}
