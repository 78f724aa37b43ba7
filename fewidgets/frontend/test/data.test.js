// Words, tables and CSV of a panel, from plain data; random data are compared with a slow but obvious reckoning.

import assert from "node:assert/strict";
import { test } from "node:test";
import { csvOf, exact } from "../src/data/csv.js";
import { nearest } from "../src/data/pointing.js";
import { reader, unshade } from "../src/data/read.js";
import { brightest, correlation, courseOf, extremes, longest, summarize } from "../src/data/summarize.js";
import { ninths, readOff, tablesOf } from "../src/data/tabulate.js";
import { compile } from "../src/frames.js";
import { meant } from "../src/marks/table.js";
import { chosenOf, linesOf, tonesOf } from "../src/tones.js";

let seed = 7;
const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
const integers = (n, most = 9) => Array.from({ length: n }, () => Math.floor((2 * random() - 1) * most));
const view = { compile, whole: (name) => name, control: () => ({}), get: () => undefined };
const AXES = { x: { label: "", scale: "linear" }, y: { label: "", scale: "linear" } };
const read = (marks, located = {}, labels = {}) => {
  const panel = { ...AXES, ...labels, marks };
  return [panel, reader(panel, view)({ state: {}, located })];
};
const words = (...given) => summarize(...read(...given));
const tables = (...given) => tablesOf(...read(...given));

test("extremes are the smallest and the largest number", () => {
  for (let k = 0; k < 300; k++) {
    const values = integers(1 + (k % 9)).map((value) => (random() < 0.2 ? NaN : value));
    const there = values.filter((value) => !Number.isNaN(value));
    const [low, high] = extremes(values);
    assert.equal(values[low], there.length ? Math.min(...there) : undefined);
    assert.equal(values[high], there.length ? Math.max(...there) : undefined);
  }
});

test("the correlation does not change with scale or order, and is 1 on a line", () => {
  for (let k = 0; k < 100; k++) {
    const pairs = Array.from({ length: 12 }, () => [random(), random()]);
    const r = correlation(pairs);
    assert.ok(Math.abs(r) <= 1 + 1e-12);
    assert.ok(Math.abs(correlation(pairs.map(([x, y]) => [3 * x - 1, -2 * y]).reverse()) + r) < 1e-9);
    assert.ok(Math.abs(correlation(pairs.map(([x]) => [x, 5 * x + 2])) - 1) < 1e-9);
  }
  assert.ok(Number.isNaN(correlation([[1, 1], [2, 2]])));
  assert.ok(Number.isNaN(correlation([[1, 1], [2, 1], [3, 1]])));
});

test("a line rises, falls, stays or lies between two values, as its differences say", () => {
  for (let k = 0; k < 400; k++) {
    const values = integers(2 + (k % 4), 3);
    const steps = values.slice(1).map((value, i) => value - values[i]);
    const text = courseOf(values.map((value, i) => [i, value]));
    const wanted = steps.every((step) => !step) ? "stays" : steps.every((step) => step >= 0) ? "rises" : steps.every((step) => step <= 0) ? "falls" : "lies";
    assert.equal(text.split(" ")[0], wanted, values.join());
  }
  assert.equal(courseOf([[0, 1], [1, 5], [2, -1]]), "lies between −1 and 5, highest at (1, 5)");
});

test("the longest line is alone in reaching 0 last", () => {
  for (let k = 0; k < 300; k++) {
    const lines = Array.from({ length: 2 + (k % 3) }, () => ({ x: [0, 1, 2, 3], y: integers(4, 2).map((value) => (random() < 0.3 ? NaN : value)) }));
    let found;
    const gone = ({ y }, at) => y[at] === 0 && y.slice(at).every((value) => value === 0 || Number.isNaN(value)); // for good
    const ends = ({ y }, at) => !Number.isNaN(y[at]) && y.slice(at + 1).every(Number.isNaN); // there is nothing more of it
    const before = ({ y }, at) => y.slice(0, at).some((value) => value); // it has been different from 0
    for (const at of [0, 1, 2, 3]) {
      const last = lines.filter((line) => {
        const lively = line.y.some((value) => value && !Number.isNaN(value));
        return lively && ((gone(line, at) && before(line, at) && !line.y.slice(0, at).some((_, i) => gone(line, i) && before(line, i))) || (ends(line, at) && line.y[at] !== 0));
      });
      if (last.length) found = last.length === 1 ? { line: last[0], x: at } : undefined;
    }
    assert.deepEqual(longest(lines), found, JSON.stringify(lines));
  }
});

