import assert from "node:assert/strict";
import test from "node:test";
import { problemOf, readNumber } from "../src/controls/field.js";
import { isStill, meaningOf } from "../src/gestures.js";

const pointer = (pointerType, clientX, clientY) => ({ pointerType, clientX, clientY });
const meaning = (type, [x, y], sideways) => meaningOf(pointer(type, 100 + x, 100 + y), pointer(type, 100, 100), sideways);

test("a finger drags in any direction after it has left the place that it touched", () => {
  for (const way of [[60, 0], [0, 60], [-60, 0], [0, -60], [9, 9]]) assert.equal(meaning("touch", way, false), "drag", way);
  assert.equal(meaning("touch", [6, -6], false), undefined);
});

test("where only sideways movements drag, a finger that moves up or down scrolls, and a mouse does not", () => {
  assert.equal(meaning("touch", [2, 30], true), "scroll");
  assert.equal(meaning("touch", [20, 30], true), "scroll");
  assert.equal(meaning("touch", [30, 20], true), "drag");
  assert.equal(meaning("pen", [0, -30], true), "scroll");
  assert.equal(meaning("mouse", [0, 30], true), undefined);
  assert.equal(meaning("mouse", [5, 30], true), "drag");
});

test("a click ends where it began; a finger is less steady than a mouse", () => {
  const press = (type) => pointer(type, 100, 100);
  assert.ok(isStill({ clientX: 103, clientY: 98 }, press("mouse")));
  assert.ok(!isStill({ clientX: 104, clientY: 100 }, press("mouse")));
  assert.ok(isStill({ clientX: 94, clientY: 107 }, press("touch")));
  assert.ok(!isStill({ clientX: 100, clientY: 100 }, undefined));
});

test("a typed coordinate must be a number within its range", () => {
  assert.equal(problemOf(-2, "-2", [-2, 2]), "");
  assert.equal(problemOf(NaN, "near", [-2, 2]), "must be a number from −2 to 2; got “near”.");
  assert.equal(problemOf(3, " 3 ", [-2, 2]), "must be a number from −2 to 2; got 3.");
  assert.equal(problemOf(Infinity, "1e999", [-2, 2]), "must be a number from −2 to 2; got 1e999.");
});

test("numbers are read as people type them", () => {
  for (const [text, value] of [["−1.5", -1.5], ["–2", -2], ["0,25", 0.25], [",5", 0.5], ["1e3", 1000], [" 7 ", 7]]) assert.equal(readNumber(text), value, text);
  for (const text of ["", " ", "1,000,000", "one"]) assert.ok(Number.isNaN(readNumber(text)), text);
});
