// Dots at points: all of them, the one at a control's position, or those up to a control's position.

import { compile } from "../frames.js";
import { colorOf } from "../palette.js";
import { shapeOf, shapePath } from "../shapes.js";
import { crowded, fitText, nodesFor, pt, set, setText, svg, textWidth } from "../svg.js";

const ROOM = 60; // least room for a label in pixels
const [RISE, RUN] = [0.57, 0.82]; // sine and cosine of the angle of tilted labels

/** The SVG path of round dots, each a stroke of length 0 with round ends. */
export function dotsPath(xs, ys) {
  let d = "";
  for (let i = 0; i < xs.length; i++) if (Number.isFinite(xs[i] + ys[i])) d += `M${pt(xs[i], ys[i])}h0`;
  return d;
}

/**
 * The numbers of the labels that do not lie on others: the last one, which is the newest if dots appear one after another, and
 * then from the first on. Each label has the place of its dot and its text; undefined is hidden.
 */
export function freeLabels(labels, tilted) {
  const [sine, cosine] = tilted ? [RISE, RUN] : [0, 1];
  const taken = [];
  const chosen = new Set();
  const wanted = labels.flatMap((label, i) => (label?.[2] ? [i] : []));
  for (const i of [...wanted.slice(-1), ...wanted.slice(0, -1)]) {
    const [left, top, text] = labels[i];
    const [along, across] = [left * cosine - top * sine, left * sine + top * cosine];
    const end = along + textWidth(text);
    if (taken.some(([from, to, level]) => from < end && along < to && Math.abs(level - across) < 12)) continue;
    taken.push([along, end, across]);
    chosen.add(i);
  }
  return chosen;
}

/** Where a dot's label begins, and its text as far as there is room for it. Near the right edge it begins before its dot. */
export function labelAt(left, top, text, tilted, width, size) {
  const room = tilted ? Math.min((top - size / 2 - 14) / RISE, (width - left) / RUN) : Math.max(width - left, width / 2);
  const shown = fitText(text ?? "", Math.max(ROOM, room));
  return [Math.min(left + 1, width - textWidth(shown) * (tilted ? RUN : 1)), top, shown];
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
  const shaped = styles?.some((_, k) => shapeOf(styles, k) !== "circle");
  // Dots that all look the same are drawn as one path, so that one node changes instead of hundreds.
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
      let [meanings, words, names] = [style.at(shot) ?? [], labels.at(shot) ?? [], keys ?? []];
      const tilted = !at && crowded(words, panel.box.width);
      const { index, fraction } = shot.located[(at ?? upto)?.control] ?? {};
      const next = Math.min(index + 1, x.length - 1);
      if (at) [x, y] = [x, y].map((all) => [all[index] + (all[next] - all[index]) * fraction]);
      if (at) [meanings, words, names] = [meanings, words, names].map((all) => [all[index]]);
      nodesFor(nodes, x.length, () => svg(shaped ? "path.dot" : "circle.dot", shaped ? {} : { r: size / 2 }, layer));
      nodesFor(texts, words.length ? x.length : 0, () => svg("text.dot-label.halo", {}, layer));
      const places = nodes.map((_, i) => [panel.x(x[i]), panel.y(y[i])]);
      const free = texts.length && places.map(([left, top], i) => (Number.isNaN(left + top) || (upto && i > index) ? undefined : labelAt(left, top, words[i], tilted, panel.box.width, size)));
      const chosen = free && freeLabels(free, tilted);
      nodes.forEach((node, i) => {
        const [left, top] = places[i];
        const seen = !Number.isNaN(left + top) && !(upto && i > index);
        const place = () => (shaped ? { d: shapePath(shapeOf(styles, meanings[i]), size / 2, left, top) } : { cx: left, cy: top });
        set(node, seen ? { ...place(), visibility: false, "data-key": names[i] || false } : { visibility: "hidden" });
        const color = colorOf(styles?.[meanings[i]]?.color ?? mark.color);
        const [fill, stroke] = hollow ? ["var(--fw-background)", color] : [color, "var(--fw-background)"];
        if (node.style.fill !== fill) Object.assign(node.style, { fill, stroke });
        if (!texts[i]) return;
        setText(texts[i], chosen.has(i) ? free[i][2] : "");
        set(texts[i], { transform: seen && `translate(${pt(free[i][0], top - size / 2 - 4)})${tilted ? "rotate(-35)" : ""}` });
      });
    },
  };
}
