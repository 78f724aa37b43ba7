// What a pointer points at in a panel: the nearest point of its parts (read.js), with its name and values.

import { placeOf } from "../place.js";
import { columnsOf, namesOf, tickAt, written } from "./tabulate.js";

const REACH = 12; // pixels from a point or a line at which it is still pointed at
const BEHIND = { dots: 0, handle: 0, path: 0, line: 3 }; // a line counts as farther away than a dot

/** The nearest point of a part, as its index and distance; between two points of a line, the distance from the line counts. */
function nearestOf({ kind, x, y }, panel, left, top) {
  let [best, shortest, before] = [0, Infinity];
  for (let i = 0; i < x.length; i++) {
    const here = [panel.x(x[i]) - left, panel.y(y[i]) - top];
    let [index, distance] = [i, Math.hypot(...here)];
    if (kind !== "dots" && before) {
      const [dx, dy] = [here[0] - before[0], here[1] - before[1]];
      const share = -(before[0] * dx + before[1] * dy) / (dx * dx + dy * dy);
      if (share > 0 && share < 1) {
        distance = Math.hypot(before[0] + share * dx, before[1] + share * dy);
        index = share < 0.5 ? i - 1 : i;
      }
    }
    if (distance < shortest) [best, shortest] = [index, distance];
    before = here;
  }
  return [best, shortest];
}

/** The point that is pointed at: {at: [left, top], name, text}; undefined if none is near. */
export function nearest(panel, parts, left, top) {
  let [found, least] = [undefined, Infinity];
  for (const part of parts) {
    const { kind, height, width, depth, values, size = 0, x, y, title, name } = part;
    if (kind === "image") {
      const place = placeOf(part.extent, panel);
      const [column, row] = [((left - place.x) / place.width) * width, ((top - place.y) / place.height) * height].map(Math.floor);
      if (found || row < 0 || column < 0 || row >= height || column >= width) continue;
      const { x: { label: X }, y: { label: Y } } = panel.spec;
      const [rows, columns] = namesOf(panel.spec, part);
      const start = (row * width + column) * depth;
      found = { at: [left, top], name: `${Y || "row"} ${rows[row]}, ${X || "column"} ${columns[column]}`, text: Array.from(values.subarray(start, start + depth), written).join(", ") };
    } else if (kind in BEHIND) {
      const [i, distance] = nearestOf(part, panel, left, top);
      if (distance > Math.max(REACH, size / 2 + 4) || distance + BEHIND[kind] >= least) continue;
      least = distance + BEHIND[kind];
      const values = part.strokes ? [] : columnsOf(panel.spec, part).filter(([heading, all]) => heading !== "name" && (all[i] ?? "") !== "");
      const text = values.map(([heading, all, ticks]) => `${heading}: ${written(tickAt(all[i], ticks))}`).join("\n");
      found = { at: [panel.x(x[i]), panel.y(y[i])], name: name[i] ?? title, text };
    }
  }
  return found;
}
