// Contour lines: one path for each level, with bolder lines for lower levels.

import { compile } from "../frames.js";
import { colorOf } from "../palette.js";
import { set, svg } from "../svg.js";
import { pathOf } from "./line.js";

export function contours(mark, layer, panel) {
  const [xs, ys] = [mark.x, mark.y].map(compile);
  const { sizes } = mark;
  const last = Math.max(1, sizes.length - 1);
  const paths = sizes.map((_, level) => {
    const stroke = svg("path.stroke.contour", { "stroke-width": 1.75 - level / last }, layer);
    stroke.style.stroke = colorOf("quiet");
    return stroke;
  });
  const still = xs.constant && ys.constant;
  let painted = false;

  return {
    layout() {
      painted = false;
    },
    update(shot) {
      if (still && painted) return;
      painted = true;
      const [x, y] = [Array.from(xs.at(shot), panel.x), Array.from(ys.at(shot), panel.y)];
      let start = 0;
      paths.forEach((stroke, level) => {
        const end = start + sizes[level];
        set(stroke, { d: pathOf(x.slice(start, end), y.slice(start, end), sizes[level]) });
        start = end;
      });
    },
  };
}
