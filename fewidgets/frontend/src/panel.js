// A panel: a titled SVG with axes and marks, or a table or text that fills it. It is laid out when its size or a scale changes.
// When a control moves, it is only updated.

import { TICK, paintX, paintY } from "./axis.js";
import { compile } from "./frames.js";
import { onDrag } from "./gestures.js";
import { bounded } from "./gutters.js";
import { LEAST, LOW } from "./layout.js";
import { legendItems } from "./legend.js";
import { crowded, fitAll, longest } from "./lettering.js";
import { FILLINGS, MARKS } from "./marks/index.js";
import { endOf } from "./marks/line.js";
import { colorOf } from "./palette.js";
import { makeScale, spread } from "./scales.js";
import { ARROWS, arrange, clamp, html, onKeys, pt, replace, set, setText, svg, textWidth, writeFit } from "./svg.js";

const LABEL_GAP = 14;
const BOLD = 1.12; // width of bold type relative to normal type
const GUTTER = 0.3; // largest share of a panel's width for the labels of lines
const AROUND = 48; // pixels around the bars of a panel, as in fewidgets/scene/panel.py
const [TOUCHED, THIN] = [24, 16]; // least pixels of a bar for a finger, and for a mouse
const LINE = 13; // least pixels between two names on the y axis
const [SQUARE, NARROW] = [0.56, 380]; // least height of a picture that keeps its proportions, as a share of a width up to the second
const FINGER = globalThis.matchMedia?.("(any-pointer: coarse)").matches;
const CLIP = 1.5; // pixels that a line may extend beyond the axes: about half its width

/** The largest width of the ticks' texts in pixels, up to the limit. */
const widest = (ticks) => Math.min(TICK, Math.max(0, ...ticks.map(([, text]) => textWidth(text))));

const fills = ({ marks }) => marks.some(({ kind }) => kind in FILLINGS);

