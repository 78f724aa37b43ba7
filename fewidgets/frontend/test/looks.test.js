// What tells marks apart without colour.

import assert from "node:assert/strict";
import { test } from "node:test";
import { dashOf, lineOf, luminance } from "../src/palette.js";
import { shapeOf, shapePath } from "../src/shapes.js";

test("each style of a mark has a shape of its own, unless it names one", () => {
  const styles = [{}, {}, { shape: "circle" }, {}];
  assert.deepEqual(styles.map((_, k) => shapeOf(styles, k)), ["circle", "square", "circle", "diamond"]);
  assert.equal(shapeOf(undefined, undefined), "circle");
});

test("a shape is closed and about as large as its circle", () => {
  for (const shape of ["circle", "square", "triangle", "diamond"]) {
    const path = shapePath(shape, 10, 100, 50);
    assert.match(path, /^M/);
    if (shape === "circle") continue;
    const points = path.slice(1, -1).split("L").map((point) => point.split(" ").map(Number));
    const area = Math.abs(points.reduce((sum, [x, y], i) => {
      const [right, down] = points[(i + 1) % points.length];
      return sum + (x * down - right * y) / 2;
    }, 0));
    assert.ok(area / (Math.PI * 100) > 0.7 && area / (Math.PI * 100) < 1.15, `${shape}: ${area}`);
  }
});

test("styles with the same look have different lines", () => {
  const styles = [{ look: "", color: 0 }, { look: "lit", color: 1 }, { look: "struck", color: 2 }, { look: "lit", color: "accent" }];
  assert.match(lineOf(styles, 1), /--fw-line:solid/);
  assert.match(lineOf(styles, 2), /--fw-line:solid/);
  assert.match(lineOf(styles, 3), /--fw-tint:var\(--fw-accent\);--fw-line:dashed/);
});

test("luminance follows WCAG, and black or white can be read on every colour", () => {
  const contrast = (one, other) => {
    const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  assert.ok(Math.abs(contrast([0, 0, 0], [255, 255, 255]) - 21) < 1e-9);
  assert.ok(Math.abs(contrast([118, 118, 118], [255, 255, 255]) - 4.54) < 0.01);
  for (let grey = 0; grey < 256; grey++) {
    const ink = luminance([grey, grey, grey]) > 0.179 ? [0, 0, 0] : [255, 255, 255];
    assert.ok(contrast([grey, grey, grey], ink) >= 4.5, `${grey}`);
  }
});

test("a dash can be given, or follows the series", () => {
  assert.equal(dashOf(1, 0), undefined);
  assert.notEqual(dashOf(1, 1), undefined);
});
