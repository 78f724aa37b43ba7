// However long names, ticks and numbers are, a plot is left.

import assert from "node:assert/strict";
import { test } from "node:test";

import { bounded } from "../src/gutters.js";

let seed = 1;
const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;

test("the plot keeps at least 40 % of the width for random labels and widths", () => {
  for (let k = 0; k < 5000; k++) {
    const width = 240 + 960 * random();
    const wanted = [1000 * random() ** 4, 1000 * random() ** 4];
    const [left, right] = bounded(wanted, width);
    assert.ok(width - left - right >= 0.4 * width, `${wanted} of ${width}`);
    assert.ok(left >= 0 && right >= 0 && left <= wanted[0] + 1e-9 && right <= wanted[1] + 1e-9);
    if (wanted[0] + wanted[1] <= width / 2) assert.deepEqual([left, right], wanted, "there is room for all");
    assert.ok(Math.min(left, right) >= Math.min(...wanted, 0.27 * width), "the smaller room is kept");
  }
});
