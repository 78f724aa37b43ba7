// A line through points, optionally only up to a control's position, and with a label at one end.

import { compile } from "../frames.js";
import { colorOf, dashOf } from "../palette.js";
import { pt, px, set, svg } from "../svg.js";

/** An SVG path through points in pixels; NaN breaks it. */
export function pathOf(xs, ys, count, steps = false) {
  let path = "";
  let drawing = false;
  for (let i = 0; i < count; i++) {
    if (Number.isNaN(xs[i]) || Number.isNaN(ys[i])) {
      drawing = false;
      continue;
    }
    if (!drawing) path += `M${pt(xs[i], ys[i])}`;
    else path += steps ? `H${px(xs[i])}V${px(ys[i])}` : `L${pt(xs[i], ys[i])}`;
    drawing = true;
  }
  return path;
}

/** Index of the first or last finite point; −1 if there is none. */
export function endOf(xs, ys, side) {
  const known = (_, i) => Number.isFinite(xs[i] + ys[i]);
  return side === "start" ? ys.findIndex(known) : ys.findLastIndex(known);
}

export function line(mark, layer, panel) {
  const xs = compile(mark.x);
  const ys = compile(mark.y);
  const value = compile(mark.value ?? "");
  const still = xs.constant && ys.constant && !mark.upto;
  // A line may have fewer points than its control has positions.
  const points = (shot) => [xs, ys].map((all) => (mark.upto ? all.at(shot).slice(0, shot.located[mark.upto.control].index + 1) : all.at(shot)));
  const key = mark.key || undefined;
  const group = svg("g", { "data-key": key }, layer);
  // A second, wide and invisible stroke makes it easy to point at a thin line.
  const hit = key && svg("path.hit-line", {}, group);
  const stroke = svg("path.stroke", { "stroke-width": mark.width, "stroke-dasharray": dashOf(mark.color, mark.dash) }, group);
  stroke.style.stroke = colorOf(mark.color);
  let painted = false;

  return {
    label: mark.label && mark.label_at !== "none" ? { mark, points, value, still: still && value.constant } : undefined,
    layout() {
      painted = false;
    },
    update(shot) {
      if (still && painted) return;
      painted = true;
      const [x, y] = points(shot);
      const path = pathOf(Array.from(x, panel.x), Array.from(y, panel.y), x.length, mark.steps);
      set(stroke, { d: path });
      if (hit) set(hit, { d: path });
    },
  };
}
