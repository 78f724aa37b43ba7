import assert from "node:assert/strict";
import { test } from "node:test";
import { dotsPath } from "../src/marks/dots.js";
import { pathOf } from "../src/marks/line.js";
import { way } from "../src/motion.js";

const random = (count) => Array.from({ length: count }, () => (Math.round(5e4 * Math.random()) - 1e4) / 100);

test("a number goes straight from where it was to where it is", () => {
  const on = way("10", "20");
  assert.deepEqual([0, 0.25, 1].map(on), ["10", "12.5", "20"]);
  assert.equal(way("translate(0 10)rotate(-35)", "translate(8 20)rotate(-35)")(0.5), "translate(4 15)rotate(-35)");
});

test("there is no way where nothing changes, and from or to nothing", () => {
  for (const [from, to] of [["3", "3"], [null, "3"], ["3", null], ["translate(1 2)", "rotate(3)"], ["", "M0 0L1 1"]]) assert.equal(way(from, to), undefined);
});

test("paths of as many points go point by point, and end exactly", () => {
  for (let trial = 0; trial < 200; trial++) {
    const count = 2 + Math.floor(8 * Math.random());
    const steps = Math.random() < 0.5;
    const [from, to] = [0, 1].map(() => pathOf(random(count), random(count), count, steps));
    const on = way(from, to);
    assert.equal(on(1), to);
    assert.equal(on(0), from);
  }
});

test("a path that grows begins where the former one ended, and one that shrinks ends there", () => {
  for (let trial = 0; trial < 200; trial++) {
    const count = 3 + Math.floor(8 * Math.random());
    const less = 1 + Math.floor((count - 1) * Math.random());
    const steps = Math.random() < 0.5;
    const [xs, ys] = [random(count), random(count)];
    const [all, part] = [count, less].map((n) => pathOf(xs, ys, n, steps));
    const rest = all.slice(part.length);
    for (const [from, to, at] of [[part, all, 0], [all, part, 1]]) {
      const shown = way(from, to)(at);
      assert.equal(shown.slice(0, part.length), part);
      const tail = shown.slice(part.length);
      assert.equal(tail.replace(/-?[\d.]+/g, "#"), rest.replace(/-?[\d.]+/g, "#"));
      const ends = tail.match(/[LHV][^LHV]*/g) ?? [];
      for (const end of ends) {
        const wanted = { L: `L${xs[less - 1]} ${ys[less - 1]}`, H: `H${xs[less - 1]}`, V: `V${ys[less - 1]}` }[end[0]];
        assert.equal(end, wanted);
      }
    }
    assert.equal(way(part, all)(1), all);
  }
});

test("dots that are drawn as one path move one by one", () => {
  const [xs, ys] = [random(5), random(5)];
  const on = way(dotsPath(xs, ys), dotsPath(ys, xs));
  assert.equal(on(1), dotsPath(ys, xs));
});

test("a path with other gaps jumps", () => {
  const [xs, ys] = [random(6), random(6)];
  const broken = pathOf(xs, ys.map((y, i) => (i === 2 ? NaN : y)), 6);
  assert.equal(way(broken, pathOf(xs, ys.map((y, i) => (i === 4 ? NaN : y)), 6)), undefined);
});
