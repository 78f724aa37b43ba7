import assert from "node:assert/strict";
import { test } from "node:test";
import { allowedStep, openOptions, scoreOf } from "../src/controls/question.js";
import { nextStop } from "../src/controls/slider.js";
import { GAP, rowHeights, sharedMargins } from "../src/layout.js";
import { arrowPath } from "../src/marks/arrow.js";
import { toRgba } from "../src/marks/image.js";
import { endOf, line, pathOf } from "../src/marks/line.js";

test("one may go only as far as one has predicted", () => {
  assert.equal(allowedStep([2, -1, -1], 0, 3), 1);
  assert.equal(allowedStep([-1, 1, 2], 1, 3), 3);
  assert.equal(allowedStep([-1, -1, -1], 2, 0), 0);
});

test("what was right is not offered again, and every answer counts once", () => {
  assert.deepEqual(openOptions(["a", "b", "c"], [1, 0, 2], 1), [0, 2]);
  assert.deepEqual(openOptions(["a", "b", "c"], [1, 0, 1], 1, true), [0, 1, 2]);
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
  assert.deepEqual(rowHeights(panels, (i) => [300, 100, 100][i]), [100, 200 - GAP]);
  assert.deepEqual(rowHeights(panels, (i) => [100, 100, 120][i]), [100, 120]);
});

test("plots in one column share their margins, bars keep their own", () => {
  const panels = [{ column: 0, column_span: 1 }, { column: 0, column_span: 1 }, { column: 0, column_span: 1 }];
  const margins = sharedMargins(panels, [{ left: 5, right: 9 }, undefined, { left: 8, right: 1 }]);
  assert.deepEqual(margins, [{ left: 8, right: 9 }, undefined, { left: 8, right: 9 }]);
});

test("a label stands at the first or last point that is known", () => {
  assert.equal(endOf([0, 1, 2, 3], [NaN, 4, 5, NaN], "start"), 1);
  assert.equal(endOf([0, 1, 2, 3], [NaN, 4, 5, NaN], "end"), 2);
  assert.equal(endOf([0, 1], [NaN, NaN], "end"), -1);
});

test("a trail ends where its line ends, however far its control has gone", () => {
  const node = () => ({ style: {}, dataset: {}, attributes: {}, append() {}, setAttribute(name, text) { this.attributes[name] = text; }, getAttribute(name) { return this.attributes[name]; }, removeAttribute() {} });
  const made = [];
  globalThis.document = { createElementNS: () => made[made.push(node()) - 1] };
  const points = (...data) => ({ dtype: "float64", shape: [data.length], data: new Float64Array(data) });
  const mark = { x: points(0, 1, 2), y: points(5, 6, 7), upto: { control: "step" }, color: "ink", label: "run", label_at: "end" };
  const drawn = line(mark, node(), { x: (value) => value, y: (value) => value });
  const at = (index) => ({ located: { step: { index, fraction: 0 } } });
  drawn.update(at(1));
  assert.equal(made.at(-1).attributes.d, "M0 5L1 6");
  drawn.update(at(9));
  assert.equal(made.at(-1).attributes.d, "M0 5L1 6L2 7");
  assert.deepEqual(drawn.label.points(at(9)).map((all) => [...all]), [[0, 1, 2], [5, 6, 7]]);
  delete globalThis.document;
});

test("paths", () => {
  assert.equal(pathOf([0, 1, 2], [3, NaN, 5], 3), "M0 3M2 5");
  assert.equal(pathOf([0, 1], [3, 4], 2, true), "M0 3H1V4");
  assert.equal(pathOf([0, 1, 2], [1, 1, 1], 2), "M0 1L1 1");
  assert.match(arrowPath(0, 0, 10, 0), /^M0 0L10 0M10 0L/);
  assert.deepEqual([...toRgba([7, 8], 1, 2, 1)], [7, 7, 7, 255, 8, 8, 8, 255]);
});
