import assert from "node:assert/strict";
import test from "node:test";
import { heightOfRows, nextNode, placeChips } from "../src/marks/graphlayout.js";

const [LEFT, RIGHT, UP, DOWN] = [[-1, 0], [1, 0], [0, -1], [0, 1]];
// The subsets of two features: none below, both above.
const square = { x: [50, 20, 80, 50], y: [90, 50, 50, 10] };
const links = [[0, 1], [0, 2], [1, 3], [2, 3]];

test("in rows, arrows up and down go along links, and arrows to the side along the row", () => {
  const row = [0, 1, 1, 2];
  const go = (at, by) => nextNode(at, by, square, row, links);
  assert.deepEqual([go(0, UP), go(1, UP), go(3, DOWN), go(0, DOWN), go(3, UP)], [1, 3, 1, undefined, undefined]);
  assert.deepEqual([go(1, RIGHT), go(2, LEFT), go(1, LEFT), go(0, RIGHT)], [2, 1, undefined, undefined]);
});

test("without rows, arrows go along the link in their direction, or else to a node there", () => {
  const chain = { x: [0, 50, 100, 0], y: [0, 0, 0, 60] };
  const go = (at, by) => nextNode(at, by, chain, undefined, [[0, 1], [1, 2]]);
  assert.deepEqual([go(0, RIGHT), go(1, RIGHT), go(2, LEFT), go(0, DOWN), go(3, UP), go(2, RIGHT)], [1, 2, 1, 3, 0, undefined]);
});

test("arrows skip hidden nodes", () => {
  const hidden = { x: [50, NaN, 80, 50], y: square.y };
  assert.equal(nextNode(0, UP, hidden, [0, 1, 1, 2], links), 2);
});

test("from each node of a connected graph in rows, arrows reach all others", () => {
  for (const from of [0, 1, 2, 3]) {
    const reached = new Set([from]);
    for (const at of reached) for (const by of [LEFT, RIGHT, UP, DOWN]) {
      const next = nextNode(at, by, square, [0, 1, 1, 2], links);
      if (next !== undefined) reached.add(next);
    }
    assert.equal(reached.size, 4);
  }
});

test("rows ask for the height that their labels need, or targets for a finger where labels cannot be", () => {
  const y = Array.from({ length: 13 }, (_, i) => (i ? 0 : 1));
  const wide = y.map(() => 70);
  const at = (width, more) => {
    const x = y.map((_, i) => ((i || 6.5) * width) / 13);
    const bottom = heightOfRows(x, y, width, wide) + more;
    const { labels, height } = placeChips(x, y, { left: 0, right: width, top: 0, bottom }, wide, undefined, true);
    return [labels, height];
  };
  assert.deepEqual([at(520, 0.01), at(520, -1)], [[true, 24], [false, 24]]);
  assert.deepEqual([at(200, 0.01), at(200, -1)], [[false, 24], [false, 20]]);
  assert.ok(heightOfRows(y.map((_, i) => i), y, 13, wide) <= 0, "in no height");
});