test("sentences say what there is", () => {
  const over = { x: { label: "λ", scale: "linear" } };
  const line = (key, y) => ({ kind: "line", key, x: [0, 1, 2, 3], y });
  assert.equal(words([line("B", [-1, 0, 0, 0]), line("RM", [4, 3, 2, 1]), line("ZN", [2, 0, NaN, NaN])], {}, over), "3 lines (λ); RM stays longest, to λ = 3.");
  const many = [3, 1, 2, 2, 2].map((end, i) => line("abcde"[i], [1, 1, 1, end]));
  assert.equal(words(many, {}, over), "5 lines (λ); a ends highest, b lowest.");
  assert.equal(words([line("a", [1, 2, 2, 3]), line("b", [2, 2, 1, 1])], {}, over), "2 lines (λ); a rises from 1 to 3; b falls from 2 to 1.");
  assert.equal(words([line("", [0, 1, 2, 3])], {}, { y: { label: "cost" } }), "cost rises from 0 to 3.");
  assert.equal(words([{ kind: "bars", names: ["LSTAT", "RM", "B"], values: [-3.74, 2.67, NaN] }]), "3 bars; highest RM 2.67, lowest LSTAT −3.74; 1 above 0, 1 below 0; 1 without a value.");
  assert.equal(words([{ kind: "dots", x: [1, 2, 3, 4, 5, 6, 7, 8], y: [8, 7, 6, 5, 4, 3, 2, 1] }]), "8 points; x 1 to 8, y 1 to 8; y tends to fall with x (r = −1.00).");
  assert.equal(words([{ kind: "dots", x: [1, NaN], y: [4, 3] }]), "a point at (1, 4).");
  assert.equal(words([{ kind: "tokens", runs: [["the ", 1], ["old cats", 0]], styles: [{ label: "" }, { label: "stop word" }] }]), "3 words; stop word: 1.");
  assert.equal(words([{ kind: "text", x: [1], y: [1], text: ["No feature is chosen yet."] }]), "written in it: No feature is chosen yet.");
  assert.equal(words([{ kind: "rule", x: [2, 3] }]), "nothing to see yet.");
});

test("lines that begin or end at different places are not compared", () => {
  assert.equal(words([1, 2, 3, 4, 5].map((start) => ({ kind: "line", key: `k${start}`, x: [start, start + 1], y: [1, 2] }))), "5 lines.");
});

test("a line whose values lie along x is described by y", () => {
  const labels = { x: { label: "dB", scale: "linear" }, y: { label: "Hz", scale: "linear" } };
  assert.equal(words([{ kind: "line", x: [-9, -3, -7], y: [0, 50, 100] }], {}, labels), "dB lies between −9 and −3, highest at (50, −3).");
});

test("of stems the tips count, and of strokes the number", () => {
  const stems = { kind: "line", key: "0°", x: [1, 1, NaN, 4, 4], y: [0, 7, NaN, 0, 2] };
  const [table] = tables([stems, { ...stems, key: "90°", x: [2, 2, NaN, 5, 5], y: [0, 3, NaN, 0, 1] }]);
  assert.deepEqual(table.rows, [["0°", 1, 7], ["0°", 4, 2], ["90°", 2, 3], ["90°", 5, 1]]);
  assert.equal(words([stems]), "2 values; highest 7 (0° at x = 1), lowest 2.");
  const strokes = { kind: "line", key: "0°", x: [1, 2, NaN, 1, 2, NaN, 0, 1], y: [1, 1, NaN, 2, 2, NaN, 3, 3] };
  assert.deepEqual(tables([strokes, { ...strokes, key: "90°", x: [7, 8], y: [1, 1] }])[0].rows, [["0°", 3], ["90°", 1]]);
  assert.equal(words([strokes]), "strokes: 0° 3.");
});

