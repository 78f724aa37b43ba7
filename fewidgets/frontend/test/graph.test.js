import assert from "node:assert/strict";
import test from "node:test";
import { nextNode } from "../src/marks/graphlayout.js";

const [LEFT, RIGHT, UP, DOWN] = [[-1, 0], [1, 0], [0, -1], [0, 1]];
// The subsets of two features: none below, both above.
const square = { x: [50, 20, 80, 50], y: [90, 50, 50, 10] };
const links = [[0, 1], [0, 2], [1, 3], [2, 3]];

test("arrows go along the link in their direction, or else to a node there", () => {
  const chain = { x: [0, 50, 100, 0], y: [0, 0, 0, 60] };
  const go = (at, by) => nextNode(at, by, chain, [[0, 1], [1, 2]]);
  assert.deepEqual([go(0, RIGHT), go(1, RIGHT), go(2, LEFT), go(0, DOWN), go(3, UP), go(2, RIGHT)], [1, 2, 1, 3, 0, undefined]);
});

test("arrows skip hidden nodes", () => {
  const hidden = { x: [50, NaN, 80, 50], y: square.y };
  assert.equal(nextNode(0, UP, hidden, links), 2);
});

test("from each node of a lattice, arrows reach all others", () => {
  for (const from of [0, 1, 2, 3]) {
    const reached = new Set([from]);
    for (const at of reached) for (const by of [LEFT, RIGHT, UP, DOWN]) {
      const next = nextNode(at, by, square, links);
      if (next !== undefined) reached.add(next);
    }
    assert.equal(reached.size, 4);
  }
});
