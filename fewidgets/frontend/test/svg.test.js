// Texts that are measured and cut: how often, how long, and that the whole stays available. Node has no canvas: a stand-in counts.

import assert from "node:assert/strict";
import { test } from "node:test";

const measured = [];
const widthOf = (character) => (/[ilI.,]/.test(character) ? 3 : 7);
const measure = (text) => [...text].reduce((sum, character) => sum + widthOf(character), 0);
globalThis.document = {
  createElement: () => ({ getContext: () => ({ measureText: (text) => (measured.push(text.length), { width: measure(text) }) }) }),
};
const { fitText, textWidth } = await import("../src/svg.js");

test("a text is cut to the longest beginning that fits", () => {
  assert.equal(fitText("LSTAT", 100), "LSTAT");
  for (const width of [20, 61, 150, 233]) {
    const text = "the illustrious village of Lille, still living";
    const shown = fitText(text, width, 12);
    assert.ok(measure(shown) <= width, shown);
    if (shown !== text) assert.ok(measure(`${text.slice(0, shown.length)}…`) > width, "one more character would not fit");
  }
  assert.equal(fitText("wide", 1), "w…", "one character stays");
});

test("sixty names of a million characters cost a few short measurements each", () => {
  measured.length = 0;
  for (let i = 0; i < 60; i++) assert.ok(measure(fitText(`${i} ${"long name ".repeat(100_000)}`, 150)) <= 150);
  assert.ok(measured.length <= 60 * 12, `${measured.length} measurements`);
  assert.ok(Math.max(...measured) <= 2001);
});

test("a text is measured once", () => {
  textWidth("measured once", 11);
  measured.length = 0;
  for (let i = 0; i < 100; i++) fitText("measured once", 200, 11);
  assert.deepEqual(measured, []);
});

test("no character is cut in two", () => {
  const shown = fitText("😀".repeat(300), 100);
  assert.ok(shown.isWellFormed?.() ?? !/[\ud800-\udbff](?![\udc00-\udfff])/.test(shown), shown);
  assert.ok(shown.endsWith("😀…"));
});
