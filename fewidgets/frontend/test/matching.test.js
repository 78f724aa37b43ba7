// Searching a long list of names.

import assert from "node:assert/strict";
import { test } from "node:test";

import { matching } from "../src/window.js";

test("names are found by all words of a query, in any order and case", () => {
  const names = ["Average rooms", "average_age", "ROOMS per dwelling", "价格（人民币）", "$x^2$ (a.b)"];
  assert.deepEqual(matching(names, "rooms"), [0, 2]);
  assert.deepEqual(matching(names, " rooms  AVER "), [0]);
  assert.deepEqual(matching(names, "人民"), [3]);
  assert.deepEqual(matching(names, "x^2$ (a."), [4], "a query is text, not a pattern");
  assert.deepEqual(matching(names, "nothing"), []);
  assert.deepEqual(matching(names, ""), [0, 1, 2, 3, 4]);
});
