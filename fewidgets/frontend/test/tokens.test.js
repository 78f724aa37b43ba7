// What is typed keeps its style before and after the place where it was typed.

import assert from "node:assert/strict";
import { test } from "node:test";

import { retyped } from "../src/marks/tokens.js";

const RUNS = [["the", 1, ""], [" ", 0, ""], ["dog", 0, "dog"], ["s", 2, "dog"]];

test("runs of the same text stay as they are", () => assert.deepEqual(retyped(RUNS, "the dogs"), RUNS));

test("letters between others are plain", () => {
  assert.deepEqual(retyped(RUNS, "the d1gs"), [["the", 1, ""], [" ", 0, ""], ["d", 0, "dog"], ["1", 0], ["g", 0, "dog"], ["s", 2, "dog"]]);
});

test("the runs are always the text", () => {
  const letters = "aab \n";
  const draw = (count) => Array.from({ length: count }, (_, i) => letters[(7 * i * i + count + i) % letters.length]).join("");
  for (let first = 0; first < 12; first++) {
    for (let second = 0; second < 12; second++) {
      const runs = [...draw(first)].map((letter, i) => [letter, i % 3]);
      const text = draw(second);
      assert.equal(retyped(runs, text).map(([part]) => part).join(""), text);
    }
  }
});
