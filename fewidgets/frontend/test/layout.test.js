// The layout rule: the main panel first and low enough, the others beside it or below.

import assert from "node:assert/strict";
import { test } from "node:test";

import { GAP, columnsIn, fittedRows, limitsOf, ordered, places, rowHeights, sharesOf, spanned } from "../src/layout.js";

const panel = (row, column, rest = {}) => ({ row, column, row_span: 1, column_span: 1, ...rest });
const GRID = [panel(0, 0), panel(0, 1), panel(1, 0, { main: true }), panel(1, 1), panel(2, 0, { column_span: 2 })];
const disjoint = (placed) => {
  const cells = placed.flatMap(({ row, column, row_span, column_span }) =>
    Array.from({ length: row_span * column_span }, (_, k) => `${row + (k % row_span)} ${column + Math.floor(k / row_span)}`));
  return new Set(cells).size === cells.length;
};

test("as many columns as have room, and at least one", () => {
  assert.deepEqual([320, 429, 430, 651, 652, 2000].map((width) => columnsIn(width, 3)), [1, 1, 2, 2, 3, 3]);
  assert.equal(columnsIn(2000, 1), 1);
});

test("columns keep their shares unless one would be too narrow", () => {
  assert.deepEqual(sharesOf([2, 3], 2, 910), [0.4, 0.6]);
  assert.deepEqual(sharesOf([2, 3], 2, 490), [0.5, 0.5]);
  assert.deepEqual(sharesOf([1, 1, 2], 2, 490), [0.5, 0.5]);
});

test("the rows of the main panel come first, and no panel covers another", () => {
  for (let count = 1; count <= 2; count++) {
    const placed = places(GRID, count, 2);
    assert.equal(placed[2].row, 0);
    assert.equal(placed[2].column, 0);
    assert.ok(disjoint(placed), `${count} columns`);
  }
  assert.deepEqual(places(GRID, 2, 2).map(({ row }) => row), [1, 1, 0, 0, 2]);
  assert.deepEqual(ordered(GRID), [2, 0, 1, 3, 4]);
});

test("rows stay where a panel covers several of them on both sides", () => {
  const tall = [panel(0, 0, { row_span: 2 }), panel(0, 1), panel(1, 1, { main: true })];
  assert.ok(disjoint(places(tall, 2, 2)));
});

test("a panel over columns that have no room is narrower", () => {
  const placed = places([panel(0, 0, { column_span: 3 }), panel(1, 0), panel(1, 1)], 2, 3);
  assert.deepEqual(placed.map(({ row, column, column_span: span }) => [row, column, span]), [[0, 0, 2], [1, 0, 1], [1, 1, 1]]);
});

test("the rows of the main panel are low enough, and others keep their height", () => {
  const placed = places(GRID, 2, 2);
  const wanted = [200, 210, 430, 400, 300];
  const least = [150, 150, 160, 150, 150];
  assert.deepEqual(fittedRows(placed, 2, wanted, least, 500, 2000), rowHeights(placed, (i) => wanted[i]));
  const fitted = fittedRows(placed, 2, wanted, least, 300, 2000);
  assert.ok(fitted[0] <= 300 && fitted[0] > 298, String(fitted[0]));
  assert.deepEqual(fitted.slice(1), [210, 300]);
  assert.equal(fittedRows(placed, 2, wanted, least, 100, 2000)[0], 160, "never below the least");
});

test("a main panel beside several rows lowers them together", () => {
  const placed = [panel(0, 0, { row_span: 3 }), panel(0, 1), panel(1, 1), panel(2, 1)];
  const fitted = fittedRows(placed, 0, [640, 290, 160, 170], [270, 170, 150, 150], 560, 2000);
  assert.ok(Math.abs(spanned(fitted, 0, 3) - 560) < 2);
  assert.equal(spanned(fittedRows(placed, 0, [640, 290, 160, 170], [270, 170, 150, 150], 100, 2000), 0, 3), 470 + 2 * GAP);
});

test("all rows together are no longer than the longest view, where their panels can be lower", () => {
  const placed = [panel(0, 0), panel(1, 0), panel(2, 0)];
  const fitted = fittedRows(placed, 0, [300, 700, 600], [150, 200, 600], 400, 1400);
  assert.equal(fitted[0], 300);
  assert.equal(fitted[2], 600);
  const total = fitted.reduce((sum, each) => sum + each, 2 * GAP);
  assert.ok(total <= 1400 && total > 1398, String(total));
});

test("a question has no panel, and so no rows", () => assert.deepEqual(fittedRows([], 0, [], [], 400, 1400), []));

test("a telephone whose controls leave no room scrolls, and paper is long", () => {
  assert.deepEqual(limitsOf(910, 200), [408, 1380]);
  assert.deepEqual(limitsOf(376, 200), [408, Infinity]);
  assert.deepEqual(limitsOf(376, 400), [Infinity, Infinity]);
  assert.deepEqual(limitsOf(Infinity, 200), [Infinity, Infinity]);
});
