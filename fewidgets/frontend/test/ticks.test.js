import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { makeScale } from "../src/scales.js";
import { labelledTicks, roundNumbers } from "../src/ticks.js";

const { ticks: axes } = JSON.parse(readFileSync(new URL("./cases.json", import.meta.url), "utf8"));
const ticksOf = (scale, pixels, whole) => labelledTicks(scale, pixels, whole)[0];

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

test("ticks, their texts and the label are those of Python", () => {
  for (const [low, high, pixels, whole, label, ticks, name] of axes) {
    const [found, text] = labelledTicks(makeScale("linear", [low, high], [0, pixels]), pixels, whole, label);
    assert.deepEqual(found.map((tick) => tick[1]), ticks.map((tick) => tick[1]), `${low} … ${high}`);
    found.forEach(([value], i) => assert.ok(Math.abs(value - ticks[i][0]) < 1e-6 * (high - low)));
    assert.equal(text, name);
  }
});
