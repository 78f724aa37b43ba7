// A scene on screen: controls, readouts, panels and caption. When a control moves, the view is updated in the same display frame.
// When the scene is replaced, unchanged parts stay, with their focus and any drag in progress.

import { decodeArray } from "./arrays.js";
import { CONTROLS } from "./controls/index.js";
import { compile, locate, longestTexts, snapshot } from "./frames.js";
import { GAP, columnsIn, fittedRows, limitsOf, mainOf, ordered, places, sharedMargins, sharesOf, spanned } from "./layout.js";
import { open } from "./later.js";
import { spaceLetters } from "./lettering.js";
import { motion } from "./motion.js";
import { panelView } from "./panel.js";
import { SHEET, followPrint } from "./print.js";
import { widened } from "./reveal.js";
import { share } from "./share.js";
import { adoptStyle } from "./sheet.js";
import { steady } from "./steady.js";
import { KEEPS_KEYS, arrange, html, on, replace, set, setText } from "./svg.js";
import { followTheme, reducedMotion, themeOf } from "./theme.js";

const LETTERS = 14; // pixels of the letters for which panels are laid out; larger letters enlarge the whole panel
const PATIENCE = 1000; // ms after which words, tables and the menu come even if the browser is busy
const CHOSEN = ["choice", "toggle", "pick"]; // controls that show another value again when theirs is refused
const FLOWING = ["slider", "number", "textarea", "point", "points", "counts", "drawing"]; // controls whose values follow a hand
const QUICK = 120; // ms between two steps within which the second one is shown at once
const LONG = 24; // characters of a readout from which on it is no number to be set large and bold
const NOTHING = "–"; // what stands for no number
const SAY = 400; // ms without a change before a screen reader reads the caption

/** Whether a change of a control is a step, in which marks move to their new places. */
const steps = (control) => Boolean(control) && control.tween !== false && !FLOWING.includes(control.kind);

const decoded = (control) => (control.values ? { ...control, values: decodeArray(control.values), stops: decodeArray(control.stops) } : control);

/**
 * Show a scene in an element: `sceneOf` returns the current scene, the store holds the state, and `level` is the level of the heading.
 * `words` gives the module with words, tables and the menu (words.js), or a promise of it; a view without them is whole otherwise.
 * `host` adds functions to the view that depend on where it is; controls/ask.js and predictions.js use them.
 */
