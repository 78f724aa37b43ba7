// Points and counts that a hand moves: where they go, in numbers.

import assert from "node:assert/strict";
import test from "node:test";

import { afterMove, cellBeyond, grouped, same, shortened, sumOf, sumsOf, withDecimals } from "../src/moving/counts.js";
import { nearestOf, orderAlong, rounded, stretched } from "../src/moving/points.js";

test("within a plot a pixel stays, and beyond its edge each 8 pixels double the way", () => {
  assert.deepEqual([20, 50, 120].map((pixel) => stretched(pixel, 20, 120)), [20, 50, 120]);
  assert.deepEqual([128, 136, 144].map((pixel) => stretched(pixel, 20, 120)), [220, 420, 820]);
  assert.equal(stretched(12, 20, 120), -80);
  assert.ok(Number.isFinite(stretched(1e6, 0, 1e3)));
});

test("a value is rounded to less than a pixel, and not beyond its limits", () => {
  assert.equal(rounded(3.14159, 0.02, [0, 10]), 3.14);
  assert.equal(rounded(31415.9, 200, [0, 1e6]), 31400);
  assert.equal(rounded(0.123456, 1e-20, [0, 1]), 0.123456);
  assert.equal(rounded(0.5, 0, [0, 1]), 0.5);
  assert.equal(rounded(9.99, 0.3, [0, 9.95]), 9.95);
  for (const unit of [1e-9, 0.003, 0.7, 1, 42, 1e5]) assert.ok(Math.abs(rounded(123.456, unit, [-1e9, 1e9]) - 123.456) <= unit);
});

test("arrow keys go through all points, those on the same spot too", () => {
  const points = Float64Array.of(2, 3, 7, 8, 4, 6, 4, 6);
  assert.deepEqual(orderAlong(points, 0), [0, 2, 3, 1]);
  assert.deepEqual(orderAlong(points, 1), [0, 2, 3, 1]);
  assert.deepEqual(orderAlong(Float64Array.of(5, 1, 1, 2), 1), [0, 1]);
});

test("a press takes the nearest dot; of two on one spot the one in use, or the upper one", () => {
  const places = [[10, 10], [30, 10], [30, 10]];
  assert.equal(nearestOf(places, [12, 11]), 0);
  assert.equal(nearestOf(places, [29, 11]), 2);
  assert.equal(nearestOf(places, [29, 11], 1), 1);
  assert.equal(nearestOf(places, [29, 11], 0), 2);
  assert.equal(nearestOf([], [0, 0]), -1);
});

test("examples move from cell to cell, and their number stays", () => {
  const counts = Uint8Array.of(8, 0, 3, 1);
  assert.deepEqual([...afterMove(counts, 0, 1, 5)], [3, 5, 3, 1]);
  assert.deepEqual([...afterMove(counts, 2, 1, 20)], [8, 3, 0, 1]);
  assert.deepEqual([...afterMove(counts, 1, 0, 20)], [8, 0, 3, 1]);
  assert.deepEqual([...afterMove(counts, 0, 0, 5)], [8, 0, 3, 1]);
  assert.deepEqual([...counts], [8, 0, 3, 1]);
  assert.ok(same(afterMove(counts, 0, 3, 1), [7, 0, 3, 2]));
  assert.ok(!same([1], [1, 2]));
  for (let from = 0; from < 4; from++) for (let to = 0; to < 4; to++) assert.equal(sumOf(afterMove(counts, from, to, 4)), 12);
  assert.deepEqual(sumsOf(counts, 2), [[8, 4], [11, 1]]);
});

test("arrow keys stay in the table", () => {
  const [rows, columns] = [2, 3];
  assert.deepEqual(["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp", "Home", "End", "a"].map((key) => cellBeyond(key, 1, rows, columns)), [2, 4, 0, 1, 0, 2, undefined]);
  assert.equal(cellBeyond("ArrowRight", 5, rows, columns), 5);
  assert.equal(cellBeyond("ArrowDown", 5, rows, columns), 5);
});

test("counts and values are written as people read them", () => {
  assert.deepEqual([0, 999, 1000, 1234567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
  const room = (count, letters) => shortened(count, letters, (text) => text.length);
  assert.deepEqual([5, 4, 3, 2, 1].map((letters) => room(1701, letters)), ["1,701", "1701", "2k", "2k", "2k"]);
  assert.deepEqual([room(44130, 4), room(44130, 3), room(443130, 4), room(999_600, 4), room(1234567, 4), room(87, 1)], ["44k", "44k", "443k", "1M", "1.2M", "87"]);
  assert.deepEqual([0.1234, -0.5, -0.0001, NaN, undefined].map((value) => withDecimals(value, 3)), ["0.123", "−0.500", "0.000", "", ""]);
});
