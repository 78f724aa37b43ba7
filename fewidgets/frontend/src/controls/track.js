// The track of a native slider. The browser moves its thumb for a mouse, for keys and for screen readers. Fingers are followed here,
// because Chromium moves a native slider as soon as a finger touches it, even if the finger goes on to scroll the page.

import { onDrag } from "../gestures.js";
import { clamp, on, set } from "../svg.js";

const MANUAL = "Slider: drag it, or press an arrow key, Home or End. Page Up and Page Down go farther, or to the marks below it.";
const THUMB = 24; // width of the thumb in pixels; it stays within the track

/** Follow a slider: `go` gets the new value in the input's own units, `undo` is as in `onDrag`, and `show` shows the present value again. */
export function onTrack(input, go, undo, show) {
  let touched = false;
  set(input, { "data-manual": MANUAL });
  on(input, "pointerdown", ({ pointerType }) => (touched = pointerType !== "mouse"));
  on(input, "pointerup pointercancel", () => (touched = false));
  on(input, "input", () => (touched ? show() : go(Number(input.value))));
  const slide = ({ clientX }) => {
    const { left, width } = input.getBoundingClientRect();
    const share = clamp((clientX - left - THUMB / 2) / (width - THUMB), 0, 1);
    go(Number(input.min) + share * (input.max - input.min));
  };
  onDrag(input, () => touched && slide, { sideways: true, undo });
}
