// A panel: a titled SVG with axes and marks, or a table or text that fills it. It is laid out when its size or a scale changes,
// and only updated when a control moves.

import { paintX, paintY } from "./axis.js";
import { compile } from "./frames.js";
import { FILLINGS, MARKS } from "./marks/index.js";
import { colorOf } from "./palette.js";
import { makeScale, spread } from "./scales.js";
import { ARROWS, arrange, clamp, html, on, onKeys, pt, replace, set, setText, svg, textWidth } from "./svg.js";

const LABEL_GAP = 13;
const BOLD = 1.12; // how much wider the labels' bold type runs
const CLIP = 3; // pixels that a line may go beyond the axes: its width
const SLACK = 3; // pixels a press may tremble and still be a click

/** The widest of some ticks' texts, in pixels. */
const widest = (ticks) => Math.max(0, ...ticks.map(([, text]) => textWidth(text, 11)));

const fills = ({ marks }) => marks.some(({ kind }) => kind in FILLINGS);

export class PanelView {
  #heading;
  #tools;
  #legend;
  #marks;
  #layer;
  #axisX;
  #axisY;
  #labelLayer;
  #size;
  #fixed;
  #kinds;
  #unlabelled;
  #kindX;
  #kindY;
  #domainX;
  #domainY;
  #bars;

