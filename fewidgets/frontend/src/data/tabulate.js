// The tables of a panel, from its parts (read.js): {title, head, rows}. The first `stubs` columns are headings of the rows.

import { formatNumber } from "../numbers.js";
import { isGone, isKnown } from "./known.js";

const [COLUMNS, PIXELS] = [60, 2500]; // of an image with more, a table has means only
const TOGETHER = 50_000; // most cells of a table in which lines over different x are put together
const DIGITS = 6; // of a number that is read off a line

/** A number or a text as it is written in tables and tooltips. */
export const written = (value) => (typeof value === "number" ? formatNumber(value, 4, Number.isInteger(value)) : `${value ?? "–"}`);

/** What there is of some texts, put together. */
export const joined = (texts, between = ", ") => texts.filter(Boolean).join(between);

/** What the axes of a panel are called. */
export const axesOf = ({ x, y }) => [x.label || "x", y.label || "y"];

const known = (value) => value !== undefined && value !== "" && !isGone(value);
const prefix = (short, long) => short.every((value, i) => Object.is(value, long[i]));

/** The text of the tick at a value, unless it only writes the number. */
export const tickAt = (value, ticks) => ticks?.find(([at, text]) => at === value && Number(text.replace("−", "-")) !== value)?.[1] ?? value;

/** Whether all points of dots or of a path are points of lines, which have them in their tables. */
export const onLines = ({ kind, x, y, onBars, title }, parts) =>
  (kind === "dots" || (kind === "line" && x.length === 1)) && !onBars && (kind === "line" || !title) &&
  x.every((each, i) => !isKnown(each + y[i]) || parts.some((line) => line.kind === "line" && line.x.length > 1 && line.x.some((other, k) => other === each && line.y[k] === y[i])));

/**
 * Build a table from columns (heading, values, ticks), without columns and rows in which nothing is known. Of several numbers in a
 * row, the `first` must be known, because it is a place on an axis.
 */
function table(columns, title = "", first = true) {
  const length = Math.max(0, ...columns.map(([, values]) => values.length));
  const all = Array.from({ length }, (_, i) => columns.map(([, values]) => (values.length === 1 ? values[0] : values[i])));
  const rows = all.filter((row) => {
    const [at, ...others] = row.filter((value) => typeof value === "number");
    return others.length && first ? known(at) && others.some(known) : row.some(known);
  });
  const kept = columns.map((_, c) => c).filter((c) => rows.some((row) => known(row[c])));
  return { title, stubs: kept[0] === 0 && kept.length > 1 ? 1 : 0, head: kept.map((c) => columns[c][0]), rows: rows.map((row) => kept.map((c) => tickAt(row[c], columns[c][2]))) };
}

/** The value of a line between its points, straight on axes of the given kinds; NaN beyond its ends and in gaps. x must increase. */
export function readOff({ x, y, steps }, at, kinds = []) {
  const k = x.findLastIndex((each) => each <= at);
  if (k < 0 || x[k] === at || steps) return x[k] === at || k < x.length - 1 ? (y[k] ?? NaN) : NaN;
  const [across, up] = [0, 1].map((side) => (kinds[side] === "log" ? [Math.log, Math.exp] : [Number, Number]));
  const share = (across[0](at) - across[0](x[k])) / (across[0](x[k + 1]) - across[0](x[k]));
  const [here, next] = [up[0](y[k]), up[0](y[k + 1])];
  return Number(up[1](here + share * (next - here)).toPrecision(DIGITS));
}

/** Lines over the same x share a table. Others are put together where values between points can be read off; else each point has a row. */
function lineTables(panel, lines, kinds) {
  const [X, Y] = axesOf(panel);
  const named = ({ title }, i) => title || (lines.length > 1 ? `line ${i + 1}` : Y);
  const wide = (x, columns, title) => table([[X, x, panel.x.ticks], ...lines.map((line, i) => [named(line, i), columns[i], panel.y.ticks])], title);
  const longest = lines.reduce((best, { x }) => (x.length > best.length ? x : best), []);
  if (lines.every(({ x }) => prefix(x, longest))) return [wide(longest, lines.map(({ y }) => longest.map((_, k) => y[k] ?? NaN)))];
  const union = [...new Set(lines.flatMap(({ x }) => x))].sort((a, b) => a - b);
  const smooth = lines.every(({ x, stems }) => !stems && x.every((each, k) => !k || each > x[k - 1]));
  if (smooth && union.length * lines.length < TOGETHER)
    return [wide(union, lines.map((line) => union.map((at) => readOff(line, at, kinds))), "Values between two points of a line are read off the line")];
  const all = (pick) => lines.flatMap((line, i) => line.x.map((_, k) => pick(line, k, i)));
  return [table([["line", all((line, _, i) => named(line, i))], [X, all(({ x }, k) => x[k]), panel.x.ticks], [Y, all(({ y }, k) => y[k]), panel.y.ticks]])];
}

