// Horizontal bars, one for each name. They form a list box: Tab reaches it, arrow keys and first letters move between bars, Enter
// picks one. Of many bars, the largest are in view; the others are reached by scrolling or searching.

import { decodeArray } from "../arrays.js";
import { compile } from "../frames.js";
import { fitAll } from "../lettering.js";
import { formatAlike, formatNumber } from "../numbers.js";
import { colorOf } from "../palette.js";
import { ARROWS, arrange, clamp, onKeys, px, set, setText, svg, writeFit } from "../svg.js";
import { rowWindow } from "../window.js";

const MOST = 24; // most bars in view, as in fewidgets/scene/marks/bars.py
const MANUAL = "Bar: click it to mark it in all panels. By keys: Tab, arrow keys or first letters, Enter.";
const TYPING = 700; // ms between two letters of a name that is typed

export function bars(first, layer, panel) {
  const { view } = panel;
  const list = svg("g", { role: "listbox", "data-manual": MANUAL }, layer);
  const base = svg("line.axis", {}, layer);
  let mark, values, whole, colors, style, all, window, current;
  let followed = [];
  let items = []; // the bars in view, from top to bottom

  const keyOf = (row) => mark.keys?.[row] || mark.names[row];
  const textOf = (row) => view.whole(mark.names[row]);
  const reachable = () => window?.all ?? all;

  function adopt(next) {
    // A bar keeps its nodes when the order changes.
    if (mark) {
      const rows = new Map(next.names.map((name, row) => [next.keys?.[row] || name, row]));
      for (const parts of items) parts.row = rows.get(keyOf(parts.row)) ?? NaN;
    }
    mark = next;
    values = compile(mark.values);
    whole = compile(mark.whole ?? values.whole);
    colors = compile(mark.color ?? "primary");
    style = mark.style === undefined ? undefined : compile(mark.style);
    all = mark.order ? Array.from(decodeArray(mark.order).data) : mark.names.map((_, i) => i);
    set(list, { "aria-label": panel.title, "data-source": mark.source });
    if (mark.order && window) window.adopt(all);
    else {
      window?.close();
      window = mark.order && rowWindow(panel.root, panel.title, all, MOST, textOf, () => panel.again());
    }
  }

  function make() {
    const item = svg("g", { role: "option" });
    const [hit, name, rect, glyph, value] = ["rect.hit", "text.name", "rect.bar", "text.glyph", "text.value"].map((each) => svg(each, {}, item));
    value.before(" "); // for who reads the texts in a row
    return { item, hit, name, rect, glyph, value };
  }

  /** Bind the nodes to the bars in view. Nodes of bars that stay in view are not moved, because moving a node takes its focus. */
  function bind() {
    const rows = window?.rows ?? all;
    const bound = new Map(items.map((parts) => [parts.row, parts]));
    const free = items.filter(({ row }) => !rows.includes(row));
    const lost = free.some(({ item }) => item === item.getRootNode().activeElement);
    for (const { item } of free) item.remove();
    items = rows.map((row) => Object.assign(bound.get(row) ?? free.pop() ?? make(), { row }));
    arrange(list, items.map(({ item }) => item));
    if (!rows.includes(current)) current = rows[0];
    for (const { item, row } of items) {
      const size = window && { "aria-setsize": String(reachable().length), "aria-posinset": String(reachable().indexOf(row) + 1) };
      set(item, { "data-key": keyOf(row), tabindex: row === current ? "0" : "-1", ...size });
    }
    if (lost) focus(current);
  }

  function focus(row) {
    current = row;
    window?.reveal(row);
    for (const parts of items) set(parts.item, { tabindex: parts.row === row ? "0" : "-1" });
    items.find((parts) => parts.row === row)?.item.focus({ preventScroll: Boolean(window) });
  }

  /** Bring the picked bar into view, or else the only one with a sign of its own, when it becomes another one. */
  function follow(meaning = []) {
    const key = view.picked();
    const signs = (mark.styles ?? []).map((look, s) => (look.glyph ? all.filter((row) => meaning[row] === s) : []));
    const next = [key ? all.find((row) => keyOf(row) === key) : undefined, signs.find(({ length }) => length === 1)?.[0]];
    const goal = next.find((row, i) => row !== undefined && row !== followed[i]);
    followed = next;
    if (goal !== undefined) window.reveal(goal);
  }

  const typed = { text: "", since: 0 };
  /** The next bar whose name begins with the letters typed lately. */
  function typeAhead(key, at) {
    const now = performance.now();
    typed.text = (now - typed.since < TYPING ? typed.text : "") + key.toLowerCase();
    typed.since = now;
    const rows = reachable();
    const start = typed.text.length > 1 ? at : at + 1;
    return [...rows.slice(start), ...rows.slice(0, start)].find((row) => textOf(row).toLowerCase().startsWith(typed.text));
  }

  onKeys(list, ({ key, target }) => {
    const at = reachable().indexOf(items.find(({ item }) => item === target)?.row);
    if (at < 0) return;
    const spelling = key === " " && typed.text && performance.now() - typed.since < TYPING; // a space within a name
    if (key === "Enter" || (key === " " && !spelling)) return () => view.pick(target.dataset.key);
    const by = ARROWS[key] ? ARROWS[key][0] + ARROWS[key][1] : { PageUp: -MOST, PageDown: MOST, Home: -Infinity, End: Infinity }[key];
    const goal = by ? reachable()[clamp(at + by, 0, reachable().length - 1)] : key.length === 1 ? typeAhead(key, at) : undefined;
    return goal !== undefined && (() => focus(goal));
  });
  adopt(first);

  return {
    adopt,
    get tool() {
      return window?.tool;
    },
    /** Width of the scroll bar. */
    get aside() {
      return (window?.bar ?? 0) / (panel.zoom ?? 1);
    },
    /** How many bars have room, and the place of a bar among them (NaN if it is not in view). */
    get count() {
      return window ? window.fit(panel.box.bottom - panel.box.top, MOST) : all.length;
    },
    place: (row) => (window ? window.place(row) : row),
    close: () => window?.close(),
    layout() {
      const { box, x, band } = panel;
      window?.layout(box.height * panel.zoom, band.step * panel.zoom);
      bind();
      const zero = px(x(mark.baseline));
      set(base, { x1: zero, x2: zero, y1: box.top, y2: box.bottom });
      const names = fitAll(items.map(({ row }) => mark.names[row]), box.left - 10, 12);
      items.forEach((parts, i) => {
        const middle = band.center(parts.row);
        set(parts.hit, { x: 0, y: middle - band.step / 2, width: box.width, height: band.step });
        set(parts.rect, { y: middle - band.thick / 2, height: band.thick });
        set(parts.name, { x: box.left - 8, y: middle + 4 });
        set(parts.glyph, { y: middle + 4 });
        set(parts.value, { x: box.width - 2, y: middle + 4 });
        writeFit(parts.name, mark.names[parts.row], box.left - 10, 12, textOf(parts.row), names[i]);
      });
    },
    update(shot) {
      const meaning = style?.at(shot);
      if (window) follow(meaning);
      const { x } = panel;
      const lengths = values.at(shot);
      const color = colors.at(shot);
      const zero = x(mark.baseline);
      const most = x.kind === "log" ? 0 : Math.max(...x.domain.map(Math.abs));
      for (const parts of items) {
        const { item, rect, glyph, value, row } = parts;
        const length = lengths[row] ?? NaN;
        const shown = !Number.isNaN(length);
        const end = shown ? x(length) : zero;
        const look = meaning === undefined ? undefined : mark.styles?.[meaning[row]];
        set(rect, { x: Math.min(zero, end), width: Math.abs(end - zero) });
        const fill = colorOf(look ? look.color : typeof color === "object" ? color[row] : color);
        if (parts.fill !== fill) rect.style.fill = parts.fill = fill; // to read a style costs time
        setText(glyph, look?.glyph ?? "");
        set(glyph, { x: end + (end < zero ? -5 : 5), "text-anchor": end < zero ? "end" : "start" });
        const text = !shown ? "" : whole.at(shot) ? formatNumber(length, 3, true) : formatAlike(length, most);
        setText(value, text);
        set(item, { "aria-label": `${textOf(row)}: ${text || "–"}${look?.label ? `, ${look.label}` : ""}` });
      }
    },
  };
}
