// Text at one or more points.

import { compile } from "../frames.js";
import { colorOf } from "../palette.js";
import { clamp, nodesFor, set, setText, svg, textWidth } from "../svg.js";

const SHARES = { start: 0, middle: 0.5, end: 1 }; // of a text that are left of its place

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
        const words = seen ? String(each(texts, i)) : "";
        setText(node, words);
        if (!seen) return;
        const width = textWidth(words);
        const before = SHARES[mark.anchor] * width;
        const inside = width < panel.box.width ? clamp(place[0], before, panel.box.width - width + before) : place[0];
        set(node, { x: inside, y: place[1] });
      });
    },
  };
}
