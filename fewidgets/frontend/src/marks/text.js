// Text at one or more points.

import { compile } from "../frames.js";
import { fitAll } from "../lettering.js";
import { colorOf } from "../palette.js";
import { clamp, nodesFor, set, svg, textWidth, writeFit } from "../svg.js";

const SHARES = { start: 0, middle: 0.5, end: 1 }; // of a text that are left of its place
const LEAST = 48; // pixels that a text may take, even if it has to move from its place

const each = (value, i) => (typeof value === "object" ? value[i] : value);

export function text(mark, layer, panel) {
  const [xs, ys, words] = [mark.x, mark.y, mark.text].map(compile);
  const nodes = [];
  let fitted = {};

  /** Texts shortened to the room beside their places, or to the panel if they are centred. */
  const fitting = (texts, x) => {
    const { box, spec } = panel;
    const places = Array.from(typeof x === "object" ? x : [x], panel.x).filter(Number.isFinite);
    const beside = mark.anchor === "start" ? box.width - Math.max(...places) : Math.min(...places) - (spec.axes ? box.left + 2 : 0);
    const room = mark.anchor === "middle" ? box.width : Math.max(LEAST, beside);
    if (fitted.texts === texts && fitted.room === room) return;
    const shown = fitAll([texts].flat().map(String), room);
    fitted = { texts, room, shown: typeof texts === "object" ? shown : shown[0] };
  };

  return {
    update(shot) {
      const [x, y, texts] = [xs.at(shot), ys.at(shot), words.at(shot)];
      fitting(texts, x);
      const count = Math.max(...[x, y, texts].map((value) => (typeof value === "object" ? value.length : 1)));
      nodesFor(nodes, count, () => svg("text.text", { "text-anchor": mark.anchor, style: `fill:${colorOf(mark.color)}` }, layer));
      nodes.forEach((node, i) => {
        const place = [panel.x(each(x, i)), panel.y(each(y, i))];
        const seen = place.every(Number.isFinite) && panel.box.width >= (mark.least_width ?? 0);
        const whole = seen ? String(each(texts, i)) : "";
        const words = seen ? each(fitted.shown ?? whole, i) : "";
        writeFit(node, whole, Infinity, 12, whole, words);
        if (!seen) return;
        const width = textWidth(words);
        const before = SHARES[mark.anchor] * width;
        const inside = width < panel.box.width ? clamp(place[0], before, panel.box.width - width + before) : place[0];
        set(node, { x: inside, y: place[1] + 4 }); // about half the height of a capital letter
      });
    },
  };
}
