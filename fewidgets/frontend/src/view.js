// The whole of a scene on screen: controls, readouts, panels, caption. It is painted at once when a control moves: no frame is lost.
// When the scene is replaced, what did not change stays, with its focus and whatever a hand is doing there.

import { decodeArray } from "./arrays.js";
import { CONTROLS } from "./controls/index.js";
import { compile, locate, snapshot } from "./frames.js";
import { GAP, NARROW, rowHeights, sharedMargins } from "./layout.js";
import { PanelView } from "./panel.js";
import { share } from "./share.js";
import { KEEPS_KEYS, arrange, html, on, replace, set, setText } from "./svg.js";
import { followTheme, reducedMotion } from "./theme.js";

const SAY = 400; // ms of rest after which a screen reader is told the caption

const decoded = (control) => (control.values ? { ...control, values: decodeArray(control.values), stops: decodeArray(control.stops) } : control);

export class SceneView {
  #store;
  #sceneOf;
  #spec;
  #movers;
  #controls;
  #readouts;
  #panels;
  #tweens;
  #shown;
  #titleNode;
  #strip;
  #off;
  #message;
  #progress;
  #numbers;
  #captionNode;
  #spoken;
  #grid;
  #still;
  #stopTheme;
  #observer;
  #picker;
  #pointed;
  #emphasised;
  #raw;
  #caption;
  #unsubscribe;
  #width;
  #frame;
  #saying;

