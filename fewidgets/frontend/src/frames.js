// Channels: constants, frames over controls, and templates. Each is compiled once into a function of the state.

import { decodeArray, isEncodedArray } from "./arrays.js";
import { formatNumber } from "./numbers.js";
import { passed, widened } from "./reveal.js";
import { clamp } from "./svg.js";

const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

/** The index of the frame at or below a control's state, and the fraction of the way to the next (fewidgets/scene/controls/replay.py). */
export function locate(control, state) {
  switch (control.kind) {
    case "slider": {
      const values = control.values.data;
      const last = values.length - 1;
      const value = clamp(state, values[0], values[last]);
      const low = values.findLastIndex((each) => each <= value);
      if (low === last) return { index: last, fraction: 0 };
      const fraction = (value - values[low]) / (values[low + 1] - values[low]);
      return control.interpolate ? { index: low, fraction } : { index: low + (fraction > 0.5 ? 1 : 0), fraction: 0 };
    }
    case "choice":
      return { index: Math.max(0, control.options.indexOf(state)), fraction: 0 };
    case "pick":
      return { index: control.options.indexOf(state) + 1, fraction: 0 };
    case "toggle":
      return { index: state ? 1 : 0, fraction: 0 };
    case "stepper":
      return { index: clamp(state, 0, control.length - 1), fraction: 0 };
    case "block":
      return { index: state[0] * control.columns + state[1], fraction: 0 };
    default:
      return { index: 0, fraction: 0 };
  }
}

/** The state as channels read it: the value and the located frame of each control, by name. */
export function snapshot(controls, get) {
  const state = {};
  const located = {};
  for (const control of controls) {
    const { name } = control;
    state[name] = get(name);
    const { visited, values } = control;
    located[name] = { ...locate(control, state[name]), places: values?.data, span: visited && widened(get(visited), state[name]) };
  }
  return { state, located };
}

const SAMPLES = 40; // positions of a control at which the longest text is looked for

/** Some values of a replay control, its ends included. */
function valuesOf({ kind, options, length, values }) {
  const all = { choice: options, pick: options && ["", ...options], toggle: [false, true], stepper: [...Array(length ?? 0).keys()], slider: values?.data }[kind] ?? [];
  const count = Math.min(all.length, SAMPLES);
  return Array.from({ length: count }, (_, i) => all[Math.round((i * (all.length - 1)) / Math.max(1, count - 1))]);
}

/** The longest form of each text while controls move, one after another; the first text decides where the others stay. */
export function longestTexts(controls, get, texts) {
  const longest = texts.map(() => "");
  const chosen = new Map();
  for (const { name, ...control } of controls) {
    for (const value of [get(name), ...valuesOf(control)]) {
      const shot = snapshot(controls, (each) => (each === name ? value : (chosen.get(each) ?? get(each))));
      const said = texts.map((text) => text.at(shot));
      if (said[0].length > longest[0].length) chosen.set(name, value);
      said.forEach((text, i) => text.length > longest[i].length && (longest[i] = text));
    }
  }
  return longest;
}

/**
 * Compile a channel into {constant, whole, at(snapshot)}.
 * For frames that are arrays, `at` returns a typed array, whose buffer the next call overwrites; for scalar frames, a number.
 */
export function compile(channel) {
  if (isEncodedArray(channel)) {
    const { data, shape } = decodeArray(channel);
    const value = shape.length ? data : data[0];
    return { constant: true, shape, whole: !(data instanceof Float32Array || data instanceof Float64Array), at: () => value };
  }
  if (isObject(channel) && "frames" in channel) return compileFrames(channel);
  if (isObject(channel) && "of" in channel) return compileRevealed(channel);
  if (isObject(channel) && "control" in channel) {
    return { constant: false, whole: channel.whole ?? false, at: ({ state }) => state[channel.control] };
  }
  if (isObject(channel) && "template" in channel) return compileTemplate(channel);
  const value = channel === null ? undefined : channel;
  return { constant: true, whole: Number.isInteger(value), at: () => value };
}

/** The part of a channel that a control has passed; its points belong to the values `at` of the control, or to its frames. */
function compileRevealed({ of, reveal, at, blend, hold }) {
  const all = compile(of);
  const given = compile(at).at();
  return {
    at(shot) {
      const { span, places } = shot.located[reveal];
      const values = all.at(shot);
      return passed(values, given ?? places ?? [...values.keys()], span, blend, hold);
    },
  };
}

function compileFrames({ frames, over, hold, between }) {
  const lookUp = isEncodedArray(frames) ? arrayFrames(frames, over, hold) : listFrames(frames, over);
  if (between === undefined) return lookUp;
  const inBetween = isEncodedArray(between) ? arrayFrames(between, over, true) : listFrames(between, over);
  return {
    ...lookUp,
    constant: false,
    at: (shot) => (shot.located[over[0]].fraction > 0 ? inBetween.at(shot) : lookUp.at(shot)),
  };
}

function listFrames(frames, over) {
  const compiled = (level, depth) =>
    depth === over.length ? compile(level) : level.map((next) => compiled(next, depth + 1));
  const tree = compiled(frames, 0);
  const leaf = (shot) => over.reduce((level, name) => level[shot.located[name].index], tree);
  return { constant: false, whole: false, at: (shot) => leaf(shot).at(shot) };
}

function arrayFrames(encoded, over, hold) {
  const { shape, data } = decodeArray(encoded);
  const frameShape = shape.slice(over.length);
  const size = frameShape.reduce((product, length) => product * length, 1);
  const strides = over.map((_, depth) => shape.slice(depth + 1).reduce((product, length) => product * length, 1));
  const whole = !(data instanceof Float32Array || data instanceof Float64Array);
  const blended = new Float64Array(size);

  // Add the frame at `offset` times `weight`. Where a control is between two frames, add both of them with their shares.
  const add = (shot, depth, offset, weight) => {
    if (depth === over.length) {
      for (let i = 0; i < size; i++) blended[i] += weight * data[offset + i];
      return;
    }
    const { index, fraction } = shot.located[over[depth]];
    const here = offset + index * strides[depth];
    if (fraction === 0) {
      add(shot, depth + 1, here, weight);
      return;
    }
    add(shot, depth + 1, here, weight * (1 - fraction));
    add(shot, depth + 1, here + strides[depth], weight * fraction);
  };

  const at = (shot) => {
    const moving = !hold && over.some((name) => shot.located[name].fraction > 0);
    if (!moving) {
      let offset = 0;
      over.forEach((name, depth) => (offset += shot.located[name].index * strides[depth]));
      return frameShape.length ? data.subarray(offset, offset + size) : data[offset];
    }
    blended.fill(0);
    add(shot, 0, 0, 1);
    return frameShape.length ? blended : blended[0];
  };
  return { constant: false, whole, shape: frameShape, at };
}

function compileTemplate({ template, fields, digits }) {
  const text = compile(template);
  const values = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, compile(field)]));
  return {
    constant: false,
    whole: false,
    at: (shot) =>
      text.at(shot).replace(/\{(\w+)\}/g, (_, name) => {
        const value = values[name].at(shot);
        return typeof value === "string" ? value : formatNumber(value, digits, values[name].whole);
      }),
  };
}
