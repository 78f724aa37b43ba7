// A panel: a titled SVG with axes and marks. It is laid out when its size or a scale changes, and only updated when a control moves.

import { paintX, paintY } from "./axis.js";
import { compile } from "./frames.js";
import { MARKS } from "./marks/index.js";
import { table } from "./marks/table.js";
import { colorOf } from "./palette.js";
import { makeScale, spread } from "./scales.js";
import { html, px, set, svg, textWidth } from "./svg.js";

const LABEL_GAP = 13;
const BOLD = 1.12; // how much wider the labels' bold type runs
const SLACK = 3; // pixels a press may tremble and still be a click

export class PanelView {
  /** `view` is the scene's view: it knows the controls, and what is pointed at. */
  constructor(spec, view) {
    this.spec = spec;
    this.title = spec.title;
    this.view = view;
    this.figure = html("figure", { class: "fw-panel", "aria-label": spec.title }, html("figcaption", {}, spec.title));
    const tabular = spec.marks.find((mark) => mark.kind === "table");
    if (tabular) {
      this.table = table(tabular, this);
      this.figure.append(this.table.node);
      return;
    }
    this.legend();
    this.root = svg("svg", { class: "fw-plot", role: "group", "aria-label": spec.title }, this.figure);
    this.axisX = svg("g", { "aria-hidden": "true" }, this.root);
    this.axisY = svg("g", { "aria-hidden": "true" }, this.root);
    const layer = svg("g", {}, this.root);
    this.kindX = compile(spec.x.scale);
    this.kindY = compile(spec.y.scale);
    this.bars = spec.marks.find((mark) => mark.kind === "bars");
    this.labelled = [];
    this.marks = spec.marks.map((mark) => MARKS[mark.kind](mark, layer, this));
    this.labelLayer = svg("g", { "aria-hidden": "true" }, this.root);
    if (spec.scrub) this.scrubbing(spec.scrub);
  }

  /** What each style and each line that is not labelled in the plot means. */
  legend() {
    const entries = this.spec.marks.flatMap((mark) => [
      ...(mark.styles ?? []).map(({ label, color, glyph }) => ({ label, color, glyph })),
      ...(mark.label && (mark.kind === "area" || mark.label_at === "none") ? [{ label: mark.label, color: mark.color }] : []),
    ]);
    if (!entries.length) return;
    const items = entries.map(({ label, color, glyph }) => {
      const swatch = html("i", { "aria-hidden": "true" });
      swatch.style.background = colorOf(color);
      return html("li", {}, swatch, glyph ? `${glyph} ${label}` : label);
    });
    this.figure.append(html("ul", { class: "fw-legend" }, ...items));
  }

  /** Arrow keys go from item to item, so that Tab needs but one stop; Enter and Space pick. */
  roving(list, items) {
    list.addEventListener("keydown", (event) => {
      const current = items.findIndex((item) => item === event.target);
      const goal = { ArrowDown: current + 1, ArrowRight: current + 1, ArrowUp: current - 1, ArrowLeft: current - 1, Home: 0, End: items.length - 1 };
      if (event.key in goal) {
        const next = items[Math.min(Math.max(goal[event.key], 0), items.length - 1)];
        items.forEach((item) => set(item, { tabindex: item === next ? "0" : "-1" }));
        next.focus();
      } else if (event.key === "Enter" || event.key === " ") {
        this.view.pick(event.target.dataset.key);
      } else return;
      event.preventDefault();
      event.stopPropagation();
    });
  }

  /** A line's label is placed when all are known, so that none hides another. */
  labelLine(mark, group, xs, ys) {
    this.labelled.push({ mark, group, xs, ys });
  }

  /** Room that a plot with numbers needs on its left and right for ticks and line labels; bars make their own. */
  margins() {
    if (this.table || this.bars) return undefined;
    const { y } = this.spec;
    const gutter = (side) =>
      Math.max(0, ...this.labelled.filter(({ mark }) => mark.label_at === side).map(({ mark }) => BOLD * textWidth(mark.label, 11) + 10));
    const numbers = 42 + (y.label ? 14 : 0);
    const onRight = y.side === "right";
    return { left: onRight ? Math.max(8, gutter("start")) : numbers, right: onRight ? numbers : Math.max(12, gutter("end")) };
  }

