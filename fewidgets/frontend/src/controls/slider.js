// A slider over real values, for frames or for the kernel. Values can also be typed. The native input handles the mouse and
// screen readers, and track.js handles touch. Keys are handled here: a step is a hundredth of the track, and PageUp and PageDown
// go to stops.

import { compile } from "../frames.js";
import { formatNumber } from "../numbers.js";
import { makeScale } from "../scales.js";
import { clamp, html, onKeys } from "../svg.js";
import { numberField, problemOf } from "./field.js";
import { onTrack } from "./track.js";

/** The stop after (or before) a value, or the track's end if there is none. */
export function nextStop(stops, value, direction, low, high) {
  const slack = 1e-9 * (high - low);
  const ahead = [...stops].filter((stop) => (stop - value) * direction > slack).sort((a, b) => (a - b) * direction);
  return ahead[0] ?? (direction > 0 ? high : low);
}

const ENDS = 1000; // length of the track in the units of the native input

export function slider(control, view) {
  const { name, label: title, kind: type } = control;
  const typed = type === "number";
  const input = html("input", {
    type: "range", min: 0, max: ENDS, step: "any", "aria-label": title, "data-control": name,
  });
  // A number for the kernel may be outside the track; the kernel then explains what is wrong.
  const take = (value, text) => {
    const problem = typed && !Number.isNaN(value) ? "" : problemOf(value, text, [low, high]);
    if (problem) view.refuse(`${title} ${problem}`, name);
    else view.set({ [name]: steps && !control.compute ? near(value) : control.whole ? Math.round(value) : value });
    return !typed && !problem;
  };
  const ticks = html("div.stops", { "aria-hidden": "true" });
  const node = html("div.control.slider", html("span.name-text", title), html("div.track", input, ticks));
  let low, high, stops, steps, kind, track, painted;

  const adopt = (next) => {
    control = next;
    const values = typed ? [control.low, control.high] : control.values.data;
    [low, high] = [values[0], values[values.length - 1]];
    stops = control.stops?.data ?? [];
    steps = typed || control.interpolate ? undefined : [...values]; // jump from frame to frame
    kind = compile(control.scale);
    painted = undefined;
  };
  const near = (value) => steps.reduce((best, step) => (Math.abs(step - value) < Math.abs(best - value) ? step : best));
  const tidy = (value) => (steps ? near(value) : !typed ? value : control.whole ? Math.round(value) : Number(value.toPrecision(control.digits)));
  const current = () => view.get(name);
  const go = (value) => view.move(name, clamp(tidy(value), low, high));
  const valueAt = (place) => (place <= 0 ? low : place >= ENDS ? high : track.invert(place));
  const nudge = (by) => {
    if (steps) return go(nextStop(steps, current(), by, low, high));
    const goal = valueAt(track(current()) + by);
    const least = control.whole ? Math.sign(by) : 0;
    go(Math.abs(goal - current()) < Math.abs(least) ? current() + least : goal);
  };

  const show = () => (input.value = clamp(track(current()), 0, ENDS));
  onTrack(input, (place) => go(valueAt(place)), view.remember, show);
  const jump = (by) => {
    if (typed) nudge(100 * by);
    else go(nextStop(stops, current(), by, low, high));
  };
  onKeys(input, ({ key, shiftKey }) => {
    const step = shiftKey ? 1 : 10;
    return {
      ArrowRight: () => nudge(step),
      ArrowUp: () => nudge(step),
      ArrowLeft: () => nudge(-step),
      ArrowDown: () => nudge(-step),
      PageUp: () => jump(1),
      PageDown: () => jump(-1),
      Home: () => go(low),
      End: () => go(high),
    }[key];
  });
  adopt(control);
  const field = numberField(`${title}, typed`, low < 0, current, take);
  node.append(field.node);

  return {
    node,
    adopt,
    update(shot) {
      const now = kind.at(shot);
      if (now !== painted) {
        painted = now;
        track = makeScale(now, [low, high], [0, ENDS], Math.max(control.floor ?? low, low));
        ticks.replaceChildren(...Array.from(stops, (stop) => html("i", { style: `left:${(100 * track(stop)) / ENDS}%` })));
      }
      const value = shot.state[name];
      const { span = [low, high] } = shot.located[name];
      [...ticks.children].forEach((tick, i) => (tick.hidden = stops[i] < span[0] || stops[i] > span[1]));
      show();
      const text = formatNumber(value, control.digits, Number.isInteger(value) && !control.interpolate);
      field.show(text);
      input.setAttribute("aria-valuetext", text);
    },
  };
}