test("means of ninths are those of their pixels, and the brightest place has the largest", () => {
  for (let k = 0; k < 40; k++) {
    const [height, width, depth] = [6 + (k % 5), 6 + (k % 7), k % 2 ? 3 : 1];
    const values = Float64Array.from({ length: height * width * depth }, () => Math.floor(256 * random()));
    const means = ninths({ height, width, depth, values });
    const sums = means.map(() => [0, 0]);
    for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) for (let c = 0; c < depth; c++) {
      const place = sums[3 * Math.floor((3 * y) / height) + Math.floor((3 * x) / width)];
      place[0] += values[(y * width + x) * depth + c];
      place[1]++;
    }
    means.forEach((mean, i) => assert.ok(Math.abs(sums[i][0] / sums[i][1] - mean) < 1e-9));
    const best = means.indexOf(Math.max(...means));
    const text = brightest({ height, width, depth, values });
    assert.equal(/\btop\b/.test(text), best < 3);
    assert.equal(/\bbottom\b/.test(text), best > 5);
    assert.equal(/\bleft\b/.test(text), best % 3 === 0);
    assert.equal(/\bright\b/.test(text), best % 3 === 2);
  }
  assert.equal(brightest({ height: 9, width: 9, depth: 1, values: new Uint8Array(81) }), "");
});

test("lines over different x share a table with values on the lines", () => {
  for (let k = 0; k < 60; k++) {
    const f = [(x) => 3 * x - 1, (x) => 5 - x]; // straight, so that every value on the line is known
    const knots = [[0, 1, 4], [0, 2, 3]].map((all) => all.map((x) => x + k / 8));
    const lines = knots.map((x, i) => ({ kind: "line", key: `n${i}`, x, y: x.map(f[i]) }));
    const [{ head, rows }, ...others] = tables(lines);
    assert.deepEqual([head, others], [["x", "n0", "n1"], []]);
    assert.deepEqual(rows.map(([x]) => x), [0, 1, 2, 3, 4].map((x) => x + k / 8));
    for (const [x, ...y] of rows) y.forEach((value, i) => assert.ok(x > knots[i][2] ? Number.isNaN(value) : Math.abs(value - f[i](x)) < 1e-4, `${value}`));
  }
  const [logarithmic] = tablesOf({ ...AXES }, [[1, 100], [1, 10, 100]].map((x, i) => ({ kind: "line", title: `n${i}`, x, y: x })), ["log", "log"]);
  assert.deepEqual(logarithmic.rows[1], [10, 10, 10]);
  assert.equal(readOff({ x: [0, 2], y: [5, 9], steps: true }, 1), 5);
  assert.ok(Number.isNaN(readOff({ x: [0, 2, 4], y: [5, NaN, 9] }, 1)), "a gap is a gap");
});

test("marks on bars are columns beside them", () => {
  const marks = [{ kind: "bars", names: ["a", "b"], values: [1, 2], label: "boosting" }, { kind: "dots", x: [7, 8], y: [1, 0], label: "other" }];
  assert.deepEqual(tables(marks), [{ title: "", stubs: 1, head: ["name", "boosting", "other"], rows: [["a", 1, 8], ["b", 2, 7]] }]);
  marks[0].values[0] = NaN;
  assert.deepEqual(tables(marks)[0].rows, [["a", NaN, 8], ["b", 2, 7]]);
});

test("dots on the points of a line add no table", () => {
  assert.equal(tables([{ kind: "line", x: [0, 1, 2], y: [5, 6, 7] }, { kind: "dots", x: [1], y: [6], keys: ["a"] }]).length, 1);
});