export function sceneView(element, sceneOf, store, level, words, host) {
  const { get, refuse } = store;
  const root = html("div", { class: "fewidgets", role: "group", ...KEEPS_KEYS });
  // The live region is separate from the visible caption: if it changed with every frame, a screen reader would never stop talking.
  root.innerHTML = `<div class="fw-head"><h${level} class="fw-title"></h${level}></div><div class="fw-controls"></div>
    <div class="fw-status"><p data-part="caption" class="fw-caption"></p><dl class="fw-readouts"></dl></div>
    <p data-part="offline" class="fw-note"></p><p data-part="message" class="fw-message" role="alert"></p>
    <div data-part="progress" class="fw-note"><progress aria-label="Progress"></progress><span></span></div>
    <div class="fw-grid-of-panels"></div><p data-part="announcement" class="fw-spoken" role="status"></p>`;
  const [head, strip, strap, offline, alert, bar, grid, spoken] = root.children;
  const [captionNode, numbers] = strap.children;
  const title = head.firstChild;
  const rest = html("div.rest");
  const folded = html("details.folded", html("summary", { ...KEEPS_KEYS }, "More"), rest);
  alert.id = `fw-message-${Math.random().toString(36).slice(2)}`; // there may be several widgets on a page
  let scene = { controls: [], readouts: [], panels: [] };
  let raw; // the scene as received, to notice when another one arrives
  let movers = new Map();
  let controls = [];
  let readouts = [];
  const panels = [];
  const opened = new Map(); // the value of each part of the state when it was first shown
  const moves = motion(grid);
  let picker, pointed, emphasised, caption, unsubscribe, laidOut, saying, printing;
  let held = false; // whether a pointer or a key is held down, so that each picture is shown at once
  let stepped = -Infinity; // when the last change was made
  let [stepping, awaited] = [false, false]; // whether the next picture is that of a step, and whether the kernel's next scene is
  let closed = false;
  let more; // the words, tables, tooltips and menu of this view
  let stage; // present mode, see present.js
  let flagged; // the control that the message is about
  let still = reducedMotion((less) => (still = less));

  const control = (name) => controls.find((each) => each.name === name);

  /** Change replay controls, and ask the kernel to change compute controls. */
  const change = (changes) => {
    const parts = [{}, {}];
    for (const name in changes) {
      const { visited } = control(name) ?? {};
      if (visited) changes = { [visited]: widened(get(visited), changes[name]), ...changes };
    }
    for (const name in changes) parts[control(name)?.compute ? 1 : 0][name] = changes[name];
    const now = performance.now();
    stepping = !held && !still && now - stepped > QUICK && Object.keys(changes).some((name) => steps(control(name)));
    stepped = now;
    if (Object.keys(parts[1]).length) awaited = stepping;
    if (!stepping) moves.stop();
    if (Object.keys(parts[0]).length) store.set(parts[0]);
    stepping = false;
    if (Object.keys(parts[1]).length) store.ask(parts[1], Object.keys(parts[1]).filter((name) => CHOSEN.includes(control(name).kind)));
  };

  /** Do something whose pictures are shown at once, without motion. */
  const atOnce = (act) => {
    const before = held;
    held = true;
    act();
    held = before;
  };

  const restore = (values) => {
    for (const mover of movers.values()) mover.pause?.();
    atOnce(() => change(Object.fromEntries([...values].filter(([name, value]) => share(value, get(name)) !== value))));
  };

  const view = {
    ...host,
    root,
    views: panels,
    compile,
    get,
    set: change,
    atOnce,
    rest: moves.stop,
    refuse,
    control,
    /** The node of a control. */
    node: (name) => movers.get(name)?.node,
    /** The full name for a shortened label. */
    whole: (label) => scene.whole?.[label] ?? label,
    update,
    /** Whether a control cannot be moved at the moment. */
    disabled: (name) => Boolean(control(name)?.compute && store.off(name)),
    /** Move a control to a value (a stepper may ask a question first). */
    move(name, value) {
      const { kind, snap, values } = control(name);
      if (kind === "stepper") return movers.get(name).go(value);
      if (snap) value = values.data[locate(control(name), value).index];
      if (value !== get(name)) change({ [name]: value });
    },
    /** The key that is highlighted in all panels. */
    picked: () => picker && get(picker.name),
    /** Highlight a key in all panels, or stop highlighting it. */
    pick(key) {
      if (picker?.options.includes(key)) change({ [picker.name]: get(picker.name) === key ? "" : key });
    },
    /** Go back to the state in which the view opened. */
    reset: () => restore(opened),
    style: (css) => adoptStyle(root, css),
    /** Take the scene anew, and lay all out again; `between` is called when the controls are there. */
    anew(between) {
      update();
      between?.();
      layout(true);
    },
    /** Remember the present state; the result goes back to it. */
    remember() {
      const before = new Map([...opened.keys()].map((name) => [name, get(name)]));
      return () => restore(before);
    },
    focus: () => root.querySelector("input[type=range]")?.focus({ preventScroll: true }),
    /** Highlight the nodes with the key that is pointed at or picked; `anew` if there are new nodes. */
    emphasise(anew) {
      const key = pointed || (picker && get(picker.name)) || "";
      if (key === emphasised && !anew) return;
      emphasised = key;
      root.classList.toggle("fw-following", key !== "");
      // Bars of other things than can be picked, such as the features beside a list of methods, do not fade.
      const pickable = (name) => picker?.options.includes(name);
      for (const { classList, dataset } of root.querySelectorAll("[data-key]")) {
        classList.toggle("fw-on", dataset.key === key);
        classList.toggle("fw-off", key && dataset.key !== key && pickable(dataset.key) === pickable(key));
      }
    },
    close() {
      clearTimeout(saying);
      moves.stop();
      hands.abort();
      for (const mover of movers.values()) mover.close?.();
      for (const panel of panels) panel.close();
      unsubscribe?.();
      closed = true;
      more?.close();
      stage?.close();
      observer.disconnect();
      strapBox.close();
      stopTheme();
      stopPrint();
      store.close();
      root.remove();
    },
  };

  const point = (key) => {
    if (pointed === key) return;
    pointed = key;
    view.emphasise();
  };
  const keyOf = (event) => event.target.closest?.("[data-key]")?.dataset.key;
  on(grid, "pointerover", (event) => point(event.buttons ? pointed : keyOf(event)));
  on(grid, "focusin", (event) => point(keyOf(event)));
  on(grid, "pointerleave focusout", () => point(undefined));
  on(grid, "click", (event) => keyOf(event) && view.pick(keyOf(event)));

  /** Show another scene, and leave unchanged parts alone. */
  function adopt(next) {
    raw = next;
    const old = scene;
    scene = share(old, next);
    if (scene === old) return;
    set(root, { "aria-label": scene.title });
    setText(title, scene.title);
    if (scene.controls !== old.controls) adoptControls(old.controls);
    if (scene.readouts !== old.readouts) adoptReadouts();
    caption = compile(scene.caption);
    let moved = scene.columns !== old.columns;
    for (const panel of panels.splice(scene.panels.length)) panel.close();
    scene.panels.forEach((spec, i) => {
      // In present mode, another panel stands in the place of one whose view may keep what belongs to its marks.
      const result = panels[i]?.spec.alone === spec.alone ? (panels[i]?.adopt(spec) ?? -1) : -1;
      if (result < 0) {
        panels[i]?.close();
        panels[i] = panelView(spec, view);
      }
      moved ||= result !== 0;
    });
    arrange(grid, ordered(scene.panels).map((i) => panels[i].figure));
    if (scene.panels !== old.panels) emphasised = undefined;
    if (moved && laidOut) layout(true);
  }

  function adoptControls(old) {
    const was = new Map(old.map((each) => [each.name, each]));
    const before = movers;
    movers = new Map();
    controls = scene.controls.map(decoded);
    picker = controls.find(({ kind }) => kind === "pick");
    scene.controls.forEach((spec, i) => {
      const { name, kind, compute } = spec;
      if (!(kind in CONTROLS)) return;
      let mover = before.get(name);
      if (was.get(name) !== spec) {
        if (mover?.adopt && was.get(name).kind === kind) mover.adopt(controls[i]);
        else {
          const fresh = CONTROLS[kind](controls[i], view);
          if (compute) fresh.node = html("fieldset.compute", fresh.node);
          if (mover) replace(mover.node, fresh.node);
          mover?.close?.();
          mover = fresh;
        }
      }
      before.delete(name);
      movers.set(name, mover);
    });
    for (const { name, idle } of scene.controls) if (movers.has(name)) set(movers.get(name).node, { hidden: idle });
    for (const mover of before.values()) mover.close?.();
    const elsewhere = new Set(sceneOf().panels.flatMap(({ marks }) => marks.map(({ field }) => field?.control))); // in a panel
    const nodes = (seldom) =>
      controls.flatMap(({ name, rare = false }) => (movers.has(name) && rare === seldom && !elsewhere.has(name) ? [movers.get(name).node] : []));
    arrange(rest, nodes(true));
    arrange(strip, [...nodes(false), ...(nodes(true).some(({ hidden }) => !hidden) ? [folded] : [])]);
    const questions = controls.flatMap(({ question, visited = [] }) => [visited, question?.switch ?? [], question?.record ?? []].flat());
    unsubscribe?.();
    const names = [...controls.map(({ name }) => name), ...questions];
    for (const name of names) if (!opened.has(name)) opened.set(name, get(name));
    unsubscribe = store.subscribe(names, update);
  }

  function adoptReadouts() {
    readouts = scene.readouts.map(({ label, text }, i) => {
      const node = numbers.children[i] ?? html("div", { "data-part": "readout" }, html("dt"), html("dd"));
      setText(node.firstChild, label);
      return { node, text: compile(text) };
    });
    arrange(numbers, readouts.map(({ node }) => node));
    strap.style.setProperty("--fw-count", readouts.length);
  }

  function layout(anew) {
    const { fontSize, letterSpacing } = getComputedStyle(root);
    const zoom = parseFloat(fontSize) / LETTERS;
    anew = spaceLetters(parseFloat(letterSpacing) / zoom || 0) || anew;
    const width = (printing ? SHEET : grid.clientWidth) / zoom;
    const nowhere = !(width > 0); // or not a number: outside a document, letters have no size
    if (nowhere) laidOut &&= -1; // nothing can be measured now: lay all out again when there is room
    if (nowhere || (width === laidOut && !anew)) return;
    const now = (view.now = snapshot(controls, get));
    write(now);
    if (width !== laidOut) {
      // The numbers are beside the caption where that is lower.
      strapBox.reset();
      say(...longestTexts(controls, get, [caption, ...readouts.map(({ text }) => text)]));
      const high = (beside) => {
        strap.classList.toggle("fw-beside", beside);
        return strap.offsetHeight;
      };
      strap.classList.toggle("fw-beside", high(true) < high(false));
      strapBox.keep();
      write(now);
    }
    laidOut = width;
    const specs = panels.map(({ spec }) => spec);
    const main = mainOf(specs);
    const weights = scene.columns;
    const count = columnsIn(width, weights.length);
    const placed = places(specs, count, weights.length);
    const shares = sharesOf(weights, count, width);
    const columns = shares.map((share) => (width - GAP * (count - 1)) * share);
    grid.style.gridTemplateColumns = shares.map((weight) => `minmax(0, ${weight}fr)`).join(" ");
    panels.forEach(({ figure }, i) => {
      const { row, column, row_span: rows, column_span: span } = placed[i];
      figure.style.gridArea = `${row + 1} / ${column + 1} / span ${rows} / span ${span}`;
    });
    const above = (strap.getBoundingClientRect().bottom - root.getBoundingClientRect().top) / zoom + 14;
    const limits = stage?.limits(zoom) ?? limitsOf(printing ? Infinity : width, above);
    const [room] = limits;
    for (const panel of panels) panel.reserve();
    const heads = panels.map(({ figure, body }) => (figure.offsetHeight - body.getBoundingClientRect().height) / zoom);
    const widths = placed.map(({ column, column_span: span }) => Math.floor(spanned(columns, column, span)));
    const margins = sharedMargins(placed, panels.map((panel, i) => panel.margins(widths[i])));
    const wanted = panels.map((panel, i) => panel.heightFor(widths[i], margins[i], now, heads[i]));
    const least = panels.map((panel, i) => Math.min(wanted[i], panel.least(widths[i], margins[i]) + heads[i]));
    const heights = fittedRows(placed, main, wanted, least, ...limits);
    panels.forEach((panel, i) => {
      const high = spanned(heights, placed[i].row, placed[i].row_span);
      panel.layout(widths[i], Math.floor((i === main ? Math.min(high, Math.max(room, least[i])) : high) - heads[i]), now, margins[i], zoom);
    });
    emphasised = undefined;
    update();
  }

  /** Connect the message with its control, so that a screen reader reads it when the control gets the focus. */
  function flag(name) {
    if (name === flagged) return;
    for (const each of [flagged, name])
      for (const node of movers.get(each)?.node.querySelectorAll("[data-control],.fw-field") ?? [])
        set(node, { "aria-invalid": each === name && "true", "aria-describedby": each === name && alert.id });
    flagged = name;
  }

  /** Tell a screen reader the caption when the hand rests, after which state is only the nearest. While a stepper plays, nothing is said. */
  function sayLater() {
    clearTimeout(saying);
    saying = setTimeout(() => {
      if ([...movers.values()].some((mover) => mover.playing?.())) return sayLater();
      setText(spoken, [store.status().nearest, captionNode.textContent].filter(Boolean).join(" "));
      more?.rest();
    }, SAY);
  }

  /** Add words, tables and the menu when the picture is there and the browser has time. */
  async function addWords() {
    await new Promise((go) => (globalThis.requestIdleCallback ?? setTimeout)(go, { timeout: PATIENCE }));
    try {
      const module = await words?.();
      if (!module || closed) return;
      more = open(module.words).words(view, head, grid);
      stage = module.present && open(module.present).present(view, head);
      update();
    } catch (problem) {
      console.warn("fewidgets shows no tables and no menu:", problem);
    }
  }

  /** Write what is above the panels, and set the controls. */
  function write(now) {
    for (const [name, mover] of movers) {
      const off = mover.node.tagName === "FIELDSET" && store.off(name);
      if (off !== false) set(mover.node, { disabled: Boolean(off), title: off || undefined });
      mover.update?.(now);
    }
    say(caption.at(now), ...readouts.map(({ text }) => text.at(now)));
  }

  function say(sentence, ...texts) {
    setText(captionNode, sentence);
    readouts.forEach(({ node }, i) => {
      setText(node.lastChild, texts[i]);
      set(node, { "data-empty": (!texts[i] || texts[i] === NOTHING) && "" });
      set(node.lastChild, { "data-long": texts[i].length > LONG && "" });
    });
  }

  function update() {
    const next = stage?.scene(sceneOf()) ?? sceneOf();
    const coming = next !== raw && view.wait?.(next);
    if (coming) return void coming.then(update, ({ message }) => refuse(message));
    const step = stepping || (awaited && next !== raw);
    if (next !== raw) awaited = false;
    if (step && laidOut) moves.step(() => draw(next));
    else moves.redraw(() => draw(next));
  }

  function draw(next) {
    if (next !== raw) adopt(next);
    if (!laidOut) return;
    const now = (view.now = snapshot(controls, get));
    const { off, message, wrong, busy, progress } = store.status();
    setText(offline, off && controls.some(({ compute }) => compute) ? off : "");
    setText(alert, message ?? "");
    flag(message ? wrong : undefined);
    set(bar, { hidden: !progress });
    if (progress) {
      bar.firstChild.value = progress[0];
      setText(bar.lastChild, progress[1]);
    }
    root.classList.toggle("fw-busy", Boolean(busy));
    write(now);
    for (const panel of panels) panel.update(now);
    more?.update();
    sayLater();
    view.emphasise();
  }

  element.append(root);
  // While something is dragged or a key repeats, each picture is shown at once.
  const hands = new AbortController();
  const watch = (events, node, holds) => {
    for (const event of events) node.addEventListener(event, (its) => (held = holds(its)), { capture: true, signal: hands.signal });
  };
  watch(["pointerdown"], root, () => true);
  watch(["keydown"], root, ({ repeat }) => repeat);
  watch(["pointerup", "pointercancel", "keyup", "blur"], globalThis, () => false);
  const strapBox = steady(strap);
  const stopTheme = followTheme(root, update);
  const stopPrint = followPrint((begins) => {
    if (begins === printing) return;
    moves.stop();
    printing = begins;
    root.dataset.theme = begins ? "light" : themeOf();
    stage?.print(begins);
    layout(true);
  });
  adopt(sceneOf());
  const observer = new ResizeObserver(() => layout());
  observer.observe(root);
  layout();
  addWords();
  return view;
}
