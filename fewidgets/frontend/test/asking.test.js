// Questions: the grid of a view without panels, and what is rounded and remembered. The verdicts are compared with Python's elsewhere.

import assert from "node:assert/strict";
import { test } from "node:test";

import { recall, remember } from "../src/asking/memory.js";
import { written } from "../src/asking/number.js";
import { asked, knotsOf } from "../src/asking/sketch.js";
import { fittedRows, ordered, places } from "../src/layout.js";

test("a view without panels has a grid without rows", () => {
  assert.deepEqual(ordered([]), []);
  assert.deepEqual(places([], 1, 1), []);
  assert.deepEqual(fittedRows([], 0, [], [], 500), []);
});

test("a number is written with its unit, and a count without decimals", () => {
  assert.equal(written(5, { step: 1, unit: "rounds" }), "5 rounds");
  assert.deepEqual([1, 2].map((count) => written(count, { step: 1, unit: "rounds" })), ["1 round", "2 rounds"]);
  assert.deepEqual(["s", "ms", "thousand dollars"].map((unit) => written(1, { step: 1, unit })), ["1 s", "1 ms", "1 thousand dollars"]);
  assert.equal(written(5, { step: null, unit: "" }), "5.00");
  assert.equal(written(0.25, { step: 0.25, unit: "%" }), "0.250 %");
  assert.equal(written(34.9, { step: 0.1, unit: "%" }, true), "34.9 percentage points");
});

test("the first answer is remembered, and nothing where nothing may be stored", () => {
  const store = {};
  globalThis.localStorage = { getItem: (key) => store[key] ?? null, setItem: (key, text) => (store[key] = text) };
  assert.equal(recall("one"), undefined);
  assert.equal(remember("one", { answer: "a", stage: "committed" }), true);
  remember("one", { answer: "b", stage: "committed" });
  remember("two", { answer: null, stage: "shown" });
  assert.equal(recall("one").answer, "a");
  assert.equal(recall("two").stage, "shown");
  for (const damage of ["{", "3", '{"one": 5}']) {
    store["fewidgets predictions"] = damage;
    assert.equal(recall("one"), undefined);
  }
  Object.defineProperty(globalThis, "localStorage", { get: () => { throw new Error("refused"); }, configurable: true });
  assert.equal(recall("one"), undefined);
  assert.equal(remember("one", { answer: "a", stage: "committed" }), false);
  delete globalThis.localStorage;
});

test("the sketch is put into the panel of the truth", () => {
  const panel = { marks: [{ kind: "line", label: "RM" }, { kind: "line", dash: 1 }, { kind: "line" }, { kind: "line", dash: 1 }] };
  const { marks } = asked.panel({ panel, shown: "truth alone" }, [[1, 2], [3, 4]]);
  assert.deepEqual(marks.map(({ y }) => y && [...y.data]), [undefined, [1, 2], undefined, [3, 4]]);
  assert.equal(asked.panel({ panel, shown: "truth alone" }, null), "truth alone");
});

test("the knots of a curve are equally far apart, and few", () => {
  for (let count = 2; count <= 200; count++) {
    const knots = knotsOf(count, false);
    const stride = knots[1] - knots[0];
    assert.ok(knots.every((place, j) => place === j * stride), `${count} places`);
    assert.ok(knots.length >= Math.min(count, 5) && knots.length <= 20, `${count} places`);
    assert.ok(count - 1 - knots.at(-1) < stride, `${count} places`);
  }
  assert.deepEqual(knotsOf(41, false), [0, 5, 10, 15, 20, 25, 30, 35, 40]);
  assert.equal(knotsOf(60, true).length, 60);
});