test("lines over the same x share a table, whatever their order and length", () => {
  for (let k = 0; k < 100; k++) {
    const x = [0, 1, 2, 3, 4].map((value) => value / 2);
    const lines = Array.from({ length: 3 }, (_, i) => {
      const length = 2 + Math.floor(4 * random());
      return { kind: "line", key: `n${i}`, x: x.slice(0, length), y: integers(length) };
    });
    const [table, ...others] = tables(lines);
    assert.deepEqual(others, []);
    assert.deepEqual(table.head, ["x", "n0", "n1", "n2"]);
    for (const row of table.rows) lines.forEach(({ y }, i) => assert.ok(Object.is(row[i + 1], y[x.indexOf(row[0])] ?? NaN)));
    assert.equal(table.rows.length, Math.max(...lines.map(({ y }) => y.length)));
  }
});

test("only what is shown is in a table", () => {
  const step = { control: "step" };
  const located = { step: { index: 1, fraction: 0 } };
  assert.deepEqual(tables([{ kind: "line", x: [0, 1, 2], y: [5, 6, 7], upto: step }], located)[0].rows, [[0, 5], [1, 6]]);
  assert.deepEqual(tables([{ kind: "dots", x: [0, 1, 2], y: [5, 6, 7], at: step, keys: ["a", "b", "c"] }], located)[0].rows, [["b", 1, 6]]);
  assert.deepEqual(tables([{ kind: "dots", x: [NaN, NaN], y: [1, 2], style: [0, 0], styles: [{ label: "gone" }] }]), []);
  assert.deepEqual(tables([{ kind: "line", x: [0, NaN, 2], y: [5, NaN, 7] }])[0].rows, [[0, 5], [2, 7]]);
});

test("a table keeps its cells and says what they mean", () => {
  const [{ rows }] = tables([{ kind: "table", columns: ["a", "b"], rows: [["x", 1], ["y", 2]], style: [0, 1, 0, 0], styles: [{ label: "" }, { label: "imputed" }] }]);
  assert.deepEqual(rows, [["x", "1 (imputed)"], ["y", 2]]);
});

test("the numbers behind the shades of an image are within half a shade", () => {
  for (let k = 0; k < 100; k++) {
    const [low, high] = [-3 - random(), 5 + random()];
    const value = low + random() * (high - low);
    const [back, gone] = unshade([Math.round((254 * (value - low)) / (high - low)), 255], [low, high]);
    assert.ok(Math.abs(back - value) <= (high - low) / 508 + 1e-12);
    assert.ok(Number.isNaN(gone));
  }
});

/** Read comma-separated values, character by character. */
function parse(text) {
  const rows = [[""]];
  for (let i = 0, quoted = false; i < text.length; i++) {
    const row = rows.at(-1);
    if (text[i] === '"' && quoted && text[i + 1] === '"') row[row.length - 1] += text[i++];
    else if (text[i] === '"') quoted = !quoted;
    else if (text[i] === "," && !quoted) row.push("");
    else if (text.startsWith("\r\n", i) && !quoted) {
      rows.push([""]);
      i++;
    } else row[row.length - 1] += text[i];
  }
  return rows.slice(0, -1);
}

test("a cell that can be switched says what became of it", () => {
  const control = { on: "removed", off: "present" };
  assert.deepEqual([meant("", false, control), meant("", true, control)], ["present", "removed"]);
  assert.equal(meant("removed by hand", true, control), "removed by hand", "not twice");
  assert.equal(meant("imputed", true, control), "imputed, removed");
  assert.equal(meant("imputed", false, control), "imputed", "a gap that was there from the start is not present");
});

test("a pixel is told by the texts of ticks, by places on an axis with a unit, or by row and column", () => {
  const image = { kind: "image", height: 2, width: 2, depth: 1, values: new Float64Array([1, 2, 3, 4]), extent: [0, 1, 0, 8], title: "" };
  const scale = { x: (value) => 10 * value, y: (value) => 80 - 10 * value };
  const told = (x, y) => nearest({ ...scale, spec: { x, y } }, [image], 7, 10);
  assert.deepEqual(told({ label: "time (s)" }, { label: "Hz" }), { at: [7, 10], name: "Hz 6, time (s) 0.7500", text: "2" });
  assert.equal(told({ label: "" }, { label: "document", ticks: [[2, "b"], [6, "a"]] }).name, "document a, column 1");
});

