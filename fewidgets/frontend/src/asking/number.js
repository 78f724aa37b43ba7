// A number: a slider and a field, and afterwards both numbers on a line.

import { numberField } from "../controls/field.js";
import { onTrack } from "../controls/track.js";
import { formatNumber } from "../numbers.js";
import { makeScale } from "../scales.js";
import { clamp, html, on, onKeys, set } from "../svg.js";
import { countBars } from "../classpage/counting.js";

const ENDS = 1000; // length of the track in the units of the native input
const KEYS = 100; // steps from end to end with the arrow keys, where no step is declared

/** Round as the form declares: to its step, or else to what a track can tell. */
export function tidy(value, { low, high, step }) {
  const rounded = step ? low + Math.round((value - low) / step) * step : Number(value.toPrecision(3));
  return clamp(Number(rounded.toPrecision(12)), low, high);
}

/** A number, or the distance between two, with its unit, as Python writes it. */
export function written(value, { step, unit }, between = false) {
  const text = formatNumber(value, 3, Number.isInteger(value) && Number.isInteger(step));
  const many = between && unit === "%" ? "percentage points" : unit;
  const said = text === "1" && /^(percentage )?[a-z]{3,}s$/.test(many) ? many.slice(0, -1) : many; // 1 step, 2 steps
  return said ? `${text} ${said}` : text;
}

function numberForm(form, { id, view, change }) {
  const { low, high, step, scale, unit } = form;
  const track = makeScale(scale, [low, high], [0, ENDS], low);
  const input = html("input", { type: "range", min: 0, max: ENDS, step: "any", "aria-labelledby": id });
  let answer = null;
  const go = (value) => change(tidy(clamp(value, low, high), form));
  const field = numberField("Your prediction, typed", low < 0, () => answer, (value, text) => {
    if (Number.isNaN(value)) view.refuse(text.trim() ? `Your prediction must be a number; got “${text}”.` : "", "answer");
    else if (value < low || value > high) view.refuse(`Your prediction must be between ${written(low, form)} and ${written(high, form)}.`, "answer");
    else {
      view.refuse("", "answer");
      change(step ? tidy(value, form) : value);
    }
  });
  const show = () => (input.value = answer === null ? ENDS / 2 : track(answer));
  // A thumb that is pressed where it stands does not move: then the browser reports no input.
  on(input, "pointerup", ({ pointerType }) => answer === null && pointerType === "mouse" && go(track.invert(Number(input.value))));
  onTrack(input, (place) => go(track.invert(place)), () => ((before) => () => change(before))(answer), show);
  const nudge = (by) => {
    const from = answer ?? track.invert(ENDS / 2);
    const goal = track.invert(clamp(track(from) + (by * ENDS) / KEYS, 0, ENDS));
    const least = step ? Math.sign(by) * step : 0;
    go(Math.abs(goal - from) < Math.abs(least) ? from + least : goal);
  };
  onKeys(input, ({ key }) => ({
    ArrowRight: () => nudge(1), ArrowUp: () => nudge(1), ArrowLeft: () => nudge(-1), ArrowDown: () => nudge(-1),
    PageUp: () => nudge(10), PageDown: () => nudge(-10), Home: () => go(low), End: () => go(high),
  })[key]);
  const ends = html("div.ends", { "aria-hidden": "true" }, html("span", written(low, form)), html("span", written(high, form)));
  return {
    node: html("div.number-form", html("div.number-track", input, ends), html("label.number-typed", field.node, unit ? html("span", unit) : "")),
    focus: () => input.focus(),
    show(now) {
      answer = now;
      show();
      input.classList.toggle("fw-unset", now === null);
      const text = now === null ? "" : formatNumber(now, 3, Number.isInteger(now) && (!step || Number.isInteger(step)));
      field.show(text);
      set(input, { "aria-valuetext": now === null ? "no answer yet" : written(now, form) });
      return "Move the slider or type a number first.";
    },
  };
}

/** Both numbers on a line, with the distance between them. */
function numberShown(form, { mark }, answer) {
  const { low, high, scale } = form;
  const place = makeScale(scale, [low, high], [0, 100], low);
  const at = (value) => clamp(place(value), 0, 100);
  const node = html("div.number-line");
  const point = (kind, value, text) => {
    const share = at(value);
    const label = html("span", text);
    set(label, { style: `left:${share}%;transform:translateX(-${share}%)` });
    const dot = html("i");
    set(dot, { style: `left:${share}%` });
    return html(`div.${kind}`, label, dot);
  };
  const rail = html("div.rail", { "aria-hidden": "true" });
  if (answer !== null) {
    const [from, to] = [at(answer), at(mark)].sort((a, b) => a - b);
    const gap = html("b");
    set(gap, { style: `left:${from}%;width:${to - from}%;transform-origin:${answer < mark ? "left" : "right"}` });
    rail.append(gap);
    node.append(point("point-yours", answer, `you: ${written(answer, form)}`));
  }
  node.append(rail, point("point-truth", mark, `truth: ${written(mark, form)}`));
  const ends = html("div.ends", html("span", written(low, form)), html("span", written(high, form)));
  return html("div.number-shown", node, ends);
}

/** Grade with the rules of `Estimate.rules`. */
function revealNumber({ truth, because, near, bands, below, above, mark }, form, value) {
  const log = form.scale === "log";
  const distance = log ? Math.max(value / mark, mark / value) : Math.abs(value - mark);
  const slack = log ? near * (1 + 1e-12) : near + 1e-12 * (form.high - form.low);
  const exact = value === mark;
  const isRight = distance <= slack;
  const told = `${log ? `${formatNumber(distance, 3)} times` : written(distance, form, true)} too ${value > mark ? "high" : "low"}`;
  const band = bands.find(([low, high]) => (low === null || value >= low) && (high === null || value <= high));
  return {
    outcome: isRight ? "right" : "wrong",
    lead: exact ? "Right." : isRight ? "Close enough." : "Not quite.",
    yours: `You predicted ${written(value, form)}${exact ? "" : `, ${told}`}.`,
    reason: isRight ? because : (band?.[2] ?? (value < mark ? below : above)),
    truth: exact ? undefined : truth,
    because: isRight ? undefined : because,
    mark,
  };
}

export const asked = { form: numberForm, shown: numberShown, reveal: revealNumber };

/** The bar of a number is the one that begins at or below it; the last one includes its end. */
function barOf({ labels, ends, range: [low, high] }, value) {
  const place = ends.filter((end) => end <= value + 1e-9 * (high - low)).length - 1;
  return Math.min(Math.max(place, 0), labels.length - 1);
}

export const counted = { bars: (question, answers, truth) => countBars(question.labels, answers, truth, ([value]) => [barOf(question, value)]) };
