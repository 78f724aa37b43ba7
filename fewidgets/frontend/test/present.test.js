// Present mode: which panel is alone, and what keys do.

import assert from "node:assert/strict";
import { test } from "node:test";

import { alone, meaning } from "../src/alone.js";

const panel = (title, main) => ({ title, main, row: 2, column: 1, row_span: 3, column_span: 2, height: 300, marks: [] });
const scene = { columns: [2, 3], panels: [panel("a"), panel("b", true), panel("c")], caption: "…" };

test("the main panel comes first, and each fills the grid alone", () => {
  const shown = [0, 1, 2].map((at) => alone(scene, at, 500));
  assert.deepEqual(shown.map(({ panels }) => panels.map(({ title }) => title)), [["b"], ["a"], ["c"]]);
  for (const { panels: [{ row, column, row_span, column_span, height, main }], columns, caption } of shown) {
    assert.deepEqual([row, column, row_span, column_span, height, main, columns, caption], [0, 0, 1, 1, 500, true, [1], "…"]);
  }
  assert.deepEqual(scene.panels[0], panel("a"), "the scene itself stays as it is");
});

test("a question without panels has none here either", () => {
  assert.deepEqual(alone({ columns: [1], panels: [] }, 0, 500).panels, []);
});

test("keys and clickers go from panel to panel, and stop at the ends", () => {
  const go = (keys) => keys.reduce((at, key) => meaning(key, at, 3), 0);
  assert.equal(go(["PageDown"]), 1);
  assert.equal(go(["n", "N", "n"]), 2);
  assert.equal(go(["n", "PageUp", "p"]), 0);
  assert.equal(go(["3"]), 2);
  assert.equal(meaning("4", 0, 3), undefined);
  assert.equal(meaning("Escape", 0, 3), "leave");
  assert.equal(meaning("F", 0, 3), "full");
  for (const key of ["Enter", " ", "ArrowRight", "Home", "0"]) assert.equal(meaning(key, 0, 3), undefined);
});
