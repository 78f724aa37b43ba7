// A line through points, perhaps only a trail up to a control's position, perhaps with a label at one end.

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

export function line(mark, layer, panel) {
  const xs = compile(mark.x);
  const ys = compile(mark.y);
  const still = xs.constant && ys.constant && !mark.upto;
  const key = mark.key || undefined;
  const group = svg("g", { "data-key": key }, layer);
  // A second, broad and invisible stroke makes a thin line easy to point at.
  const hit = key && svg("path.hit-line", {}, group);
  const stroke = svg("path.stroke", { "stroke-width": mark.width, "stroke-dasharray": dashOf(mark.color, mark.dash) }, group);
  stroke.style.stroke = colorOf(mark.color);
  let painted = false;

  return {
    label: mark.label && mark.label_at !== "none" ? { mark, xs, ys } : undefined,
    layout() {
      painted = false;
    },
    update(shot) {
      if (still && painted) return;
      painted = true;
      const pointsX = Array.from(xs.at(shot), panel.x);
      const pointsY = Array.from(ys.at(shot), panel.y);
      const count = mark.upto ? shot.located[mark.upto.control].index + 1 : pointsX.length;
      const path = pathOf(pointsX, pointsY, count, mark.steps);
      set(stroke, { d: path });
      if (hit) set(hit, { d: path });
    },
  };
}
