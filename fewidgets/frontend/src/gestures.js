// What a pointer means: a drag, a tap, or a finger that scrolls the page. A cancelled drag changes nothing.

import { on } from "./svg.js";

const STILL = 3; // pixels that a mouse may move during a click
const FINGER = 8; // pixels that a finger may move during a tap

const taken = new WeakSet(); // presses that an inner node follows
const isMouse = ({ pointerType }) => pointerType === "mouse";
const slack = (event) => (isMouse(event) ? STILL : FINGER);

/** How far a pointer has moved since another event, across and down, in pixels. */
const moved = (event, since) => [Math.abs(event.clientX - since.clientX), Math.abs(event.clientY - since.clientY)];

/** Whether a click ends where its press began, so that it is not the end of a drag. */
export const isStill = (event, press) => Boolean(press) && Math.max(...moved(event, press)) <= slack(press);

/**
 * What a movement means for a press that has not started a drag yet: "drag", "scroll" (the finger scrolls the page, if only sideways
 * movements drag), or undefined if it is too early to tell.
 */
export function meaningOf(event, press, sideways) {
  const [across, down] = moved(event, press);
  if (sideways ? across <= slack(press) : Math.max(across, down) <= slack(press))
    return sideways && !isMouse(press) && down > slack(press) ? "scroll" : undefined;
  return sideways && !isMouse(press) && down >= across ? "scroll" : "drag";
}

/**
 * Follow a pointer from its press until it is lifted. `press` gets the event and returns a function to call at every movement, or
 * nothing to ignore the press.
 *
 * A mouse acts when it is pressed. A finger may be about to scroll or to pinch the page, so it acts when it is lifted (a tap) or has
 * moved; with `sideways`, only a movement across drags. So does a mouse on a mark that a click picks. Escape, a second finger and a
 * pointercancel give the drag up: `undo` is called when a drag starts, and returns a function that restores what was there before.
 */
export function onDrag(node, press, options) {
  let drag;
  const end = () => {
    drag = undefined;
    removeEventListener("keydown", escape, true);
  };
  const giveUp = () => {
    const { back } = drag;
    end();
    back?.();
  };
  function escape(event) {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    giveUp();
  }
  const start = (event) => {
    drag.back = options.undo();
    node.setPointerCapture(event.pointerId);
    drag.move(event);
  };
  on(node, "pointerdown", (event) => {
    if (drag && event.pointerId !== drag.first.pointerId) giveUp();
    if (!event.isPrimary || event.button !== 0 || taken.has(event)) return;
    const move = press(event);
    if (!move) return;
    taken.add(event);
    const onMark = Boolean(event.target.closest("[data-key]"));
    drag = { first: event, move, onMark };
    addEventListener("keydown", escape, true);
    if (isMouse(event) && !onMark) start(event);
  });
  on(node, "pointermove", (event) => {
    if (event.pointerId !== drag?.first.pointerId) return;
    if (drag.back) return drag.move(event);
    const meaning = isMouse(event) && !(event.buttons & 1) ? "scroll" : meaningOf(event, drag.first, options.sideways);
    if (meaning === "drag") start(event);
    else if (meaning) end();
  });
  on(node, "pointerup", (event) => {
    if (event.pointerId !== drag?.first.pointerId) return;
    if (!drag.back && !drag.onMark) drag.move(event);
    end();
  });
  on(node, "pointercancel", (event) => event.pointerId === drag?.first.pointerId && giveUp());
}

/**
 * Keep a finger that begins on a node from scrolling the page, as long as `when` holds. The CSS property touch-action has no effect
 * inside an SVG, and on the whole SVG it would keep the page from scrolling everywhere in the panel.
 */
export function claimTouch(node, when) {
  const claim = (event) => event.cancelable && event.touches.length === 1 && when() && event.preventDefault();
  node.addEventListener("touchstart", claim, { passive: false });
}
