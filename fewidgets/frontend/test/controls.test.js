import assert from "node:assert/strict";
import { test } from "node:test";
import { allowedStep, openOptions, scoreOf } from "../src/controls/question.js";
import { nextStop } from "../src/controls/slider.js";
import { rowHeights, sharedMargins } from "../src/layout.js";
import { arrowPath } from "../src/marks/arrow.js";
import { toRgba } from "../src/marks/image.js";
import { pathOf } from "../src/marks/line.js";

test("one may go only as far as one has predicted", () => {
  assert.equal(allowedStep([2, -1, -1], 0, 3), 1);
  assert.equal(allowedStep([-1, 1, 2], 1, 3), 3);
  assert.equal(allowedStep([-1, -1, -1], 2, 0), 0);
});

test("what was right is not offered again, and every answer counts once", () => {
  assert.deepEqual(openOptions(["a", "b", "c"], [1, 0, 2], 1), [0, 2]);
  assert.deepEqual(scoreOf([1, 2, -1], [1, 0, 2]), { asked: 2, right: 1 });
});

test("stops", () => {
  assert.equal(nextStop([1, 5, 9], 5, 1, 0, 10), 9);
  assert.equal(nextStop([1, 5, 9], 5, -1, 0, 10), 1);
  assert.equal(nextStop([1, 5, 9], 9.5, 1, 0, 10), 10);
  assert.equal(nextStop([1, 5, 9], 1, -1, 0, 10), 0);
});

test("rows are as high as what stands in them", () => {
  const panels = [{ row: 0, row_span: 2 }, { row: 0, row_span: 1 }, { row: 1, row_span: 1 }];
  assert.deepEqual(rowHeights(panels, (i) => [300, 100, 100][i]), [100, 180]);
  assert.deepEqual(rowHeights(panels, (i) => [100, 100, 120][i]), [100, 120]);
});

test("plots in one column share their margins, bars keep their own", () => {
  const panels = [{ column: 0, column_span: 1 }, { column: 0, column_span: 1 }, { column: 0, column_span: 1 }];
  const margins = sharedMargins(panels, [{ left: 5, right: 9 }, undefined, { left: 8, right: 1 }]);
  assert.deepEqual(margins, [{ left: 8, right: 9 }, undefined, { left: 8, right: 9 }]);
});

test("paths", () => {
  assert.equal(pathOf([0, 1, 2], [3, NaN, 5], 3), "M0 3M2 5");
  assert.equal(pathOf([0, 1], [3, 4], 2, true), "M0 3H1V4");
  assert.equal(pathOf([0, 1, 2], [1, 1, 1], 2), "M0 1L1 1");
  assert.match(arrowPath(0, 0, 10, 0), /^M0 0L10 0M10 0L/);
  assert.deepEqual([...toRgba([7, 8], 1, 2, 1)], [7, 7, 7, 255, 8, 8, 8, 255]);
});
