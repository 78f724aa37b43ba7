// Tables as comma-separated values (RFC 4180).

import { isGone } from "./known.js";

/** A number with the digits that it carries: a number that was stored as a 32-bit float gets no more than these need. */
export function exact(value) {
  if (Math.fround(value) === value)
    for (let digits = 6; digits < 10; digits++) {
      const short = Number(value.toPrecision(digits));
      if (Math.fround(short) === value) return `${short}`;
    }
  return `${value}`;
}

const field = (value) => {
  const text = typeof value === "number" ? (isGone(value) ? "" : exact(value)) : `${value ?? ""}`;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** Write tables one below the other, each with its title and its headings, and with an empty line between two. */
export const csvOf = (tables) => tables.map(({ title, head, rows }) => [[title], head, ...rows].map((row) => `${row.map(field)}\r\n`).join("")).join("\r\n");
