// Text at a point.

import { compile } from "../frames.js";
import { colorOf } from "../palette.js";
import { px, set, setText, svg } from "../svg.js";

export function text(mark, layer, panel) {
  const [xs, ys, words] = [mark.x, mark.y, mark.text].map(compile);
  const node = svg("text", { class: "fw-text", "text-anchor": mark.anchor }, layer);
  node.style.fill = colorOf(mark.color);

  return {
    layout() {},
    update(shot) {
      set(node, { x: px(panel.x(xs.at(shot))), y: px(panel.y(ys.at(shot))) });
      setText(node, words.at(shot));
    },
  };
}
