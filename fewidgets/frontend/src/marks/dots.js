// Dots at points: all of them, the one at a control's position, or those up to it.

import { compile } from "../frames.js";
import { colorOf } from "../palette.js";
import { pt, set, setText, svg } from "../svg.js";

function manyAlike(mark, group, xs, ys, panel) {
  const path = svg("path.many-dots", { "stroke-width": mark.size }, group);
  path.style.stroke = colorOf(mark.color);
  return {
    update(shot) {
      const pointsX = xs.at(shot);
      const pointsY = ys.at(shot);
      let d = "";
      for (let i = 0; i < pointsX.length; i++) {
        if (!Number.isNaN(pointsX[i]) && !Number.isNaN(pointsY[i])) d += `M${pt(panel.x(pointsX[i]), panel.y(pointsY[i]))}h0`;
      }
      set(path, { d });
    },
  };
}

export function dots(mark, layer, panel) {
  const xs = compile(mark.x);
  const ys = compile(mark.y);
  const style = mark.style === undefined ? undefined : compile(mark.style);
  const labels = compile(mark.labels ?? []);
  const group = svg("g.dots", {}, layer);
  const still = xs.constant && ys.constant && !style && !mark.at && !mark.upto && labels.constant;
  // Many dots that all look alike are one path of points with round ends: one node to change instead of hundreds.
  const alike = !style && !mark.at && !mark.upto && !mark.hollow && !mark.keys?.length && labels.constant && !labels.at()?.length;
  if (alike) return manyAlike(mark, group, xs, ys, panel);
  const nodes = [];
  let painted = false;

  const nodeAt = (i) => {
    nodes[i] ??= {
      dot: svg("circle.dot", { "data-key": mark.keys?.[i] || undefined }, group),
      text: undefined,
    };
    return nodes[i];
  };
  const paint = (node, x, y, told, label, tilted) => {
    const color = colorOf(told?.color ?? mark.color);
    const [fill, stroke] = mark.hollow ? ["var(--fw-background)", color] : [color, "var(--fw-background)"];
    const hidden = Number.isNaN(x) || Number.isNaN(y);
    set(node.dot, { cx: hidden ? 0 : x, cy: hidden ? 0 : y, r: mark.size / 2, visibility: hidden ? "hidden" : undefined });
    if (node.dot.style.fill !== fill) Object.assign(node.dot.style, { fill, stroke });
    if (!label && !node.text) return;
    node.text ??= svg("text.dot-label", {}, group);
    setText(node.text, hidden ? "" : label || "");
    const [dx, dy] = [x + 1, y - mark.size / 2 - 4];
    const turned = tilted ? `translate(${pt(dx, dy)}) rotate(-35)` : undefined;
    set(node.text, hidden ? { x: 0, y: 0, transform: undefined } : { x: tilted ? 0 : dx, y: tilted ? 0 : dy, transform: turned });
  };

  return {
    layout() {
      painted = false;
    },
    update(shot) {
      if (still && painted) return;
      painted = true;
      const pointsX = xs.at(shot);
      const pointsY = ys.at(shot);
      const told = style?.at(shot);
      const texts = labels.at(shot);
      if (mark.at) {
        const { index, fraction, next = Math.min(index + 1, pointsX.length - 1) } = shot.located[mark.at.control];
        const between = (points) => points[index] + (points[next] - points[index]) * fraction;
        paint(nodeAt(0), panel.x(between(pointsX)), panel.y(between(pointsY)), mark.styles?.[told?.[index]], texts?.[index]);
        return;
      }
      const count = mark.upto ? shot.located[mark.upto.control].index + 1 : pointsX.length;
      for (let i = 0; i < pointsX.length; i++) {
        const inside = i < count;
        const x = inside ? panel.x(pointsX[i]) : NaN;
        paint(nodeAt(i), x, inside ? panel.y(pointsY[i]) : NaN, mark.styles?.[told?.[i]], texts?.[i], pointsX.length > 6);
      }
    },
  };
}