  /** `sceneOf` gives the scene that is to be shown now; the store holds the state. */
  constructor(element, sceneOf, store) {
    this.#store = store;
    this.#sceneOf = sceneOf;
    this.#spec = { controls: [], readouts: [], panels: [] };
    this.#movers = new Map();
    this.#controls = [];
    this.#readouts = [];
    this.#panels = [];
    this.#tweens = new Map();
    this.#shown = new Map();
    this.root = html("div", { class: "fewidgets", role: "group", ...KEEPS_KEYS });
    // The caption is told apart from the one that is seen: a live region that changed with every frame would never stop talking.
    this.root.innerHTML = `<h3 class="fw-title"></h3><div class="fw-controls"></div><p data-part="offline" class="fw-note"></p>
      <p data-part="message" class="fw-message" role="alert"></p>
      <div data-part="progress" class="fw-note"><progress aria-label="Progress"></progress><span></span></div>
      <dl class="fw-readouts"></dl><div class="fw-grid-of-panels"></div><p data-part="caption" class="fw-caption"></p>
      <p data-part="announcement" class="fw-spoken" role="status"></p>`;
    [this.#titleNode, this.#strip, this.#off, this.#message, this.#progress, this.#numbers, this.#grid, this.#captionNode, this.#spoken] = this.root.children;
    this.#still = reducedMotion((less) => (this.#still = less));
    element.append(this.root);
    this.#stopTheme = followTheme(this.root, () => this.update());
    this.#adopt(sceneOf());
    this.#pointing();
    this.#observer = new ResizeObserver(() => this.#layout());
    this.#observer.observe(this.root);
    this.#layout();
  }

  get(name) {
    return this.#store.get(name);
  }

  /** Change replay controls, and ask the kernel to change compute controls. */
  set(changes) {
    const parts = [{}, {}];
    for (const name in changes) parts[this.control(name)?.compute ? 1 : 0][name] = changes[name];
    if (Object.keys(parts[0]).length) this.#store.set(parts[0]);
    if (Object.keys(parts[1]).length) this.#store.ask(parts[1]);
  }

  refuse(text) {
    this.#store.refuse(text);
  }

  control(name) {
    return this.#controls.find((control) => control.name === name);
  }

  /** Whether a control cannot be moved now. */
  disabled(name) {
    return Boolean(this.control(name)?.compute && this.#store.status().off);
  }

  /** Move a control to a value, by whatever way it may go there (a stepper may ask first). */
  move(name, value) {
    if (this.control(name).kind === "stepper") this.#movers.get(name).go(value);
    else if (value !== this.get(name)) this.set({ [name]: value });
  }

  /** Follow a key through all panels, or stop following it. */
  pick(key) {
    if (!this.#picker?.options.includes(key)) return;
    this.set({ [this.#picker.name]: this.get(this.#picker.name) === key ? "" : key });
  }

  focus() {
    this.root.querySelector("input[type=range]")?.focus({ preventScroll: true });
  }

  #pointing() {
    const point = (key) => {
      if (this.#pointed === key) return;
      this.#pointed = key;
      this.emphasise();
    };
    const keyOf = (event) => event.target.closest?.("[data-key]")?.dataset.key;
    on(this.#grid, "pointerover", (event) => point(event.buttons ? this.#pointed : keyOf(event)));
    on(this.#grid, "pointerleave", () => point(undefined));
    on(this.#grid, "focusin", (event) => point(keyOf(event)));
    on(this.#grid, "focusout", () => point(undefined));
    on(this.#grid, "click", (event) => {
      if (keyOf(event)) this.pick(keyOf(event));
    });
  }

  emphasise(anew) {
    const key = this.#pointed || (this.#picker && this.get(this.#picker.name)) || "";
    if (key === this.#emphasised && !anew) return;
    this.#emphasised = key;
    this.root.classList.toggle("fw-following", key !== "");
    for (const node of this.root.querySelectorAll("[data-key]")) node.classList.toggle("fw-on", node.dataset.key === key);
  }

  /** Show another scene, and leave alone what is the same in it. */
  #adopt(next) {
    this.#raw = next;
    const old = this.#spec;
    const spec = share(old, next);
    if (spec === old) return;
    this.#spec = spec;
    set(this.root, { "aria-label": spec.title });
    setText(this.#titleNode, spec.title);
    if (spec.controls !== old.controls) this.#adoptControls(old.controls);
    if (spec.readouts !== old.readouts) this.#adoptReadouts();
    this.#caption = compile(spec.caption);
    let level = spec.columns === old.columns ? 0 : 2;
    this.#panels.splice(spec.panels.length);
    spec.panels.forEach((panel, i) => {
      const change = this.#panels[i]?.adopt(panel) ?? -1;
      if (change < 0) this.#panels[i] = new PanelView(panel, this);
      level = Math.max(level, change < 0 ? 2 : change);
    });
    arrange(this.#grid, this.#panels.map(({ figure }) => figure));
    if (spec.panels !== old.panels) this.#emphasised = undefined;
    if (level && this.#width) this.#layout(true);
  }

  #adoptControls(old) {
    const was = new Map(old.map((control) => [control.name, control]));
    const before = this.#movers;
    this.#movers = new Map();
    this.#controls = this.#spec.controls.map(decoded);
    this.#picker = this.#controls.find(({ kind }) => kind === "pick");
    this.#spec.controls.forEach((spec, i) => {
      const { name, kind, compute } = spec;
      if (!(kind in CONTROLS)) return;
      let mover = before.get(name);
      if (was.get(name) !== spec) {
        if (mover?.adopt && was.get(name).kind === kind) mover.adopt(this.#controls[i]);
        else {
          const fresh = CONTROLS[kind](this.#controls[i], this);
          if (compute) fresh.node = html("fieldset.compute", fresh.node);
          if (mover) replace(mover.node, fresh.node);
          mover?.close?.();
          mover = fresh;
        }
      }
      before.delete(name);
      this.#movers.set(name, mover);
    });
    for (const [name, mover] of before) if (this.#movers.get(name) !== mover) mover.close?.();
    arrange(this.#strip, [...this.#movers.values()].map(({ node }) => node));
    const questions = this.#controls.flatMap(({ question }) => (question ? [question.switch, question.record] : []));
    this.#unsubscribe?.();
    this.#unsubscribe = this.#store.subscribe([...this.#controls.map(({ name }) => name), ...questions], () => this.update());
  }

  #adoptReadouts() {
    this.#readouts = this.#spec.readouts.map(({ label, text }, i) => {
      const node = this.#numbers.children[i] ?? html("div", { "data-part": "readout" }, html("dt"), html("dd"));
      setText(node.firstChild, label);
      return { node, text: compile(text) };
    });
    arrange(this.#numbers, this.#readouts.map(({ node }) => node));
  }

  #layout(anew = false) {
    const width = this.root.clientWidth - 24;
    if (width <= 0 || (width === this.#width && !anew)) return;
    this.#width = width;
    const narrow = width < NARROW || this.#spec.columns.length === 1;
    const weights = this.#spec.columns;
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    const usable = width - GAP * (weights.length - 1);
    const columns = weights.map((weight) => (usable * weight) / total);
    this.#grid.style.gridTemplateColumns = narrow ? "100%" : columns.map((column) => `${column}px`).join(" ");
    const head = (panel) => panel.figure.offsetHeight - (panel.root?.getBoundingClientRect().height ?? panel.figure.offsetHeight);
    const shot = this.#shot();
    this.#panels.forEach((panel) => {
      const { row, column, row_span: rows, column_span: span } = panel.spec;
      panel.figure.style.gridArea = narrow ? "auto" : `${row + 1} / ${column + 1} / span ${rows} / span ${span}`;
    });
    const heads = this.#panels.map(head);
    const specs = this.#panels.map(({ spec }) => spec);
    const margins = sharedMargins(specs, this.#panels.map((panel) => panel.margins()));
    const widths = specs.map(({ column, column_span: span }) => (narrow ? width : Math.floor(columns.slice(column, column + span).reduce((sum, each) => sum + each, GAP * (span - 1)))));
    const wanted = this.#panels.map((panel, i) => panel.heightFor(widths[i], margins[i], shot));
    const heights = rowHeights(specs, (i) => wanted[i] + heads[i]);
    this.#panels.forEach((panel, i) => {
      const { row, row_span: rows } = panel.spec;
      const high = heights.slice(row, row + rows).reduce((sum, each) => sum + each, GAP * (rows - 1)) - heads[i];
      panel.layout(widths[i], narrow ? wanted[i] : Math.floor(high), shot, margins[i]);
    });
    this.#emphasised = undefined;
    this.update();
  }

  /** The state as it is to be painted now: a control with a tween is still on its way to where it stands. */
  #shot() {
    for (const control of this.#controls) {
      if (!control.tween) continue;
      const { name, tween } = control;
      const { index } = locate(control, this.get(name));
      const now = performance.now();
      if (this.#shown.get(name) !== index) {
        if (this.#shown.has(name) && !this.#still) this.#tweens.set(name, { next: this.#shown.get(name), since: now });
        this.#shown.set(name, index);
      }
      const moving = this.#tweens.get(name);
      if (!moving) continue;
      const done = (now - moving.since) / (1000 * tween);
      if (done < 1 && !this.#still) {
        moving.fraction = 1 - done * done * (3 - 2 * done);
        this.#frame ??= requestAnimationFrame(() => {
          this.#frame = undefined;
          this.update();
        });
      } else this.#tweens.delete(name);
    }
    return snapshot(this.#controls, (name) => this.get(name), this.#tweens);
  }

  update() {
    if (this.#sceneOf() !== this.#raw) this.#adopt(this.#sceneOf());
    if (!this.#width) return;
    const shot = this.#shot();
    const { off, message, busy, progress } = this.#store.status();
    setText(this.#off, off && this.#controls.some(({ compute }) => compute) ? off : "");
    setText(this.#message, message ?? "");
    set(this.#progress, { hidden: !progress });
    if (progress) {
      this.#progress.firstChild.value = progress[0];
      setText(this.#progress.lastChild, progress[1]);
    }
    this.root.classList.toggle("fw-busy", Boolean(busy));
    for (const mover of this.#movers.values()) {
      if (mover.node.tagName === "FIELDSET") set(mover.node, { disabled: Boolean(off), title: off || undefined });
      mover.update?.(shot);
    }
    for (const panel of this.#panels) panel.update(shot);
    for (const { text, node } of this.#readouts) setText(node.lastChild, text.at(shot));
    const caption = this.#caption.at(shot);
    setText(this.#captionNode, caption);
    clearTimeout(this.#saying);
    this.#saying = setTimeout(() => setText(this.#spoken, caption), SAY);
    this.emphasise();
  }

  close() {
    clearTimeout(this.#saying);
    cancelAnimationFrame(this.#frame);
    for (const mover of this.#movers.values()) mover.close?.();
    for (const panel of this.#panels) panel.close();
    this.#unsubscribe?.();
    this.#observer.disconnect();
    this.#stopTheme();
    this.#store.close();
    this.root.remove();
  }
}