  /** `view` is the scene's view: it knows the controls, and what is pointed at. */
  constructor(spec, view) {
    this.view = view;
    this.#heading = html("span");
    this.#tools = html("span.tools");
    this.#legend = html("ul.legend");
    this.figure = html("figure.panel", html("figcaption", this.#heading, this.#tools), this.#legend);
    this.#marks = [];
    this.spec = { marks: [] };
    if (fills(spec)) this.#layer = this.figure;
    else {
      this.root = svg("svg.plot", { role: "group" }, this.figure);
      this.#axisX = svg("g", { "aria-hidden": "true" }, this.root);
      this.#axisY = svg("g", { "aria-hidden": "true" }, this.root);
      this.#layer = svg("g", {}, this.root);
      this.#labelLayer = svg("g", { "aria-hidden": "true" }, this.root);
    }
    this.adopt(spec);
    if (spec.scrub) this.#scrubbing();
  }

  /** Show another panel in this one's place. Returns 0 if all stays where it is, 1 if it must be laid out anew, -1 if that cannot be. */
  adopt(spec) {
    const old = this.spec;
    if (spec === old) return 0;
    const fresh = !old.x;
    if (!fresh && fills(spec) !== !this.root) return -1;
    const shape = JSON.stringify([this.margins(), this.#bars?.names, this.#legend.textContent]);
    this.spec = spec;
    this.title = spec.title;
    setText(this.#heading, spec.title);
    set(this.figure, { "aria-label": spec.title });
    if (this.root) set(this.root, { "aria-label": spec.title });
    this.#bars = spec.marks.find((mark) => mark.kind === "bars");
    [this.#kindX, this.#kindY, this.#domainX, this.#domainY] = [spec.x.scale, spec.y.scale, spec.x.domain, spec.y.domain].map(compile);
    for (const mark of this.#marks.splice(spec.marks.length)) this.#remove(mark);
    spec.marks.forEach((mark, i) => this.#adoptMark(mark, i, old.marks[i]));
    this.#meanings();
    arrange(this.#tools, this.#marks.map(({ tool }) => tool).filter(Boolean));
    const changed = Object.keys(spec).filter((name) => name !== "marks" && spec[name] !== old[name]);
    const axes = changed.filter((name) => name === "x" || name === "y");
    if (axes.length) this.#kinds = undefined; // the next update lays this panel out
    const elsewhere = changed.length > (spec.aspect ? 0 : axes.length);
    return fresh || elsewhere || shape !== JSON.stringify([this.margins(), this.#bars?.names, this.#legend.textContent]) ? 1 : 0;
  }

  #adoptMark(spec, i, was) {
    const { kind } = spec;
    const old = this.#marks[i];
    if (spec === was) return;
    if (old?.adopt && was.kind === kind) old.adopt(spec);
    else {
      const filling = kind in FILLINGS;
      const layer = svg("g");
      const fresh = filling ? FILLINGS[kind](spec, this) : MARKS[kind](spec, layer, this);
      Object.assign(fresh, { filling, node: fresh.node ?? layer });
      if (old) replace(old.node, fresh.node);
      else if (filling || this.root) this.#layer.append(fresh.node);
      old?.close?.();
      this.#marks[i] = fresh;
    }
    if (this.box) this.#marks[i].layout?.();
    this.#unlabelled = true;
  }

  #remove(mark) {
    mark.close?.();
    mark.node.remove();
  }

  get #labelled() {
    return this.#marks.map(({ label }) => label).filter(Boolean);
  }

  /** What each style and each line that is not labelled in the plot means. */
  #meanings() {
    const entries = this.spec.marks.flatMap((mark) => [
      ...(mark.styles ?? []).filter(({ label }) => label),
      ...(mark.label && (mark.kind === "area" || mark.kind === "contours" || mark.label_at === "none") ? [mark] : []),
    ]);
    const items = entries.map(({ label, color, glyph, look }) => {
      const swatch = html("i", { "aria-hidden": "true" });
      swatch.style.background = colorOf(color);
      const text = html("span", look ? { class: `fw-${look}`, style: `--fw-tint:${colorOf(color)}` } : {}, glyph ? `${glyph} ${label}` : label);
      return look ? html("li", text) : html("li", swatch, text);
    });
    this.#legend.replaceChildren(...items);
    set(this.#legend, { hidden: !items.length });
  }

  /** Arrow keys go from item to item, so that Tab needs but one stop; Enter and Space act. */
  roving(list, items, act = (item) => this.view.pick(item.dataset.key), across = 1) {
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
  }

  /** Room that a plot with numbers needs on its left and right for ticks and line labels; bars make their own. */
  margins() {
    const { y } = this.spec;
    if (!this.root || this.#bars || !y || !this.spec.axes) return undefined;
    const gutter = (side) =>
      Math.max(0, ...this.#labelled.filter(({ mark }) => mark.label_at === side).map(({ mark }) => BOLD * textWidth(mark.label, 11) + 10));
    const ticks = y.ticks ? widest(y.ticks) + 10 : 0;
    const numbers = (y.ticks ? ticks : 42) + (y.label ? 14 : 0);
    const onRight = y.side === "right";
    return { left: onRight ? Math.max(8, gutter("start")) : Math.max(numbers, 8), right: onRight ? numbers : Math.max(12, gutter("end")) };
  }

  /** Pixels around the plot: left, right, above, below. */
  #around(width, margins) {
    const { spec } = this;
    if (!spec.axes) return [1, 1, 1, 1];
    const tilted = widest(spec.x.ticks ?? []);
    const room = spec.x.ticks ? (width - 80) / Math.max(1, spec.x.ticks.length) : Infinity;
    const below = (spec.x.ticks?.length === 0 ? 4 : tilted > room - 4 ? 12 + 0.66 * tilted : 20) + (spec.x.label ? 17 : 2);
    const names = this.#bars && Math.min(0.4 * width, Math.max(0, ...this.#bars.names.map((name) => textWidth(name))) + 14);
    const above = spec.marks.some(({ kind, labels }) => kind === "dots" && labels?.length !== 0 && labels !== undefined) ? 22 : 8;
    return [names ?? margins.left, this.#bars ? 50 : margins.right, above, below];
  }

  /** How high the panel wants to be at a width: with units of equal length no higher than that allows. */
  heightFor(width, margins, shot) {
    const { aspect, height } = this.spec;
    if (!aspect || !this.root) return height;
    const [left, right, above, below] = this.#around(width, margins);
    const [x, y] = [this.#domainX.at(shot), this.#domainY.at(shot)];
    return Math.min(height, Math.ceil(((width - left - right) * aspect * (y[1] - y[0])) / (x[1] - x[0]) + above + below));
  }

  /** Give the panel its size in pixels and, so that plots in a column line up, its margins; and place everything. */
  layout(width, height, shot, margins = this.margins()) {
    if (!this.root) {
      for (const mark of this.#marks) if (mark.filling) mark.layout?.(width, height);
      return;
    }
    const { spec } = this;
    this.#size = [width, height];
    this.#fixed = margins;
    this.#kinds = this.#scales(shot);
    const [left, right, above, below] = this.#around(width, margins);
    const box = { width, height, left, right: width - right, top: above, bottom: height - below };
    const domains = [this.#domainX.at(shot), this.#domainY.at(shot)];
    if (spec.aspect) {
      const [x, y] = domains.map((domain) => domain[1] - domain[0]);
      const unit = Math.min((box.right - box.left) / x, (box.bottom - box.top) / y / spec.aspect);
      box.right = box.left + unit * x;
      box.bottom = box.top + unit * y * spec.aspect;
      box.width = box.right + right;
      box.height = box.bottom + below;
    }
    this.box = box;
    const clip = [box.top, box.width - box.right, box.height - box.bottom, box.left].map((side) => `${side - CLIP}px`);
    set(this.root, { width: box.width, height: box.height, viewBox: `0 0 ${box.width} ${box.height}`, style: `--fw-clip:${clip.join(" ")}` });
    this.x = makeScale(this.#kindX.at(shot), domains[0], [box.left, box.right], spec.x.floor);
    if (spec.axes) paintX(this.#axisX, spec.x, this.x, box);
    if (this.#bars) {
      const step = (box.bottom - box.top) / this.#bars.names.length;
      this.band = { step, thick: Math.min(0.72 * step, 22), center: (i) => box.top + (i + 0.5) * step };
    } else {
      this.y = makeScale(this.#kindY.at(shot), domains[1], [box.bottom, box.top], spec.y.floor);
      if (spec.axes) paintY(this.#axisY, spec.y, this.y, box);
    }
    for (const mark of this.#marks) mark.layout?.();
    this.#placeLabels(shot);
  }

  #scales(shot) {
    return [this.#kindX, this.#kindY, this.#domainX, this.#domainY].map((part) => String(part.at(shot))).join();
  }

  #placeLabels(shot) {
    this.#unlabelled = false;
    this.#labelLayer.replaceChildren();
    for (const side of ["start", "end"]) {
      const ends = this.#labelled
        .filter(({ mark }) => mark.label_at === side)
        .map(({ mark, xs, ys }) => {
          const y = ys.at(shot);
          const i = side === "start" ? 0 : y.length - 1;
          return { mark, x: this.x(xs.at(shot)[i]), y: clamp(this.y(y[i]), this.box.top, this.box.bottom), weight: Math.abs(y[i]) };
        });
      // Where there is no room for all, the lines furthest from zero keep theirs.
      const most = Math.floor((this.box.bottom - this.box.top) / LABEL_GAP) + 1;
      const shown = [...ends].sort((a, b) => b.weight - a.weight).slice(0, most);
      const places = spread(shown.map(({ y }) => y), LABEL_GAP, this.box.top + 3, this.box.bottom);
      shown.forEach(({ mark, x, y }, i) => {
        const away = side === "start" ? -1 : 1;
        const group = svg("g", { "data-key": mark.key || undefined }, this.#labelLayer);
        svg("path.leader", { d: `M${pt(x, y)}L${pt(x + 6 * away, places[i])}` }, group);
        const text = svg("text.line-label", { "text-anchor": away < 0 ? "end" : "start", x: x + 8 * away, y: places[i] + 4 }, group);
        text.style.fill = colorOf(mark.color);
        text.textContent = mark.label;
      });
    }
  }

  update(shot) {
    if (this.root && this.#scales(shot) !== this.#kinds) this.layout(...this.#size, shot, this.#fixed);
    for (const mark of this.#marks) mark.update(shot);
    if (!this.root) return;
    if (this.#unlabelled || this.#labelled.some(({ xs, ys }) => !xs.constant || !ys.constant)) {
      this.#placeLabels(shot);
      this.view.emphasise(true);
    }
  }

  close() {
    for (const mark of this.#marks) mark.close?.();
  }

  /** Where a pointer is, in data units. */
  at(event) {
    const { left, top } = this.root.getBoundingClientRect();
    return [this.x.invert(event.clientX - left), this.y.invert(event.clientY - top)];
  }

  /** Dragging along x moves a control. */
  #scrubbing() {
    const move = (event) => {
      const pixel = event.clientX - this.root.getBoundingClientRect().left;
      this.view.move(this.spec.scrub, this.x.invert(clamp(pixel, this.box.left, this.box.right)));
    };
    this.root.classList.add("fw-scrub");
    // A press on something keyed may be a click that picks it: there, only a movement begins a drag.
    let pressed;
    const drag = (event) => {
      this.root.setPointerCapture(event.pointerId);
      move(event);
    };
    on(this.root, "pointerdown", (event) => {
      if (event.button !== 0) return;
      pressed = event.clientX;
      if (!event.target.closest("[data-key]")) drag(event);
    });
    on(this.root, "pointermove", (event) => {
      if (this.root.hasPointerCapture(event.pointerId)) move(event);
      else if (event.buttons & 1 && pressed !== undefined && Math.abs(event.clientX - pressed) > SLACK) drag(event);
    });
    on(this.root, "pointerup", () => (pressed = undefined));
  }
}