  /** Give the panel its size in pixels and, so that plots in a column line up, its margins; and place everything. */
  layout(width, height, shot, margins = this.margins()) {
    if (this.table) return;
    const { spec } = this;
    this.size = [width, height];
    this.fixed = margins;
    const kinds = [this.kindX.at(shot), this.kindY.at(shot)];
    this.kinds = kinds.join();
    const tilted = spec.x.ticks ? Math.max(0, ...spec.x.ticks.map(([, text]) => textWidth(text, 11))) : 0;
    const room = spec.x.ticks ? (width - 80) / Math.max(1, spec.x.ticks.length) : Infinity;
    const below = (spec.x.ticks?.length === 0 ? 4 : tilted > room - 4 ? 12 + 0.66 * tilted : 20) + (spec.x.label ? 17 : 2);
    const names = this.bars && Math.min(0.4 * width, Math.max(...this.bars.names.map((name) => textWidth(name))) + 14);
    const box = {
      width,
      height,
      left: this.bars ? names : margins.left,
      right: width - (this.bars ? 50 : margins.right),
      top: this.spec.marks.some(({ kind, labels }) => kind === "dots" && labels?.length !== 0 && labels !== undefined) ? 22 : 8,
      bottom: height - below,
    };
    this.box = box;
    set(this.root, { width, height, viewBox: `0 0 ${width} ${height}` });
    this.x = makeScale(kinds[0], spec.x.domain, [box.left, box.right], spec.x.floor);
    paintX(this.axisX, spec.x, this.x, box);
    if (this.bars) {
      const step = (box.bottom - box.top) / this.bars.names.length;
      this.band = { step, thick: Math.min(0.72 * step, 22), center: (i) => box.top + (i + 0.5) * step };
    } else {
      this.y = makeScale(kinds[1], spec.y.domain, [box.bottom, box.top], spec.y.floor);
      paintY(this.axisY, spec.y, this.y, box);
    }
    for (const mark of this.marks) mark.layout();
    this.placeLabels(shot);
  }

  placeLabels(shot) {
    this.labelLayer.replaceChildren();
    for (const side of ["start", "end"]) {
      const ends = this.labelled
        .filter(({ mark }) => mark.label_at === side)
        .map(({ mark, xs, ys }) => {
          const y = ys.at(shot);
          const i = side === "start" ? 0 : y.length - 1;
          return { mark, x: this.x(xs.at(shot)[i]), y: this.y(y[i]), weight: Math.abs(y[i]) };
        });
      // Where there is no room for all, the lines furthest from zero keep theirs.
      const most = Math.floor((this.box.bottom - this.box.top) / LABEL_GAP) + 1;
      const shown = [...ends].sort((a, b) => b.weight - a.weight).slice(0, most);
      const places = spread(shown.map(({ y }) => y), LABEL_GAP, this.box.top + 3, this.box.bottom);
      shown.forEach(({ mark, x, y }, i) => {
        const away = side === "start" ? -1 : 1;
        const attributes = { class: "fw-line-label", "text-anchor": away < 0 ? "end" : "start" };
        const group = svg("g", { "data-key": mark.key || undefined }, this.labelLayer);
        svg("path", { class: "fw-leader", d: `M${px(x)} ${px(y)}L${px(x + 6 * away)} ${px(places[i])}` }, group);
        const text = svg("text", { ...attributes, x: px(x + 8 * away), y: px(places[i] + 4) }, group);
        text.style.fill = colorOf(mark.color);
        text.textContent = mark.label;
      });
    }
  }

  update(shot) {
    if (this.table) {
      this.table.update(shot);
      return;
    }
    if (`${this.kindX.at(shot)},${this.kindY.at(shot)}` !== this.kinds) this.layout(...this.size, shot, this.fixed);
    for (const mark of this.marks) mark.update(shot);
  }

  /** Dragging along x moves a control. */
  scrubbing(name) {
    const move = (event) => {
      const pixel = event.clientX - this.root.getBoundingClientRect().left;
      this.view.move(name, this.x.invert(Math.min(Math.max(pixel, this.box.left), this.box.right)));
    };
    this.root.classList.add("fw-scrub");
    // A press on something keyed may be a click that picks it: there, only a movement begins a drag.
    let pressed;
    const drag = (event) => {
      this.root.setPointerCapture(event.pointerId);
      move(event);
    };
    this.root.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      pressed = event.clientX;
      if (!event.target.closest("[data-key]")) drag(event);
    });
    this.root.addEventListener("pointermove", (event) => {
      if (this.root.hasPointerCapture(event.pointerId)) move(event);
      else if (event.buttons & 1 && pressed !== undefined && Math.abs(event.clientX - pressed) > SLACK) drag(event);
    });
    this.root.addEventListener("pointerup", () => (pressed = undefined));
  }
}
