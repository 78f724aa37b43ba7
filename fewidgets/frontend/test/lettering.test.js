// Texts that are measured and cut: how often, how long, and that the whole stays available. Node has no canvas: a stand-in counts.

import assert from "node:assert/strict";
import { test } from "node:test";

const measured = [];
const widthOf = (character) => (/[ilI.,]/.test(character) ? 3 : 7);
const measure = (text) => [...text].reduce((sum, character) => sum + widthOf(character), 0);
globalThis.document = {
  createElement: () => ({ getContext: () => ({ measureText: (text) => (measured.push(text.length), { width: measure(text) }) }) }),
};
const { fitAll, fitText, textWidth } = await import("../src/lettering.js");

test("a text keeps both of its ends, and as much of them as fits", () => {
  assert.equal(fitText("LSTAT", 100), "LSTAT");
  for (const width of [20, 61, 150, 233]) {
    const text = "the illustrious village of Lille, still living";
    const shown = fitText(text, width, 12);
    assert.ok(measure(shown) <= width, shown);
    const [head, tail] = shown.split("…");
    assert.ok(text.startsWith(head) && text.endsWith(tail) && Math.abs(head.length - tail.length) <= 1, shown);
    const more = text.slice(0, head.length + (head.length === tail.length));
    const longer = `${more}…${text.slice(text.length - tail.length - (head.length > tail.length))}`;
    assert.ok(measure(longer) > width, "one more character would not fit");
  }
  assert.equal(fitText("wide", 1), "w…", "one character stays");
});

test("names that begin and end alike can still be told apart", () => {
  const numbered = (before, after) => Array.from({ length: 30 }, (_, i) => `${before}${i + 100}${after}`);
  const long = "average_number_of_rooms_per_dwelling_";
  for (const names of [numbered(long, ""), numbered("", long), numbered(long, long), numbered(`${long}in_the_`, "_city")]) {
    const shown = fitAll(names, 90, 12);
    assert.equal(new Set(shown).size, names.length, shown.slice(0, 3).join(" "));
    for (const text of shown) assert.ok(measure(text) <= 90, text);
  }
  assert.deepEqual(fitAll(["same", "same"], 12, 12), ["s…", "s…"], "equal names stay equal");
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
  for (const whole of ["😀", "👩‍👩‍👧‍👦", "e\u0301", "🇩🇪", "நி", "👍🏽"]) {
    const shown = fitText(whole.repeat(60), 100);
    assert.ok(shown.length < whole.length * 60);
    for (const part of shown.split("…")) assert.equal(part.replaceAll(whole, ""), "", shown);
  }
});
