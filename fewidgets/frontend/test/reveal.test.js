import assert from "node:assert/strict";
import test from "node:test";

import { compile, snapshot } from "../src/frames.js";
import { passed, widened } from "../src/reveal.js";

test("what has been visited grows in both directions", () => {
  assert.deepEqual(widened([2, 3], 5), [2, 5]);
  assert.deepEqual(widened([2, 3], 1), [1, 3]);
  assert.deepEqual(widened([2, 3], 2.5), [2, 3]);
});

test("points beyond the visited part are not there, and a line reaches its ends", () => {
  const places = [0, 1, 3, 4];
  assert.deepEqual(passed([5, 6, 8, 9], places, [0, 2], false), [5, 6, NaN, NaN]);
  assert.deepEqual(passed([5, 6, 8, 9], places, [0, 2], true), [5, 6, 7, NaN]);
  assert.deepEqual(passed([5, 6, 8, 9], places, [0, 2], true, true), [5, 6, 6, NaN]);
  assert.deepEqual(passed([5, 6, 8, 9], places, [0, 0], true), [5, NaN, NaN, NaN]);
  assert.deepEqual(passed([5, 6, 8, 9], places, [1.5, 2.5], true), [NaN, 6.5, 7.5, NaN]);
  assert.deepEqual(passed([5, NaN, 8, 9], places, [0, 3.5], true), [5, NaN, 8, 8.5]);
});

test("a channel shows what a slider or a stepper has passed, wherever it is now", () => {
  const slider = { name: "lam", kind: "slider", values: { data: [0, 1, 3] }, visited: "seen", interpolate: true };
  const stepper = { name: "step", kind: "stepper", length: 3, visited: "steps" };
  const at = (channel, state) => channel.at(snapshot([slider, stepper], (name) => state[name]));
  const state = { lam: 0, seen: [0, 2], step: 1, steps: [0, 1] };
  assert.deepEqual(at(compile({ of: [10, 20, 40], reveal: "lam", blend: true }), state), [10, 20, 30]);
  assert.deepEqual(at(compile({ of: [10, 20, 40], reveal: "lam", blend: true }), { ...state, lam: 3 }), [10, 20, 40]);
  assert.deepEqual(at(compile({ of: [10, 20, 40], reveal: "step", blend: true }), state), [10, 20, NaN]);
  assert.deepEqual(at(compile({ of: [7, 8], reveal: "lam", at: [1.5, 2.5], blend: false }), state), [7, NaN]);
});
