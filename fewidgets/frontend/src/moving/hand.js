// What marks have in common whose parts a hand takes up and puts elsewhere: one tab stop, a line that screen readers read, and presses.

import { claimTouch, isStill, onDrag } from "../gestures.js";
import { html, on, set, setText } from "../svg.js";
import css from "./moving.css";

const TAPPED = 500; // ms after a tap in which a click is the same tap

/**
 * Let a hand reach the parts in `group`; `parts` lists them as {node}. `acts` says what happens: `at` finds the part under a pointer,
 * `tap` is a click or a tap on a part, `begin` returns what a drag of a part does at each movement, `undo` is as in `onDrag`, `leave`
 * comes when the hand goes elsewhere on the page, `enter` when a part gets the focus, and `beside` with a click in the rest of the panel.
 * While `scrolls` says so, a finger that moves up or down scrolls the page.
 */
export function hand(panel, group, name, parts, { at, tap, begin, undo, leave, enter, beside, scrolls = () => false }) {
  const { view, figure, root } = panel;
  const spoken = html("p.spoken", { role: "status" });
  let tapped = 0;
  let press;
  view.style(css);
  figure.append(spoken);

  onDrag(group, (event) => {
    const i = at(event);
    if (view.disabled(name) || i === undefined) return;
    let move;
    return (moved) => {
      if (moved.type === "pointerup") {
        tapped = moved.timeStamp;
        tap(i);
      } else if (move || !isStill(moved, event) || moved.pointerType !== "mouse") (move ??= begin(i, event))(moved);
    };
  }, { undo, get sideways() { return scrolls(); } });
  claimTouch(group, () => !view.disabled(name) && !scrolls());
  const note = (event) => (press = event);
  const click = (event) => {
    if (view.disabled(name) || !isStill(event, press)) return;
    if (!group.contains(event.target)) return beside?.(event);
    const i = at(event);
    if (i !== undefined && event.timeStamp - tapped > TAPPED) tap(i);
  };
  on(root, "pointerdown", note);
  on(root, "click", click);
  on(group, "focusin", ({ target }) => {
    const i = parts.findIndex(({ node }) => node === target);
    enter?.(i);
    if (i >= 0) hands.choose(i);
  });
  on(group, "focusout", ({ relatedTarget }) => relatedTarget && !figure.contains(relatedTarget) && leave(true));
  const outside = (event) => event.composedPath().includes(figure) || leave();

  const hands = {
    /** The part that Tab reaches. */
    active: 0,
    choose(i, focus) {
      hands.active = i;
      parts.forEach(({ node }, k) => set(node, { tabindex: k === i ? 0 : -1 }));
      if (focus) parts[i].node.focus({ preventScroll: true });
    },
    say: (text) => setText(spoken, text),
    /** Something is taken up, until `free`. */
    hold: () => addEventListener("pointerdown", outside, true),
    free: () => removeEventListener("pointerdown", outside, true),
    close() {
      hands.free();
      spoken.remove();
      root.removeEventListener("pointerdown", note);
      root.removeEventListener("click", click);
    },
  };
  return hands;
}
