// Dots at points: all of them, the one at a control's position, or those up to it.

import { compile } from "../frames.js";
import { colorOf } from "../palette.js";
import { fitText, nodesFor, pt, set, setText, svg } from "../svg.js";

const MANY = 6; // from so many labels on they are tilted
const ROOM = 90; // pixels that a label has at least
const [RISE, RUN] = [0.57, 0.82]; // of a tilted label

/** The path of round dots, each a stroke without length. */
export function dotsPath(xs, ys) {
  let d = "";
  for (let i = 0; i < xs.length; i++) if (Number.isFinite(xs[i] + ys[i])) d += `M${pt(xs[i], ys[i])}h0`;
  return d;
}

function manyAlike(mark, layer, xs, ys, panel) {
  const path = svg("path.many-dots", { "stroke-width": mark.size, style: `stroke:${colorOf(mark.color)}` }, layer);
  return { update: (shot) => set(path, { d: dotsPath(Array.from(xs.at(shot), panel.x), Array.from(ys.at(shot), panel.y)) }) };
}

export function dots(mark, layer, panel) {
  const { at, upto, hollow, keys, size, styles } = mark;
  const [xs, ys, style, labels] = [mark.x, mark.y, mark.style, mark.labels ?? []].map(compile);
  const plain = mark.style === undefined && !at && !upto && labels.constant;
  const still = plain && xs.constant && ys.constant;
  // Many dots that all look alike are one path of points with round ends: one node to change instead of hundreds.
  if (plain && !hollow && !keys?.length && !labels.at()?.length) return manyAlike(mark, layer, xs, ys, panel);
  const nodes = [];
  const texts = [];
  let painted = false;

  return {
    layout() {
      painted = false;
    },
    update(shot) {
      if (still && painted) return;
      painted = true;
      let [x, y] = [Array.from(xs.at(shot)), Array.from(ys.at(shot))];
      let [told, said, known] = [style.at(shot) ?? [], labels.at(shot) ?? [], keys ?? []];
      const tilted = x.length > MANY && !at;
      const { index, fraction, next = Math.min(index + 1, x.length - 1) } = shot.located[(at ?? upto)?.control] ?? {};
      if (at) [x, y] = [x, y].map((all) => [all[index] + (all[next] - all[index]) * fraction]);
      if (at) [told, said, known] = [told, said, known].map((all) => [all[index]]);
      nodesFor(nodes, x.length, () => svg("circle.dot", { r: size / 2 }, layer));
      nodesFor(texts, said.length ? x.length : 0, () => svg("text.dot-label", {}, layer));
      nodes.forEach((node, i) => {
        const [left, top] = [panel.x(x[i]), panel.y(y[i])];
        const seen = !Number.isNaN(left + top) && !(upto && i > index);
        set(node, seen ? { cx: left, cy: top, visibility: false, "data-key": known[i] || false } : { visibility: "hidden" });
        const color = colorOf(styles?.[told[i]]?.color ?? mark.color);
        const [fill, stroke] = hollow ? ["var(--fw-background)", color] : [color, "var(--fw-background)"];
        if (node.style.fill !== fill) Object.assign(node.style, { fill, stroke });
        if (!texts[i]) return;
        const words = seen ? said[i] || "" : "";
        const room = Math.max(ROOM, tilted ? Math.min(top / RISE, (panel.box.width - left) / RUN) : panel.box.width - left);
        setText(texts[i], fitText(words, room, 11));
        set(texts[i], { transform: seen && `translate(${pt(left + 1, top - size / 2 - 4)})${tilted ? "rotate(-35)" : ""}` });
      });
    },
  };
}
