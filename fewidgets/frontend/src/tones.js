// Lines as tones: time goes along x, and pitch follows y. Lines sound one after another, and nothing sounds by itself.

import { isKnown } from "./data/known.js";
import { set, svg } from "./svg.js";

const SECONDS = 2.5; // of a line
const STEPS = 100; // frequencies in a second
const MOST = 4; // lines that sound
const [LOWEST, OCTAVES] = [160, 2.5]; // Hz
const [LOUDNESS, FADE] = [0.12, 0.02]; // of the device's volume; seconds of silence to sound

let context;

/** The frequency (Hz) at each of `count` times: the tone slides from point to point, and is 0 where y is unknown. */
export function tonesOf(x, y, [left, right], [low, high], count) {
  let k = 0;
  return Float32Array.from({ length: count }, (_, i) => {
    const at = left + ((right - left) * i) / (count - 1);
    while (k < x.length - 2 && x[k + 1] < at) k++;
    const share = (at - x[k]) / (x[k + 1] - x[k] || 1);
    const level = (y[k] + (y[k + 1] - y[k]) * share - low) / (high - low || 1);
    return share >= 0 && share <= 1 && isKnown(level) ? LOWEST * 2 ** (OCTAVES * level) : 0;
  });
}

const ends = (all) => {
  const known = all.flat().filter(isKnown);
  return [Math.min(...known), Math.max(...known)];
};

/** The lines that can sound: those whose x increases. */
export const linesOf = (parts) => parts.filter(({ kind, x }) => kind === "line" && x.length > 2 && x.every((value, i) => !(value < x[i - 1])));

/** The few of many lines that sound: the one with the picked key, or those with the largest values, in their order. */
export function chosenOf(lines, picked) {
  const one = lines.filter(({ key }) => key && key === picked);
  const size = ({ y }) => Math.max(0, ...y.filter(isKnown).map(Math.abs));
  const largest = [...lines].sort((a, b) => size(b) - size(a)).slice(0, MOST);
  return one.length ? one : lines.filter((line) => largest.includes(line));
}

/** Play a panel's lines; `tell` writes which one sounds. Returns a function that ends it. */
export function playTones(panel, parts, picked, tell) {
  const lines = chosenOf(linesOf(parts), picked);
  const [across, up] = [ends(lines.map(({ x }) => x)), ends(lines.map(({ y }) => y))];
  const cursor = svg("line.playhead", {}, panel.root);
  let voice, moving;
  const stop = () => {
    cancelAnimationFrame(moving);
    cursor.remove();
    if (voice) voice.onended = undefined;
    voice?.stop();
    voice = undefined;
  };
  const next = (i) => {
    if (i === lines.length) return stop();
    const { title, x, y } = lines[i];
    const [frequencies, loudness] = [tonesOf(x, y, across, up, SECONDS * STEPS), context.createGain()];
    voice = context.createOscillator();
    const start = context.currentTime;
    voice.frequency.setValueCurveAtTime(frequencies.map((each) => each || LOWEST), start, SECONDS);
    loudness.gain.setValueCurveAtTime(frequencies.map((each, k) => (each ? LOUDNESS * Math.min(1, k / STEPS / FADE, (frequencies.length - 1 - k) / STEPS / FADE) : 0)), start, SECONDS);
    voice.connect(loudness).connect(context.destination);
    voice.onended = () => next(i + 1);
    voice.start();
    voice.stop(start + SECONDS);
    tell(`Playing ${title || panel.spec.y.label || "the line"}: a higher tone is a larger value.`);
    const follow = () => {
      const { top, bottom } = panel.box;
      const at = panel.x(across[0] + ((context.currentTime - start) / SECONDS) * (across[1] - across[0]));
      set(cursor, { x1: at, x2: at, y1: top, y2: bottom });
      moving = requestAnimationFrame(follow);
    };
    cancelAnimationFrame(moving);
    follow();
  };
  context ??= new AudioContext();
  context.resume().then(() => next(0));
  return stop;
}
