// The legend of a panel. Each swatch looks like its mark: a line with its dash, a dot with its shape, a filled area.

import { compile } from "./frames.js";
import { colorOf, dashOf, lineOf } from "./palette.js";
import { shapeOf, shapePath } from "./shapes.js";
import { html, svg } from "./svg.js";

const LINES = ["line", "area"];

/** A small picture of a mark in the colour and shape of one of its styles. */
function swatch(mark, { color }, shape) {
  const { kind, dash, hollow, width = 1.5 } = mark;
  const wide = LINES.includes(kind);
  const drawn = /dots|handles/.test(kind) ? shapePath(shape, 4.5, 6, 6) : kind === "area" ? "M1 1h22v10h-22z" : wide ? "M0 6h24" : "M1 1h10v10h-10z";
  const node = svg("svg.swatch", { viewBox: `0 0 ${wide ? 24 : 12} 12`, "aria-hidden": "true" });
  const path = svg("path", { d: drawn, "stroke-width": width, "stroke-dasharray": kind === "line" ? dashOf(color, dash) : undefined }, node);
  const ink = colorOf(color);
  if (wide || hollow) path.style.stroke = ink;
  path.style.fill = kind === "area" || !(wide || hollow) ? ink : "none";
  if (kind === "area") path.style.fillOpacity = 0.18;
  return node;
}

/** Say of a state whether a style is on the picture: whether a point with it has a place. */
function inUse(mark, k) {
  const { style, values, x, y, at, upto } = mark;
  if (style === undefined || style === null) return undefined;
  const kinds = compile(style);
  const always = mark.kind === "bars" && mark.styles[k].glyph; // it stands where a bar would begin, even if there is none
  const places = (always ? [] : [values, x, y]).filter((channel) => channel !== undefined && channel !== null).map(compile);
  const control = (at ?? upto)?.control;
  return (shot) => {
    const where = places.map((each) => each.at(shot)).filter((all) => all?.length !== undefined);
    const index = control ? shot.located[control].index : Infinity;
    return Array.from(kinds.at(shot)).some((kind, i) => kind === k && i <= index && (!at || i === index) && where.every((all) => !Number.isNaN(all[i])));
  };
}

/** The entries of a legend: all styles, and the marks without a label in the plot. `inUse` says whether an entry is in the picture. */
export function legendItems(marks) {
  return marks.flatMap((mark) => {
    const { styles = [], label, label_at: at, kind } = mark;
    const items = styles.map(({ look, glyph, label: words }, k) => {
      const text = html("span", glyph ? `${glyph} ${words}` : words);
      if (look) Object.assign(text, { className: `fw-${look}` }).style.cssText = lineOf(styles, k);
      const item = words && html("li", ...(look ? [] : [swatch(mark, styles[k], shapeOf(styles, k))]), text);
      if (item) item.inUse = inUse(mark, k);
      return item;
    });
    if (label && (kind === "area" || at === "none")) {
      const item = html("li", swatch(mark, mark), html("span", label));
      const y = kind === "line" ? compile(mark.y) : undefined;
      if (y?.constant === false) item.inUse = (shot) => y.at(shot).some(Number.isFinite);
      items.push(item);
    }
    return items.filter(Boolean);
  });
}
