// A path through the steps of an algorithm: coloured along the ramp, with the numbers of steps where there is room.

import { compile } from "../frames.js";
import { RAMP, rampOf } from "../palette.js";
import { nodesFor, set, setText, svg } from "../svg.js";
import { dotsPath } from "./dots.js";
import { pathOf } from "./line.js";

const SIZE = 5; // diameter of a dot in pixels
const ROOM = 17; // least distance of two numbers in pixels

/** Choose the points that get a number: the first, the last, and others that are far enough from these. */
export function numbered(xs, ys, room = ROOM) {
  const chosen = [];
  const last = xs.length - 1;
  for (const i of [0, last, ...xs.keys()]) {
    if (i < 0 || chosen.includes(i) || Number.isNaN(xs[i] + ys[i])) continue;
    if (chosen.every((j) => Math.hypot(xs[i] - xs[j], ys[i] - ys[j]) >= room)) chosen.push(i);
    if (chosen.length > 30) break;
  }
  return chosen.sort((a, b) => a - b);
}

export function path(mark, layer, panel) {
  const [xs, ys] = [mark.x, mark.y].map(compile);
  const strokes = [];
  const texts = [];
  const lines = svg("g.path", {}, layer);
  const now = mark.upto && svg("circle.dot", { r: SIZE / 2 + 2.5, style: "fill:none;stroke:var(--fw-text);stroke-width:2" }, layer);
  const labels = svg("g", {}, layer);

  return {
    update(shot) {
      let [x, y] = [Array.from(xs.at(shot), panel.x), Array.from(ys.at(shot), panel.y)];
      const total = Math.max(1, x.length - 1);
      if (mark.upto) [x, y] = [x, y].map((all) => all.slice(0, shot.located[mark.upto.control].index + 1));
      const end = x.findIndex((each, i) => !Number.isFinite(each + y[i]));
      if (end >= 0) [x, y] = [x.slice(0, end), y.slice(0, end)];
      // Steps of the same colour form one stroke, which starts where the previous stroke ends.
      const runs = [];
      for (let i = 0; i < x.length; i++) {
        const color = rampOf(total < RAMP ? i / total : Math.round((i / total) * RAMP) / RAMP);
        if (runs[runs.length - 1]?.color !== color) runs.push({ color, first: i });
        runs[runs.length - 1].last = i;
      }
      nodesFor(strokes, runs.length, () => {
        const group = svg("g", {}, lines);
        svg("path.stroke", { "stroke-width": 1.75 }, group);
        svg("path.many-dots", { "stroke-width": SIZE }, group);
        return group;
      });
      strokes.forEach((group, i) => {
        const { color, first, last } = runs[i];
        const from = Math.max(first - 1, 0);
        set(group.firstChild, { d: pathOf(x.slice(from, last + 1), y.slice(from, last + 1), last + 1 - from) });
        set(group.lastChild, { d: dotsPath(x.slice(first, last + 1), y.slice(first, last + 1)) });
        group.style.stroke = color;
      });
      const { left, right, top, bottom } = panel.box;
      const seen = x.map((each, i) => (each < left || each > right || y[i] < top || y[i] > bottom ? NaN : each));
      const last = x.length - 1;
      if (now) set(now, last < 0 || Number.isNaN(seen[last]) ? { visibility: "hidden" } : { cx: x[last], cy: y[last], visibility: undefined });
      const chosen = numbered(seen, y);
      nodesFor(texts, chosen.length, () => svg("text.dot-label.halo", {}, labels));
      chosen.forEach((i, k) => {
        set(texts[k], { x: x[i] + SIZE / 2 + 3, y: y[i] - SIZE / 2 - 2 });
        setText(texts[k], String(i));
      });
    },
  };
}
