// Ticks of an axis, and what its label says about their numbers. The rules are those of fewidgets/scene/ticks.py.

import { formatNumber, grouped, superscript, withPower } from "./numbers.js";

const LOG = 44; // least distance of two powers of ten in pixels
const [LEAST, MOST] = [1e-3, 1e6]; // ticks from here to there are written in full
const MOST_DIGITS = 6; // most digits of a tick, from its first to the one that differs from the next tick's

const powerOf = (value) => Math.floor(Math.log10(value) + 1e-9);

/** Write with a number of decimals; a zero has no sign. */
function fixed(value, decimals) {
  const text = value.toFixed(decimals);
  return /[1-9]/.test(text) ? grouped(text) : text.replace("-", "");
}

/** About `count` round numbers within [low, high]: multiples of 1, 2 or 5 times a power of ten. */
export function roundNumbers(low, high, count) {
  const size = (high - low) / Math.max(1, count);
  const power = Math.floor(Math.log10(size));
  const error = size / 10 ** power;
  const factor = error >= Math.sqrt(50) ? 10 : error >= Math.sqrt(10) ? 5 : error >= Math.SQRT2 ? 2 : 1;
  // Divide by the inverse of small steps, because 3 / 10 is 0.3 but 3 * 0.1 is not.
  const [times, over] = power < 0 ? [1, 10 ** -power / factor] : [factor * 10 ** power, 1];
  const first = Math.ceil((low / times) * over - 1e-9);
  const found = Math.floor((high / times) * over + 1e-9) - first + 1;
  return Array.from({ length: Math.max(0, found) }, (_, i) => ((first + i) / over) * times);
}

/**
 * Ticks as [value, text] for an axis that is `pixels` long, and its label. Numbers that are too long to write at each tick are
 * written with an offset or a power of ten, which is added to the label; without a label, they keep all their digits.
 */
export function labelledTicks({ kind, domain }, pixels, whole = false, label = "") {
  if (kind === "log") {
    const found = logTicks(domain, pixels);
    if (found.length > 1) return [found, label];
  }
  const [low, high] = domain;
  const count = Math.max(2, Math.round(pixels / 60));
  const all = roundNumbers(low, high, whole ? Math.min(count, Math.floor(high - low) + 1) : count);
  const values = whole ? all.filter(Number.isInteger) : all;
  const gap = values.length > 1 ? Math.abs(values[1] - values[0]) : 10 ** Math.floor(Math.log10(high - low));
  let largest = Math.max(...values.map(Math.abs), 0) || 1;
  const fine = powerOf(gap);
  const write = (text) => values.map((value) => [value, text(value)]);
  if (!label) {
    const long = largest >= MOST || largest < LEAST;
    return [write((value) => (long ? formatNumber(value, Math.max(2, powerOf(largest) - fine + 1)) : fixed(value, Math.max(0, -fine)))), ""];
  }
  let offset = 0;
  if (powerOf(largest) - fine >= MOST_DIGITS) {
    const size = 10 ** (powerOf(high - low) + 2);
    offset = Math.round((low + high) / 2 / size) * size;
    label += ` ${offset < 0 ? "+" : "−"} ${offsetText(Math.abs(offset), Math.max(0, -powerOf(size)))}`;
    largest = Math.max(...values.map((value) => Math.abs(value - offset))) || gap;
  }
  const power = largest >= LEAST && largest < MOST ? 0 : 3 * Math.floor(powerOf(largest) / 3);
  if (power) label += `, in 10${superscript(power)}`;
  return [write((value) => fixed((value - offset) / 10 ** power, Math.max(0, power - fine))), label];
}

/** Write an offset with commas between thousands, without the zeros at the end of its decimals. */
function offsetText(value, decimals) {
  if (value >= 1e21) return formatNumber(value, 15);
  const [whole, part = ""] = value.toFixed(decimals).split(".");
  return [whole.replace(/\B(?=(\d{3})+$)/g, ","), part.replace(/0+$/, "")].filter(Boolean).join(".");
}

function logTicks([low, high], pixels) {
  const first = Math.floor(Math.log10(low));
  const stride = Math.max(1, Math.ceil(((Math.log10(high) - first) * LOG) / pixels));
  const powers = [];
  for (let exponent = Math.ceil(first / stride) * stride; 10 ** exponent <= high; exponent += stride) powers.push(10 ** exponent);
  const roomy = stride === 1 && pixels / powers.length > 110;
  const all = roomy ? powers.flatMap((power) => [power, 2 * power, 5 * power]) : powers;
  return all.filter((value) => value >= low * 0.999 && value <= high * 1.001).map((value) => [value, plain(value)]);
}

const plain = (value) => (value >= 1e-3 && value < 1e5 ? grouped(String(+value.toPrecision(3))) : withPower(value, 0));
