// Text at one or more points.

import { compile } from "../frames.js";
import { colorOf } from "../palette.js";
import { nodesFor, set, setText, svg } from "../svg.js";

const each = (value, i) => (typeof value === "object" ? value[i] : value);

export function text(mark, layer, panel) {
  const [xs, ys, words] = [mark.x, mark.y, mark.text].map(compile);
  const nodes = [];

  return {
    update(shot) {
      const [x, y, texts] = [xs.at(shot), ys.at(shot), words.at(shot)];
      const count = Math.max(...[x, y, texts].map((value) => (typeof value === "object" ? value.length : 1)));
      nodesFor(nodes, count, () => svg("text.text", { "text-anchor": mark.anchor, style: `fill:${colorOf(mark.color)}` }, layer));
      nodes.forEach((node, i) => {
        const place = [panel.x(each(x, i)), panel.y(each(y, i))];
        const seen = place.every(Number.isFinite);
        if (seen) set(node, { x: place[0], y: place[1] });
        setText(node, seen ? each(texts, i) : "");
      });
    },
  };
}
