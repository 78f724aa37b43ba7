// A slider over real values. The native input keeps touch, drag and screen readers; its keys are ours, so that a step is a
// hundredth of the track and PageUp and PageDown go to the stops.

import { compile } from "../frames.js";
import { formatNumber } from "../numbers.js";
import { makeTrack } from "../scales.js";
import { html, setText } from "../svg.js";

/** The stop after (or before) a value; the track's end where there is none. */
export function nextStop(stops, value, direction, low, high) {
  const slack = 1e-9 * (high - low);
  const ahead = [...stops].filter((stop) => (stop - value) * direction > slack).sort((a, b) => (a - b) * direction);
  return ahead[0] ?? (direction > 0 ? high : low);
}

const ENDS = 1000;

export function slider(control, view) {
  const { name, label, digits } = control;
  const values = control.values.data;
  const stops = control.stops.data;
  const [low, high] = [values[0], values[values.length - 1]];
  const kind = compile(control.scale);
  const input = html("input", {
    type: "range", min: 0, max: ENDS, step: "any", "aria-label": label || name, "data-control": name, "data-lm-suppress-shortcuts": "true",
  });
  const output = html("output", { class: "fw-value-text" });
  const ticks = html("div", { class: "fw-stops", "aria-hidden": "true" });
  const node = html("div", { class: "fw-control fw-slider" }, html("span", { class: "fw-name-text" }, label || name), html("div", { class: "fw-track" }, input, ticks), output);
  let track;
  let painted;

  const current = () => view.get(name);
  const go = (value) => view.move(name, Math.min(Math.max(value, low), high));
  const nudge = (fraction) => go(track.valueAt(Math.min(Math.max(track.fractionOf(current()) + fraction, 0), 1)));

  input.addEventListener("input", () => go(track.valueAt(Number(input.value) / ENDS)));
  input.addEventListener("keydown", (event) => {
    const step = event.shiftKey ? 0.001 : 0.01;
    const act = {
      ArrowRight: () => nudge(step),
      ArrowUp: () => nudge(step),
      ArrowLeft: () => nudge(-step),
      ArrowDown: () => nudge(-step),
      PageUp: () => go(nextStop(stops, current(), 1, low, high)),
      PageDown: () => go(nextStop(stops, current(), -1, low, high)),
      Home: () => go(low),
      End: () => go(high),
    }[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  });

  return {
    node,
    update(shot) {
      const now = kind.at(shot);
      if (now !== painted) {
        painted = now;
        track = makeTrack(now, low, high, control.floor);
        ticks.replaceChildren(...Array.from(stops, (stop) => html("i", { style: `left:${100 * track.fractionOf(stop)}%` })));
      }
      const value = shot.state[name];
      input.value = ENDS * track.fractionOf(value);
      const text = formatNumber(value, digits);
      setText(output, text);
      input.setAttribute("aria-valuetext", text);
    },
    close() {},
  };
}
