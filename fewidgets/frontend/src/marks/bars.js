// Horizontal bars, one for each name. They form a list box: Tab reaches it, arrow keys move between bars, Enter picks one.

import { compile } from "../frames.js";
import { formatNumber } from "../numbers.js";
import { colorOf } from "../palette.js";
import { px, set, setText, svg, writeFit } from "../svg.js";

export function bars(mark, layer, panel) {
  const values = compile(mark.values);
  const whole = compile(mark.whole ?? values.whole);
  const colors = compile(mark.color ?? "primary");
  const styles = mark.styles ?? [];
  const style = mark.style === undefined ? undefined : compile(mark.style);
  const list = svg("g", { role: "listbox", "aria-label": panel.title }, layer);
  const items = mark.names.map((name, i) => {
    const item = svg("g", { role: "option", "data-key": mark.keys?.[i] || name, tabindex: i === 0 ? "0" : "-1" }, list);
    const [hit, text, rect, glyph, value] = ["rect.hit", "text.name", "rect.bar", "text.glyph", "text.value"].map((each) => svg(each, {}, item));
    return { item, hit, name: text, rect, glyph, value };
  });
  const base = svg("line.axis", {}, layer);
  panel.roving(list, () => items.map(({ item }) => item));

  return {
    layout() {
      const { box, x, band } = panel;
      const zero = px(x(mark.baseline));
      set(base, { x1: zero, x2: zero, y1: box.top, y2: box.bottom });
      items.forEach((parts, i) => {
        const middle = band.center(i);
        set(parts.hit, { x: 0, y: middle - band.step / 2, width: box.width, height: band.step });
        set(parts.rect, { y: middle - band.thick / 2, height: band.thick });
        set(parts.name, { x: box.left - 8, y: middle + 4 });
        set(parts.glyph, { y: middle + 4 });
        set(parts.value, { x: box.width - 2, y: middle + 4 });
        writeFit(parts.name, mark.names[i], box.left - 10, 12, panel.view.whole(mark.names[i]));
      });
    },
    update(shot) {
      const { x } = panel;
      const lengths = values.at(shot);
      const meaning = style?.at(shot);
      const color = colors.at(shot);
      const zero = x(mark.baseline);
      items.forEach(({ item, rect, glyph, value }, i) => {
        const length = lengths[i] ?? NaN;
        const shown = !Number.isNaN(length);
        const end = shown ? x(length) : zero;
        const look = meaning === undefined ? undefined : styles[meaning[i]];
        set(rect, { x: Math.min(zero, end), width: Math.abs(end - zero) });
        const fill = colorOf(look ? look.color : typeof color === "object" ? color[i] : color);
        if (rect.style.fill !== fill) rect.style.fill = fill;
        setText(glyph, look?.glyph ?? "");
        set(glyph, { x: end + (end < zero ? -5 : 5), "text-anchor": end < zero ? "end" : "start" });
        const text = shown ? formatNumber(length, 3, whole.at(shot)) : "";
        setText(value, text);
        set(item, { "aria-label": `${panel.view.whole(mark.names[i])}: ${text || "–"}${look?.label ? `, ${look.label}` : ""}` });
      });
    },
  };
}
