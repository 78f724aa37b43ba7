// The whole of a scene on screen: controls, readouts, panels, caption. It is painted at once when a control moves: no frame is lost.

import { isEncodedArray, decodeArray } from "./arrays.js";
import { CONTROLS } from "./controls/index.js";
import { compile, snapshot } from "./frames.js";
import { GAP, NARROW, rowHeights, sharedMargins } from "./layout.js";
import { PanelView } from "./panel.js";
import { html, setText } from "./svg.js";
import { followTheme } from "./theme.js";

const SAY = 400; // ms of rest after which a screen reader is told the caption

export class SceneView {
  constructor(element, scene, store) {
    this.store = store;
    this.spec = scene;
    this.controls = scene.controls.map((control) => ({
      ...control,
      ...Object.fromEntries(Object.entries(control).filter(([, value]) => isEncodedArray(value)).map(([name, value]) => [name, decodeArray(value)])),
    }));
    this.picker = this.controls.find(({ kind }) => kind === "pick");
    this.root = html("div", { class: "fewidgets", role: "group", "aria-label": scene.title, "data-lm-suppress-shortcuts": "true" });
    this.movers = new Map();
    for (const control of this.controls) {
      if (control.kind in CONTROLS) this.movers.set(control.name, CONTROLS[control.kind](control, this));
    }
    this.readouts = scene.readouts.map(({ label, text }) => ({ label, text: compile(text), value: html("dd") }));
    this.panels = scene.panels.map((panel) => new PanelView(panel, this));
    this.caption = compile(scene.caption);
    this.captionNode = html("p", { "data-part": "caption", class: "fw-caption" });
    // Told apart from the caption that is seen: a live region that changed with every frame would never stop talking.
    this.spoken = html("p", { "data-part": "announcement", class: "fw-spoken", role: "status", "aria-live": "polite" });
    this.grid = html("div", { class: "fw-grid-of-panels" }, ...this.panels.map(({ figure }) => figure));
    this.root.append(
      html("h3", { class: "fw-title" }, scene.title),
      html("div", { class: "fw-controls" }, ...[...this.movers.values()].map(({ node }) => node)),
      html("dl", { class: "fw-readouts" }, ...this.readouts.map(({ label, value }) => html("div", { "data-part": "readout" }, html("dt", {}, label), value))),
      this.grid, this.captionNode, this.spoken,
    );
    element.append(this.root);
    this.pointing();
    this.stopTheme = followTheme(this.root);
    const questions = this.controls.flatMap(({ question }) => (question ? [question.switch, question.record] : []));
    this.unsubscribe = store.subscribe([...this.controls.map(({ name }) => name), ...questions], () => this.update());
    this.observer = new ResizeObserver(() => this.layout());
    this.observer.observe(this.root);
    this.layout();
  }

  get(name) {
    return this.store.get(name);
  }

  set(changes) {
    this.store.set(changes);
  }

  /** Move a control to a value, by whatever way it may go there (a stepper may ask first). */
  move(name, value) {
    const control = this.controls.find((each) => each.name === name);
    if (control.kind === "stepper") this.movers.get(name).go(value);
    else if (value !== this.get(name)) this.set({ [name]: value });
  }

  /** Follow a key through all panels, or stop following it. */
  pick(key) {
    if (!this.picker?.options.includes(key)) return;
    this.set({ [this.picker.name]: this.get(this.picker.name) === key ? "" : key });
  }

  focus() {
    this.root.querySelector("input[type=range]")?.focus({ preventScroll: true });
  }

  pointing() {
    const point = (key) => {
      if (this.pointed === key) return;
      this.pointed = key;
      this.emphasise();
    };
    const keyOf = (event) => event.target.closest?.("[data-key]")?.dataset.key;
    this.grid.addEventListener("pointerover", (event) => point(event.buttons ? this.pointed : keyOf(event)));
    this.grid.addEventListener("pointerleave", () => point(undefined));
    this.grid.addEventListener("focusin", (event) => point(keyOf(event)));
    this.grid.addEventListener("focusout", () => point(undefined));
    this.grid.addEventListener("click", (event) => {
      if (keyOf(event)) this.pick(keyOf(event));
    });
  }

  emphasise() {
    const key = this.pointed || (this.picker && this.get(this.picker.name)) || "";
    if (key === this.emphasised) return;
    this.emphasised = key;
    this.root.classList.toggle("fw-following", key !== "");
    for (const node of this.root.querySelectorAll("[data-key]")) node.classList.toggle("fw-on", node.dataset.key === key);
  }

  layout() {
    const width = this.root.clientWidth - 24;
    if (width <= 0 || width === this.width) return;
    this.width = width;
    const narrow = width < NARROW || this.spec.columns.length === 1;
    const weights = this.spec.columns;
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    const usable = width - GAP * (weights.length - 1);
    const columns = weights.map((weight) => (usable * weight) / total);
    this.grid.style.gridTemplateColumns = narrow ? "100%" : columns.map((column) => `${column}px`).join(" ");
    const head = (panel) => panel.figure.offsetHeight - (panel.root?.getBoundingClientRect().height ?? panel.figure.offsetHeight);
    const shot = snapshot(this.controls, (name) => this.get(name));
    this.panels.forEach((panel) => {
      const { row, column, row_span: rows, column_span: span } = panel.spec;
      panel.figure.style.gridArea = narrow ? "auto" : `${row + 1} / ${column + 1} / span ${rows} / span ${span}`;
    });
    const heads = this.panels.map(head);
    const specs = this.panels.map(({ spec }) => spec);
    const margins = sharedMargins(specs, this.panels.map((panel) => panel.margins()));
    const heights = rowHeights(specs, (i) => specs[i].height + heads[i]);
    this.panels.forEach((panel, i) => {
      const { row, column, row_span: rows, column_span: span, height } = panel.spec;
      const wide = columns.slice(column, column + span).reduce((sum, each) => sum + each, 0) + GAP * (span - 1);
      const high = heights.slice(row, row + rows).reduce((sum, each) => sum + each, 0) + GAP * (rows - 1) - heads[i];
      panel.layout(narrow ? width : Math.floor(wide), narrow ? height : Math.floor(high), shot, margins[i]);
    });
    this.emphasised = undefined;
    this.update();
  }

  update() {
    if (!this.width) return;
    const shot = snapshot(this.controls, (name) => this.get(name));
    for (const mover of this.movers.values()) mover.update(shot);
    for (const panel of this.panels) panel.update(shot);
    for (const { text, value } of this.readouts) setText(value, text.at(shot));
    const caption = this.caption.at(shot);
    setText(this.captionNode, caption);
    clearTimeout(this.saying);
    this.saying = setTimeout(() => setText(this.spoken, caption), SAY);
    this.emphasise();
  }

  close() {
    clearTimeout(this.saying);
    for (const mover of this.movers.values()) mover.close();
    this.unsubscribe();
    this.observer.disconnect();
    this.stopTheme();
    this.store.close();
    this.root.remove();
  }
}
