// Straight lines across the panel, at one or more values of x or y.

import { compile } from "../frames.js";
import { colorOf, dashOf } from "../palette.js";
import { set, setText, svg, textWidth } from "../svg.js";

export function rule(mark, layer, panel) {
  const upright = mark.x !== undefined;
  const places = compile(upright ? mark.x : mark.y);
  const labels = compile(mark.label ?? "");
  const group = svg("g.rule", {}, layer);
  const nodes = [];
  const halo = panel.spec.marks.some(({ kind }) => kind === "image"); // so that the line stands out from any pixel

  return {
    update(shot) {
      const at = places.at(shot);
      const all = typeof at === "number" ? [at] : at;
      const text = labels.at(shot);
      const { box } = panel;
      for (let i = nodes.length; i < all.length; i++) {
        const edge = halo && svg("line.edge", { "stroke-width": mark.width + 2.5 }, group);
        const stroke = svg("line", { "stroke-width": mark.width, "stroke-dasharray": dashOf(0, mark.dash) }, group);
        stroke.style.stroke = colorOf(mark.color);
        nodes.push({ lines: halo ? [edge, stroke] : [stroke], label: text ? svg("text.rule-label", {}, group) : undefined });
      }
      nodes.forEach(({ lines, label }, i) => {
        const place = upright ? panel.x(all[i]) : panel.y(all[i]);
        const visibility = Number.isNaN(place) && "hidden";
        const ends = visibility ? {} : upright ? { x1: place, x2: place, y1: box.top, y2: box.bottom } : { x1: box.left, x2: box.right, y1: place, y2: place };
        for (const line of lines) set(line, { ...ends, visibility });
        if (label) set(label, { visibility });
        if (visibility || !label) return;
        const words = Array.isArray(text) ? text[i] : text;
        setText(label, words);
        const fits = place + 5 + textWidth(words) <= box.right;
        if (upright) set(label, { x: place + (fits ? 5 : -5), y: box.top + 12, "text-anchor": fits ? "start" : "end" });
        else set(label, { x: box.right - 4, y: place - 5, "text-anchor": "end" });
      });
    },
  };
}