/** Headings of the rows or columns of an image: the texts of ticks at their centres; else places on an axis with a unit, or numbers from 0. */
export function headings({ ticks, label }, count, from, to) {
  const step = (to - from) / count;
  const unit = label && Math.abs(step) !== 1;
  return Array.from({ length: count }, (_, i) => {
    const centre = from + (i + 0.5) * step;
    return ticks?.find(([value]) => Math.abs(value - centre) < 0.01 * Math.abs(step))?.[1] ?? (unit ? written(centre) : `${i}`);
  });
}

/** The headings of all rows and of all columns of an image. */
export const namesOf = ({ x, y }, { height, width, extent: [left, right, bottom, top] }) => [headings(y, height, top, bottom), headings(x, width, left, right)];

/** The means of the nine parts of an image, row by row. */
export function ninths({ height, width, depth, values }) {
  const sums = Array.from({ length: 9 }, () => [0, 0]);
  values.forEach((value, i) => {
    const pixel = Math.floor(i / depth);
    const sum = sums[3 * Math.floor((3 * Math.floor(pixel / width)) / height) + Math.floor((3 * (pixel % width)) / width)];
    if (isGone(value)) return;
    sum[0] += value;
    sum[1]++;
  });
  return sums.map(([sum, count]) => sum / count);
}

function imageTable(panel, image) {
  const { height, width, depth, values, title, digits } = image;
  if (values.every(isGone)) return undefined;
  if (width > COLUMNS || height * width > PIXELS || depth > 1) {
    const means = ninths(image);
    const rows = ["top", "middle", "bottom"].map((heading, i) => [heading, ...means.slice(3 * i, 3 * i + 3)]);
    return { title: `${title} (means of nine parts)`.trim(), stubs: 1, head: ["part", "left", "middle", "right"], rows };
  }
  const [down, across] = namesOf(panel, image);
  const cells = Array.from(values, (value) => (digits === undefined ? value : Number(value.toFixed(digits))));
  return { title, stubs: 1, head: ["row", ...across], rows: down.map((heading, r) => [heading, ...cells.slice(r * width, (r + 1) * width)]) };
}

const KINDS = {
  line: "x y", path: "step x y", dots: "name meaning x y", handle: "name x y", area: "x low high",
  arrow: "x0 y0 x1 y1", rule: "name x y", bars: "name value meaning", tokens: "text meaning",
};

/** The columns of a part, as pairs of a heading and values; undefined for an image, a table, a text and a sound. */
export function columnsOf(panel, part) {
  const [X, Y] = axesOf(panel);
  const headings = { x: X, y: Y, value: panel.x.label || "value", x0: `${X} from`, y0: `${Y} from`, x1: `${X} to`, y1: `${Y} to`, low: `${Y} from`, high: "to" };
  const names = KINDS[part.kind]?.split(" ").filter((name) => name !== "y" || !part.onBars);
  return names?.map((name) => [headings[name] ?? name, part[name] ?? [], panel[name]?.ticks]);
}

/** Bars, with a column for each mark on them. */
function barTable(panel, bars, parts) {
  const beside = parts.filter(({ kind, onBars }) => kind === "dots" && onBars);
  const [name, value, meaning] = columnsOf(panel, bars);
  if (beside.length && bars.title) value[0] = bars.title;
  const columns = beside.map(({ title, x, y }) => [title || value[0], bars.name.map((_, row) => x[y.indexOf(row)] ?? NaN)]);
  return table([name, value, meaning, ...columns], "", false);
}

/**
 * All tables of a panel that have rows; `kinds` are the kinds of its axes at the moment. Contour lines, and rules and areas without
 * a name, have none: their coordinates say nothing.
 */
export function tablesOf(panel, parts, kinds) {
  const lines = parts.filter((part) => part.kind === "line" && !onLines(part, parts));
  const [strokes, curves] = [lines.filter((line) => line.strokes && line.title), lines.filter((line) => !line.strokes)];
  const tables = parts.map((part) => {
    const { kind, columns, rows, meaning, title, onBars } = part;
    const means = (cell, i) => (meaning[i] ? `${cell} (${meaning[i]})` : cell);
    if (kind === "image") return imageTable(panel, part);
    if (kind === "bars") return barTable(panel, part, parts);
    if (kind === "table") return { title: "", head: columns, stubs: 0, rows: rows.map((row, r) => row.map((cell, c) => means(cell, r * row.length + c))) };
    if (kind === "line" || (/rule|area/.test(kind) && !title) || (kind === "dots" && (onBars || onLines(part, parts)))) return undefined;
    const given = columnsOf(panel, part);
    return given && table(given);
  });
  return [
    ...(curves.length ? lineTables(panel, curves.map((line) => ({ ...line, ...line.stems })), kinds) : []),
    table([["strokes", strokes.map(({ title }) => title)], ["number", strokes.map((line) => line.strokes)]]),
    ...tables,
  ].filter((each) => each?.rows.length);
}
