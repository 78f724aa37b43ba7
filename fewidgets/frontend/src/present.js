// Present mode (../static/present.js): large letters and one panel at a time, for a projector. Controls, numbers and caption stay.
// The renderer loads it together with the words. A scene asks for it (`present`), or a person does in the menu.

import { alone, groups, meaning } from "./alone.js";
import { clamp, html, on, onKeys, set, setText } from "./svg.js";
import css from "./present.css";

// Pixels that a screen loses above and below the view: in a notebook, on a page, and in full screen.
const [NOTEBOOK, PAGE, FULL] = [150, 44, 36];
const LETTERS = 14; // as in view.js
// Share of the screen above a panel from which on all of that stands beside it. A picture that keeps its proportions needs the
// height, and so do more bars than this.
const [CROWDED, SQUARE, MANY] = [0.36, 0.2, 15];
const FILLED = 0.8; // share of the screen that a panel asks for; the layout gives what is left below the caption

/** Add present mode to a view, with its buttons in `head`. */
export function present(view, head) {
  const { root } = view;
  const button = (label, sign, act) => {
    const node = html("button", { "aria-label": label, title: label }, sign);
    on(node, "click", act);
    return node;
  };
  const back = button("Previous panel (P or Page Up)", "‹", () => show(at - 1));
  const onward = button("Next panel (N or Page Down)", "›", () => show(at + 1));
  const place = html("span.place", { "aria-hidden": "true" });
  const said = html("span.spoken", { role: "status" });
  const pages = html("span.pages", back, place, onward);
  const full = button("Full screen (F)", "⛶", () => fill());
  const leave = button("Leave present mode (Escape)", "✕", () => turn(false));
  const node = html("div.stage", { role: "group", "aria-label": "Present mode" }, pages, full, leave, said);
  let shown = false;
  let paused = false; // while the page is printed
  let at = 0;
  let wanted, raw, made, size;

  const isFull = () => root.getRootNode().fullscreenElement === root;
  const room = () => (innerHeight - (isFull() ? FULL : view.other ? NOTEBOOK : PAGE)) / (parseFloat(getComputedStyle(root).fontSize) / LETTERS);
  const fill = () => document.fullscreenEnabled && (isFull() ? document.exitFullscreen() : root.requestFullscreen());
  const fresh = () => {
    raw = undefined;
    view.anew(settle);
  };
  /** Put controls, caption and numbers beside the panel if they would leave it too little room. */
  function settle() {
    root.classList.remove("fw-aside");
    const [, strip, strap] = root.children;
    const above = strap.getBoundingClientRect().bottom - strip.getBoundingClientRect().top;
    const letters = parseFloat(getComputedStyle(root).fontSize) / LETTERS;
    const [panel] = made.panels;
    const tall = panel?.aspect || panel?.marks.some(({ names }) => names?.length > MANY);
    const [{ figure, body, least }] = view.views.length ? view.views : [{}];
    const top = root.getBoundingClientRect().top;
    const needs = panel && (body.getBoundingClientRect().top - top) / letters + least(figure.offsetWidth / letters);
    const crowded = panel && (above / letters > (tall ? SQUARE : CROWDED) * room() || needs > room());
    root.classList.toggle("fw-aside", Boolean(shown && !paused && innerWidth > innerHeight && crowded));
  }

  function turn(on) {
    if (on === shown) return;
    style(on);
    fresh();
    if (!on) head.querySelector(".fw-more")?.focus({ preventScroll: true });
  }

  function style(on) {
    shown = on;
    root.classList.toggle("fw-present", on);
    set(root, { tabindex: on ? -1 : undefined });
    set(full, { hidden: !document.fullscreenEnabled });
    if (on) head.firstChild.after(node);
    else node.remove();
    view.also = on ? [["Leave present mode", () => turn(false)]] : [["Present", () => turn(true)]];
  }

  function show(to) {
    const known = groups(raw);
    const goal = clamp(to, 0, Math.max(0, known.length - 1));
    if (goal === at) return;
    at = goal;
    const title = known[at].map((i) => raw.panels[i].title).join("; ");
    fresh();
    setText(said, `Panel ${at + 1} of ${known.length}: ${title}`);
    if (!root.contains(root.getRootNode().activeElement)) root.focus({ preventScroll: true });
  }

  const resized = () => shown && Math.abs(room() - size) > 1 && fresh();
  addEventListener("resize", resized);
  on(root, "fullscreenchange", resized);
  onKeys(root, ({ key, target }) => {
    if (!shown || target.matches("input:not([type=range],[type=checkbox],[type=radio]),textarea,select,dialog *")) return;
    const act = meaning(key, at, groups(raw).length);
    if (act === "leave") return isFull() ? undefined : () => turn(false);
    if (act === "full") return fill;
    return act === undefined ? undefined : () => show(act);
  });
  view.style(css);
  style(false);

  return {
    /** The scene to show instead of the one that was received. */
    scene(next) {
      if (next.present !== wanted) {
        wanted = next.present;
        if (Boolean(wanted) !== shown) {
          style(Boolean(wanted));
          requestAnimationFrame(fresh); // the letters have another size now
        }
      }
      if (!shown || paused) return next;
      if (next === raw) return made;
      raw = next;
      const count = groups(next).length;
      at = clamp(at, 0, Math.max(0, count - 1));
      size = room();
      set(pages, { hidden: count < 2 });
      set(back, { disabled: at === 0 });
      set(onward, { disabled: at === count - 1 });
      setText(place, `${at + 1} / ${count}`);
      return (made = alone(next, at, FILLED * size));
    },
    /** How high the panel may be, in pixels of its layout; undefined outside of present mode. */
    limits(zoom) {
      if (!shown || paused) return undefined;
      const [top, first] = [root, root.querySelector(".fw-grid-of-panels")].map((each) => each.getBoundingClientRect().top);
      return [room() - (first - top) / zoom, Infinity];
    },
    /** Show all panels while the page is printed, and one again afterwards. */
    print(begins) {
      if (!shown) return;
      paused = begins;
      fresh();
    },
    close: () => removeEventListener("resize", resized),
  };
}
