// Arrows from one point to another.

import { compile } from "../frames.js";
import { colorOf } from "../palette.js";
import { pt, set, svg } from "../svg.js";

const HEAD = 8;

/** The SVG path of an arrow between two points in pixels: its shaft and its two barbs. */
export function arrowPath(x0, y0, x1, y1) {
  const direction = Math.atan2(y1 - y0, x1 - x0);
  const size = Math.min(HEAD, Math.hypot(x1 - x0, y1 - y0) / 2);
  const barb = (turn) => `M${pt(x1, y1)}L${pt(x1 - size * Math.cos(direction + turn), y1 - size * Math.sin(direction + turn))}`;
  return `M${pt(x0, y0)}L${pt(x1, y1)}${barb(0.45)}${barb(-0.45)}`;
}

export function arrow(mark, layer, panel) {
  const ends = [mark.x0, mark.y0, mark.x1, mark.y1].map(compile);
  const stroke = svg("path.stroke", { "stroke-width": mark.width }, layer);
  stroke.style.stroke = colorOf(mark.color);

  return {
    update(shot) {
      const [x0, y0, x1, y1] = ends.map((end) => [end.at(shot)].flatMap((value) => (typeof value === "number" ? [value] : [...value])));
      const paths = x0.map((_, i) => arrowPath(panel.x(x0[i]), panel.y(y0[i]), panel.x(x1[i]), panel.y(y1[i])));
      set(stroke, { d: paths.join("") });
    },
  };
}
