// A sheet to draw on. Strokes are visible immediately and sent to the kernel; what depends on them follows after its answer.

import { decodeArray } from "../arrays.js";
import { onDrag } from "../gestures.js";
import { placeOf } from "../place.js";
import { ARROWS, clamp, html, on, onKeys, set, svg } from "../svg.js";
import { paint, toRgba } from "./image.js";

const [PAPER, INK, PEN] = [0, 255, 2.5]; // grey values, and the diameter of the pen in pixels

/** Draw the dot of a round pen at (x, y) in pixels; pixels only change towards `ink`. */
export function dab(pixels, height, width, x, y, pen, paper, ink) {
  const radius = pen / 2;
  const reach = Math.ceil(radius + 0.5);
  for (let row = Math.max(0, Math.floor(y) - reach); row < Math.min(height, y + reach); row++) {
    for (let column = Math.max(0, Math.floor(x) - reach); column < Math.min(width, x + reach); column++) {
      const cover = clamp(radius + 0.5 - Math.hypot(column + 0.5 - x, row + 0.5 - y), 0, 1);
      const goal = Math.round(paper + (ink - paper) * cover);
      const i = row * width + column;
      pixels[i] = ink > paper ? Math.max(pixels[i], goal) : Math.min(pixels[i], goal);
    }
  }
}

export function canvas(mark, layer, panel) {
  const { view } = panel;
  const name = mark.drawing.control;
  const holder = svg("foreignObject", {}, layer);
  const board = html("canvas.image.board", {
    role: "application", tabindex: 0, "aria-description": "Arrow keys move, Space draws, Shift and arrow keys draw a line, Delete clears.",
    "data-control": name, "data-manual": "Drawing: use the mouse, a finger, or keys: arrow keys move, Space draws, Delete clears.",
  });
  holder.append(board);
  const cursor = svg("rect.cursor", { visibility: "hidden" }, layer);
  const button = (text, act) => {
    const node = html("button", text);
    on(node, "click", act);
    return node;
  };
  const eraser = button("Eraser", () => set(eraser, { "aria-pressed": String(!erasing()) }));
  const erasing = () => eraser.ariaPressed === "true";
  const clear = button("Clear", () => send(new Uint8Array(height() * width())));
  const tool = html("span.tools", eraser, clear);
  let place, painted;
  let at = [0, 0]; // the pixel under the keyboard's cursor

  const control = () => view.control(name);
  const [height, width] = [() => control().height, () => control().width];
  const pixels = () => decodeArray(view.get(name)).data;
  const send = (data) => view.disabled(name) || view.set({ [name]: { dtype: "uint8", shape: [height(), width()], data } });

  const draw = (from, to) => {
    const data = Uint8Array.from(pixels());
    const steps = Math.max(1, Math.ceil(2 * Math.hypot(to[0] - from[0], to[1] - from[1])));
    for (let i = 0; i <= steps; i++) {
      const [x, y] = from.map((start, axis) => start + ((to[axis] - start) * i) / steps);
      dab(data, height(), width(), x, y, ...(erasing() ? [1.6 * PEN, INK, PAPER] : [PEN, PAPER, INK]));
    }
    send(data);
  };
  const where = (event) => {
    const { left, top, width: wide, height: high } = board.getBoundingClientRect();
    return [((event.clientX - left) / wide) * width(), ((event.clientY - top) / high) * height()];
  };
  // One finger draws. Two fingers scroll and zoom the page, and take back what the first of them has drawn.
  onDrag(board, (event) => {
    let last = where(event);
    return !view.disabled(name) && ((moved) => draw(last, (last = where(moved))));
  }, { undo: view.remember });
  const point = () => {
    const [wide, high] = [place.width / width(), place.height / height()];
    const seen = board.matches(":focus-visible");
    set(cursor, { x: place.x + at[0] * wide, y: place.y + at[1] * high, width: wide, height: high, visibility: seen ? undefined : "hidden" });
    const value = pixels()[at[1] * width() + at[0]];
    set(board, { "aria-label": `${control().label}: row ${at[1]}, column ${at[0]}, ${value}` });
  };
  onKeys(board, ({ key, shiftKey }) => {
    const by = ARROWS[key];
    if (key === "Delete") return () => clear.click();
    if (!by && key !== " " && key !== "Enter") return;
    return () => {
      const from = at.map((part) => part + 0.5);
      if (by) at = [width(), height()].map((size, axis) => clamp(at[axis] + by[axis], 0, size - 1));
      if (!by || shiftKey) draw(from, at.map((part) => part + 0.5));
      point();
    };
  });
  on(board, "focus blur", () => point());

  return {
    tool,
    adopt: (next) => (mark = next),
    /** What the words say of it. */
    told: () => ({ kind: "image", title: control().label, height: height(), width: width(), depth: 1, values: pixels(), grey: true }),
    layout() {
      painted = undefined;
      place = placeOf(mark.extent, panel);
      set(holder, place);
    },
    update(shot) {
      const off = view.disabled(name);
      set(board, { "aria-disabled": off && "true" });
      for (const node of [eraser, clear]) set(node, { disabled: off });
      if (shot.state[name] !== painted) {
        painted = shot.state[name];
        paint(board, toRgba(pixels(), height(), width(), 1), height(), width());
      }
      point();
    },
  };
}
