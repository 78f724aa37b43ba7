// The same states must give the same numbers and texts as in Python, which writes cases.json (tests/scene/fixtures.py).

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { decodeArray, isEncodedArray } from "../src/arrays.js";
import { readNumber } from "../src/controls/field.js";
import { compile, snapshot } from "../src/frames.js";
import { placeChips } from "../src/marks/graphlayout.js";
import { numbered } from "../src/marks/path.js";
import { asTyped, formatAlike, formatNumber } from "../src/numbers.js";

const { alike, cases, chips, numbers, numbered: paths, whole_numbers: whole } = JSON.parse(readFileSync(new URL("./cases.json", import.meta.url), "utf8"));

const controlsOf = (scene) =>
  scene.controls.map((control) =>
    Object.fromEntries(Object.entries(control).map(([name, value]) => [name, isEncodedArray(value) ? decodeArray(value) : value])),
  );

const asList = (value) => (ArrayBuffer.isView(value) ? [...value] : Array.isArray(value) ? value : [value]);
const flat = (value) => (Array.isArray(value) ? value.flatMap(flat) : [value]);

function same(seen, wanted, where) {
  const [a, b] = [asList(seen), flat(wanted)];
  assert.equal(flat(a).length, b.length, where);
  flat(a).forEach((value, i) => {
    if (typeof b[i] === "number") assert.ok(Math.abs(value - b[i]) <= 2e-5 * Math.max(1, Math.abs(b[i])), `${where}[${i}]: ${value}, not ${b[i]}`);
    else if (b[i] === null) assert.ok(Number.isNaN(value) || value === null || value === undefined, where);
    else assert.equal(value, b[i], where);
  });
}

for (const { name, scene, state, expected } of cases) {
  test(`as in Python: ${name}`, () => {
    const shot = snapshot(controlsOf(scene), (key) => state[key]);
    assert.equal(compile(scene.caption).at(shot), expected.caption);
    assert.deepEqual(scene.readouts.map(({ text }) => compile(text).at(shot)), expected.readouts);
    for (const [path, wanted] of Object.entries({ ...expected.channels, ...expected.texts })) {
      const [panel, part, channel] = path.split(".");
      const owner = part in scene.panels[panel] ? scene.panels[panel][part] : scene.panels[panel].marks[part];
      same(compile(owner[channel]).at(shot), wanted, path);
    }
  });
}

test("numbers are written as in Python", () => {
  for (const [value, digits, text] of numbers) assert.equal(formatNumber(value, digits), text, `${value} at ${digits} digits`);
  for (const [value, text] of whole) assert.equal(formatNumber(value, 3, true), text);
});

test("numbers of one panel have the same decimals, as in Python", () => {
  for (const [value, most, text] of alike) assert.equal(formatAlike(value, most), text, `${value} among ${most}`);
});

test("what is written can be typed", () => {
  for (const [value, digits, text] of numbers.filter(([value]) => value !== null)) {
    assert.ok(Math.abs(readNumber(asTyped(text)) - value) <= Math.abs(value) * 0.6 * 10 ** (1 - digits), `${text} for ${value}`);
  }
});

test("the same points of a path carry numbers as in Python", () => {
  for (const [xs, ys, chosen] of paths) assert.deepEqual(numbered(...[xs, ys].map((all) => all.map((value) => value ?? NaN))), chosen);
});

test("nodes of a graph stand as in Python, with as much text", () => {
  for (const { given: [x, y, [right, bottom], wide, wider], expected } of chips) {
    const found = placeChips(x.map((each) => each ?? NaN), y, { left: 0, right, top: 0, bottom }, wide, wider);
    const { widths, height, labels, values } = found;
    ["x", "y"].forEach((side, i) => same(found[side], expected[i], side));
    assert.deepEqual([widths, height, labels, values], expected.slice(2));
  }
});
