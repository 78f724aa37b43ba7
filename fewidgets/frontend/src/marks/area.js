// The band between two lines over the same x.

import { compile } from "../frames.js";
import { colorOf } from "../palette.js";
import { set, svg } from "../svg.js";
import { pathOf } from "./line.js";

export function area(mark, layer, panel) {
  const [xs, low, high] = [mark.x, mark.low, mark.high].map(compile);
  const band = svg("path.area", {}, layer);
  Object.assign(band.style, { fill: colorOf(mark.color), stroke: colorOf(mark.color) });

  return {
    update(shot) {
      const along = Array.from(xs.at(shot), panel.x);
      const there = pathOf(along, Array.from(high.at(shot), panel.y), along.length);
      const back = pathOf([...along].reverse(), Array.from(low.at(shot), panel.y).reverse(), along.length);
      set(band, { d: there && `${there}${back.replace("M", "L")}Z` });
    },
  };
}