/** Show a panel; `view` is the view of the scene, which has the controls. */
export function panelView(first, view) {
  const heading = html("span");
  const tools = html("span.tools");
  const legend = html("ul.legend");
  const nothing = html("p.empty"); // what will appear, while there is nothing to see
  const stack = fills(first) ? html("div.stack", nothing) : undefined; // a table or a text, and what is said over it
  const figure = html("figure.panel", html("figcaption", heading, tools), legend, stack ?? nothing);
  const root = stack ? undefined : svg("svg.plot", { role: "group" }, figure);
  const [axisX, axisY, layer, labelLayer] = Array.from("xyml", () => svg("g", {}, root));
  for (const node of [axisX, axisY, labelLayer]) set(node, { "aria-hidden": "true", class: node !== labelLayer && "fw-axes" });
  const marks = [];
  let spec = { marks: [] };
  let size, fixed, painted, unlabelled, scales, bars, latest, empty, says;

  // What the marks can use: the scales `x` and `y`, the plot's `box`, the `band` of bars, and the following functions.
  const panel = {
    view, figure, root, adopt, margins, heightFor, least, layout, update, reserve,
    nothing: () => nothing.textContent,
    /** What a mark itself says of what it shows, for words and tables. */
    told: (i, shot) => marks[i]?.told?.(shot),
    /** What is below the heading and the legend. */
    get body() {
      return root ?? marks.find(({ filling }) => filling).node;
    },
    close: () => marks.forEach((mark) => mark.close?.()),
    /** Lay the panel out again in its present size and state, because other bars are in view. */
    again() {
      if (!latest) return;
      layout(...size, latest, fixed);
      for (const mark of marks) mark.update(latest);
      view.emphasise(true);
    },
    /** Position of a pointer in data units. */
    at(event) {
      const [x, y] = panel.pixel(event);
      return [panel.x.invert(x), panel.y.invert(y)];
    },
    /** Position of a pointer in pixels of the panel's layout, which large letters enlarge on screen. */
    pixel({ clientX, clientY }) {
      const { left, top, width } = root.getBoundingClientRect();
      return [clientX - left, clientY - top].map((part) => (part * panel.box.width) / width);
    },
    /** Arrow keys move between items, so that the whole list is a single Tab stop; Enter and Space act. */
    roving(list, items, act = (item) => view.pick(item.dataset.key), across = 1) {
      onKeys(list, ({ key, target }) => {
        const all = items();
        const current = all.indexOf(target);
        const by = ARROWS[key];
        if (current < 0) return;
        if (key === "Enter" || key === " ") return () => act(target);
        const goal = by ? current + by[0] + across * by[1] : { Home: 0, End: all.length - 1 }[key];
        if (goal === undefined) return;
        return () => {
          const next = all[clamp(goal, 0, all.length - 1)];
          all.forEach((item) => set(item, { tabindex: item === next ? "0" : "-1" }));
          next.focus();
        };
      });
    },
  };

  const labelled = () => marks.map(({ label }) => label).filter(Boolean);
  const shape = () => JSON.stringify([margins(), bars?.names, legend.textContent]);

  /** Show another panel here. Returns 0 if positions stay the same, 1 if a new layout is needed, -1 if a new panel view is needed. */
  function adopt(next) {
    const old = spec;
    if (next === old) return 0;
    const fresh = !old.x;
    if (!fresh && fills(next) !== !root) return -1;
    const before = shape();
    panel.spec = spec = next;
    panel.title = spec.title;
    says = compile(spec.says ?? "");
    setText(heading, spec.title);
    set(heading, { class: spec.says && "fw-says" });
    for (const node of [figure, root]) if (node) set(node, { "aria-label": spec.title });
    root?.classList.toggle("fw-scrub", Boolean(spec.scrub));
    if (root) set(root, { "data-manual": spec.scrub && "Panel along the slider: tap it, or drag across it." });
    bars = spec.marks.find((mark) => mark.kind === "bars");
    empty = compile(spec.empty);
    scales = [spec.x.scale, spec.y.scale, spec.x.domain, spec.y.domain, spec.x.label, spec.y.label].map(compile);
    for (const mark of marks.splice(spec.marks.length)) {
      mark.close?.();
      mark.node.remove();
    }
    spec.marks.forEach((mark, i) => adoptMark(mark, i, old.marks[i]));
    explain();
    arrange(tools, marks.map(({ tool }) => tool).filter(Boolean));
    const changed = Object.keys(spec).filter((name) => name !== "marks" && spec[name] !== old[name]);
    const axes = changed.filter((name) => name === "x" || name === "y");
    if (axes.length) painted = undefined; // the next update lays this panel out
    const elsewhere = changed.length > (spec.aspect ? 0 : axes.length);
    return fresh || elsewhere || before !== shape() ? 1 : 0;
  }

  function adoptMark(mark, i, was) {
    const { kind } = mark;
    const old = marks[i];
    if (mark === was) return;
    if (old?.adopt && was.kind === kind) old.adopt(mark);
    else {
      const node = svg("g");
      const filling = kind in FILLINGS;
      const fresh = filling ? FILLINGS[kind](mark, panel) : MARKS[kind](mark, node, panel);
      fresh.node ??= node;
      fresh.filling = filling;
      if (old) replace(old.node, fresh.node);
      else if (filling) stack.append(fresh.node);
      else layer.append(node);
      old?.close?.();
      marks[i] = fresh;
    }
    if (bars ? panel.band : panel.box) marks[i].layout?.();
    unlabelled = true;
  }

  /** Fill the legend: all styles, and the marks without a label in the plot. */
  function explain() {
    const items = spec.legend === false ? [] : spec.marks.flatMap((mark, i) => marks[i].legend?.() ?? legendItems([mark]));
    legend.replaceChildren(...items);
    set(legend, { hidden: !items.length });
  }

  /** Keep the room for all entries of the legend, of which only those of the present picture are shown. */
  function reserve() {
    const items = [...legend.children];
    if (!items.some(({ inUse }) => inUse)) return;
    for (const item of items) set(item, { hidden: false });
    legend.style.minHeight = "";
    legend.style.minHeight = `${legend.offsetHeight}px`;
  }

  /** Room left and right of a plot for ticks and labels of lines; undefined for bars, which have their own margins. */
  function margins(width = Number.MAX_VALUE) {
    const { y, axes } = spec;
    if (!root || bars || !y || !axes) return undefined;
    const gutter = (side) =>
      Math.min(GUTTER * width, Math.max(0, ...labelled().filter(({ mark }) => mark.label_at === side).map(({ mark }) => BOLD * textWidth(mark.widest ?? mark.label) + 10)));
    const numbers = (y.ticks ? widest(y.ticks) + 10 : textWidth("−0.00") + 14) + (y.label ? 16 : 0);
    const onRight = y.side === "right";
    const dots = spec.marks.some(({ kind, labels }) => kind === "dots" && labels?.length && crowded(labels, width)) ? 48 : 12; // for tilted labels
    const wanted = onRight ? [Math.max(8, gutter("start")), numbers] : [Math.max(numbers, 8), Math.max(dots, gutter("end"))];
    const [left, right] = bounded(wanted, width);
    return { left, right };
  }

  /** Pixels for the numbers beside bars; powers of ten need more. */
  function valueRoom() {
    const most = Math.max(...Array.from(scales[2].at(view.now), Math.abs));
    return most >= 1e6 || most < 1e-4 ? 76 : 56;
  }

  /** Pixels left of, right of, above and below the plot. */
  function around(width, given) {
    const { x } = spec;
    if (!spec.axes) return [1, 1, 1, 1];
    const sides = bars ? [Math.min(0.4 * width, longest(bars.names) + 14), valueRoom()] : [given.left, given.right];
    const [left, right] = bounded(sides, width); // plots in a column share their margins, which may be too wide together
    const tilted = widest(x.ticks ?? []);
    const room = x.ticks ? (width - left - right) / Math.max(1, x.ticks.length) : Infinity;
    const below = (x.ticks?.length === 0 ? 4 : tilted > room - 4 ? 14 + 0.66 * tilted : 22) + (x.label ? 17 : 2);
    const above = spec.marks.some(({ kind, labels }) => kind === "dots" && labels?.length !== 0 && labels !== undefined) ? 22 : 8;
    return [left, right, above, below];
  }

  /** The height below which a panel is not made lower. A finger needs more room for each bar than a mouse, and names need a line each. */
  function least(width, given) {
    if (bars && !bars.order) return AROUND + bars.names.length * (FINGER ? Math.max(THIN, TOUCHED / (panel.zoom ?? 1)) : THIN);
    const [, , above, below] = given ? around(width, given) : [0, 0, 0, 0];
    const named = above + below + LINE * (spec.y.ticks?.length ?? 0);
    return Math.max(LOW, named, ...marks.map((mark) => mark.least?.(width) ?? 0), spec.aspect ? SQUARE * Math.min(width, NARROW) : LEAST * spec.height);
  }

  /** The height that the panel asks for at a given width, with its heading; with an aspect, no more than that allows. */
  function heightFor(width, given, shot, head) {
    const { aspect, height } = spec;
    if (!root) return height;
    if (!aspect) return height + head;
    const [left, right, above, below] = around(width, given);
    const [x, y] = scales.slice(2, 4).map((domain) => domain.at(shot));
    return head + Math.min(height, Math.ceil(((width - left - right) * aspect * (y[1] - y[0])) / (x[1] - x[0]) + above + below));
  }

  /** Set the panel's size in pixels and its margins, which plots in a column share, and place everything. */
  function layout(width, height, shot, given, zoom = panel.zoom) {
    if (!root) {
      for (const mark of marks) if (mark.filling) mark.layout?.(width * zoom, height * zoom);
      return;
    }
    const { aspect, axes } = spec;
    const rows = bars && marks[spec.marks.indexOf(bars)];
    size = [width, height];
    panel.zoom = zoom;
    fixed = given;
    width -= rows?.aside ?? 0;
    painted = scalesAt(shot);
    const [left, right, above, below] = around(width, given);
    const [kindX, kindY, domainX, domainY, ...labels] = scales.map((part) => part.at(shot));
    const box = { width, height, left, right: width - right, top: above, bottom: height - below };
    if (aspect) {
      const [x, y] = [domainX, domainY].map((domain) => domain[1] - domain[0]);
      const unit = Math.min((box.right - box.left) / x, (box.bottom - box.top) / y / aspect);
      box.right = box.left + unit * x;
      box.bottom = box.top + unit * y * aspect;
      box.width = box.right + right;
      box.height = box.bottom + below;
    }
    panel.box = box;
    // What is drawn and read out has the labels of the present state.
    const [x, y] = ["x", "y"].map((side, i) => (spec[side].label === labels[i] ? spec[side] : { ...spec[side], label: labels[i] }));
    panel.spec = x === spec.x && y === spec.y ? spec : { ...spec, x, y };
    const places = { left: (box.left + box.right) / 2, width: box.right - box.left - 16, bottom: box.height - (box.top + box.bottom) / 2 };
    for (const side in places) nothing.style[side] = `${places[side] * zoom}px`;
    const clip = [box.top, box.width - box.right, box.height - box.bottom, box.left].map((side) => `${side - CLIP}px`);
    set(root, { width: box.width * zoom, height: box.height * zoom, viewBox: `0 0 ${box.width} ${box.height}`, style: `--fw-clip:${clip.join(" ")}` });
    panel.x = makeScale(kindX, domainX, [box.left, box.right], spec.x.floor);
    for (const axis of [axisX, axisY]) axis.replaceChildren(); // of a panel that had axes, or no bars
    if (axes) paintX(axisX, x, panel.x, box);
    if (bars) {
      const step = (box.bottom - box.top) / rows.count;
      panel.band = { step, thick: Math.min(0.72 * step, 22), center: (i) => box.top + (rows.place(i) + 0.5) * step };
      panel.y = panel.band.center; // for other marks in this panel, y is the number of a bar
    } else {
      panel.y = makeScale(kindY, domainY, [box.bottom, box.top], spec.y.floor);
      if (axes) paintY(axisY, y, panel.y, box);
    }
    for (const mark of marks) mark.layout?.();
    placeLabels(shot);
  }

  function scalesAt(shot) {
    return scales.map((part) => String(part.at(shot))).join();
  }

  /** Write the labels of lines at their ends, moved apart so that none hides another. */
  function placeLabels(shot) {
    unlabelled = false;
    labelLayer.replaceChildren();
    const { box } = panel;
    for (const side of ["start", "end"]) {
      // If the numbers of the axis are on this side, the labels are inside the plot.
      const outside = (spec.y.side === "right") === (side === "start");
      const away = (side === "start") === outside ? -1 : 1;
      const ends = labelled()
        .filter(({ mark }) => mark.label_at === side)
        .flatMap(({ mark, points, value }) => {
          const [x, y] = points(shot);
          const i = endOf(x, y, side);
          return i < 0 ? [] : { mark, value: value.at(shot), x: panel.x(x[i]), y: clamp(panel.y(y[i]), box.top, box.bottom), weight: Math.abs(y[i]) };
        });
      // If there is no room for all labels, the lines farthest from zero keep theirs.
      const most = Math.floor((box.bottom - box.top) / LABEL_GAP) + 1;
      const shown = ends.sort((a, b) => b.weight - a.weight).slice(0, most);
      const places = spread(shown.map(({ y }) => y), LABEL_GAP, box.top + 3, box.bottom);
      const rooms = shown.map(({ x, value }) => ((away < 0 ? x : box.width - x) - 8) / BOLD - textWidth(value));
      const short = fitAll(shown.map(({ mark }) => mark.label), Math.min(...rooms)); // told apart
      shown.forEach(({ mark, value, x, y }, i) => {
        const group = svg("g", { "data-key": mark.key || undefined }, labelLayer);
        svg("path.leader", { d: `M${pt(x, y)}L${pt(x + 6 * away, places[i])}` }, group);
        const text = svg("text.line-label", { "text-anchor": away < 0 ? "end" : "start", x: x + 8 * away, y: places[i] + 4 }, group);
        text.style.fill = colorOf(mark.color === "quiet" ? "muted" : mark.color); // letters need more contrast than lines
        const { label } = mark;
        writeFit(text, label, rooms[i], 12, view.whole(label) + value, (textWidth(label) <= rooms[i] ? label : short[i]) + value);
      });
    }
  }

  function update(shot) {
    latest = shot;
    setText(nothing, empty.at(shot) ?? "");
    setText(heading, says.at(shot) || spec.title);
    for (const item of legend.children) if (item.inUse) set(item, { hidden: !item.inUse(shot) });
    for (const node of [layer, labelLayer]) set(node, { visibility: panel.nothing() && !bars && "hidden" });
    if (root && scalesAt(shot) !== painted) layout(...size, shot, fixed);
    for (const mark of marks) mark.update(shot);
    if (!root || !(unlabelled || labelled().some(({ still }) => !still))) return;
    placeLabels(shot);
    view.emphasise(true);
  }

  /** Let a drag along x move a control, as long as the scene has one for this panel. */
  function scrubbing() {
    const move = (event) => {
      view.move(spec.scrub, panel.x.invert(clamp(panel.pixel(event)[0], panel.box.left, panel.box.right)));
    };
    onDrag(root, () => spec.scrub && move, { sideways: true, undo: view.remember });
  }

  adopt(first);
  if (root) scrubbing();
  return panel;
}