test("CSV can be read back", () => {
  const letters = ["a", ",", '"', "\n", "\r\n", " ", "é", "−"];
  for (let k = 0; k < 200; k++) {
    const cell = () => (random() < 0.5 ? 2000 * random() - 1000 : Array.from({ length: 3 }, () => letters[Math.floor(8 * random())]).join(""));
    const table = { title: cell(), head: [cell(), cell()], rows: [[cell(), cell()], [cell(), NaN]] };
    assert.deepEqual(parse(csvOf([table])), [[`${table.title}`], ...[table.head, ...table.rows].map((row) => row.map((value) => (Number.isNaN(value) ? "" : `${value}`)))]);
  }
});

test("numbers have the digits that they carry", () => {
  assert.equal(exact(Math.fround(0.1)), "0.1");
  assert.equal(exact(0.1 + 0.2), "0.30000000000000004");
  assert.equal(exact(1700000001), "1700000001");
  for (let k = 0; k < 500; k++) {
    const value = Math.fround((random() - 0.5) * 10 ** Math.floor(20 * random() - 10));
    assert.equal(Math.fround(Number(exact(value))), value);
    assert.ok(exact(value).replace(/e.*|^-?0*\.?0*|\./g, "").length <= 9 || Number.isInteger(value), exact(value));
  }
});

test("the nearest point is found, as by measuring all distances", () => {
  const scale = (value) => 10 * value;
  const panel = { x: scale, y: scale, box: { top: 0, bottom: 100 }, spec: AXES };
  for (let k = 0; k < 200; k++) {
    const [x, y] = [integers(30, 50), integers(30, 50)];
    const [, parts] = read([{ kind: "dots", x, y, size: 4 }]);
    const [left, top] = [integers(1, 500)[0], integers(1, 500)[0]];
    const distances = x.map((value, i) => Math.hypot(10 * value - left, 10 * y[i] - top));
    const least = Math.min(...distances);
    const found = nearest(panel, parts, left, top);
    assert.equal(found === undefined, least > 12);
    if (found) assert.ok(Math.abs(Math.hypot(found.at[0] - left, found.at[1] - top) - least) < 1e-9);
  }
});

test("between two points of a line, the line is pointed at, and its nearer point is told", () => {
  const panel = { x: Number, y: Number, box: {}, spec: AXES };
  const [, parts] = read([{ kind: "line", key: "k", x: [0, 100], y: [0, 0] }]);
  const { at, name, text } = nearest(panel, parts, 70, 5);
  assert.deepEqual([at, name, text], [[100, 0], "k", "x: 100\ny: 0"]);
  assert.equal(nearest(panel, parts, 70, 20), undefined);
});

test("a tone is higher where the line is, and is silent where it is unknown", () => {
  const tones = tonesOf([0, 1, 2, 3], [0, 4, 2, NaN], [0, 3], [0, 4], 301);
  const at = (x) => tones[100 * x];
  assert.ok(at(0) < at(2) && at(2) < at(1));
  assert.ok(Math.abs(at(1) / at(0) - 2 ** 2.5) < 1e-4, "the whole range is two and a half octaves");
  assert.ok(tones.slice(0, 100).every((tone, i) => !i || tone > tones[i - 1]));
  assert.equal(tones[250], 0);
});

test("the picked line sounds, or the few with the largest values", () => {
  const lines = [1, -9, 3, 5, 7, 2].map((top, i) => ({ kind: "line", key: `k${i}`, x: [0, 1, 2], y: [0, top, 0] }));
  assert.deepEqual(chosenOf(lines, "k0").map(({ key }) => key), ["k0"]);
  assert.deepEqual(chosenOf(lines, "").map(({ key }) => key), ["k1", "k2", "k3", "k4"]);
  assert.deepEqual(linesOf([...lines.slice(0, 1), { kind: "line", x: [0, 2, 1], y: [1, 1, 1] }, { kind: "dots", x: [0, 1, 2] }]), lines.slice(0, 1));
});
