import assert from "node:assert/strict";
import { test } from "node:test";
import { makeScale, roundNumbers, spread, ticksOf } from "../src/scales.js";

test("a linear scale maps and inverts", () => {
  const scale = makeScale("linear", [0, 10], [100, 200]);
  assert.equal(scale(5), 150);
  assert.equal(scale.invert(125), 2.5);
});

test("a log scale has all below its floor on its low edge, which inverts to the domain's low end", () => {
  const scale = makeScale("log", [0, 100], [0, 300], 0.1);
  assert.equal(scale(0), 0);
  assert.ok(Math.abs(scale(1) - 100) < 1e-9);
  assert.equal(scale.invert(0), 0);
  assert.ok(Math.abs(scale.invert(200) - 10) < 1e-9);
});

test("ticks are round numbers, with a true minus sign", () => {
  const texts = ticksOf(makeScale("linear", [-0.45, 0.35], [0, 300]), 300).map(([, text]) => text);
  assert.deepEqual(texts, ["−0.4", "−0.2", "0.0", "0.2"]);
  const whole = ticksOf(makeScale("linear", [-0.3, 3.3], [0, 900]), 900, true).map(([, text]) => text);
  assert.deepEqual(whole, ["0", "1", "2", "3"]);
  assert.deepEqual(ticksOf(makeScale("log", [0, 800], [0, 200], 0.8), 200).map(([, text]) => text), ["1", "10", "100"]);
});

test("round numbers", () => {
  assert.deepEqual(roundNumbers(-0.3, 1.1, 4), [0, 0.5, 1]);
  assert.deepEqual(roundNumbers(0, 1, 10), [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]);
  assert.deepEqual(roundNumbers(-7, 42, 5), [0, 10, 20, 30, 40]);
  assert.deepEqual(roundNumbers(1e6, 3e6, 4), [1e6, 1.5e6, 2e6, 2.5e6, 3e6]);
});

test("labels are moved apart and stay inside", () => {
  assert.deepEqual(spread([10, 11, 50], 10, 0, 100), [10, 20, 50]);
  assert.deepEqual(spread([99, 98], 10, 0, 100), [100, 90]);
  assert.deepEqual(spread([], 10, 0, 100), []);
});
