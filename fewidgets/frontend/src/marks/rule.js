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

  return {
    update(shot) {
      const at = places.at(shot);
      const all = typeof at === "number" ? [at] : at;
      const text = labels.at(shot);
      const { box } = panel;
      for (let i = nodes.length; i < all.length; i++) {
        const stroke = svg("line", { "stroke-width": mark.width, "stroke-dasharray": dashOf(0, mark.dash) }, group);
        stroke.style.stroke = colorOf(mark.color);
        nodes.push({ stroke, label: text ? svg("text.rule-label", {}, group) : undefined });
      }
      nodes.forEach(({ stroke, label }, i) => {
        const place = upright ? panel.x(all[i]) : panel.y(all[i]);
        if (upright) set(stroke, { x1: place, x2: place, y1: box.top, y2: box.bottom });
        else set(stroke, { x1: box.left, x2: box.right, y1: place, y2: place });
        if (!label) return;
        const words = Array.isArray(text) ? text[i] : text;
        setText(label, words);
        const fits = place + 5 + textWidth(words) <= box.right;
        if (upright) set(label, { x: place + (fits ? 5 : -5), y: box.top + 12, "text-anchor": fits ? "start" : "end" });
        else set(label, { x: box.right - 4, y: place - 5, "text-anchor": "end" });
      });
    },
  };
}
