import assert from "node:assert/strict";
import { test } from "node:test";
import { makeScale, spread } from "../src/scales.js";

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

test("labels are moved apart and stay inside", () => {
  assert.deepEqual(spread([10, 11, 50], 10, 0, 100), [10, 20, 50]);
  assert.deepEqual(spread([99, 98], 10, 0, 100), [100, 90]);
  assert.deepEqual(spread([], 10, 0, 100), []);
});
