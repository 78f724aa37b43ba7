// Points to drag. They are one tab stop: arrow keys go from point to point, and move one that is taken up. A click or a tap takes a
// point up, and the next one puts it there. The dots follow the hand at once; what depends on them follows after the kernel's answer.

import { decodeArray } from "../arrays.js";
import { numberField, problemOf } from "../controls/field.js";
import { compile } from "../frames.js";
import { hand } from "../moving/hand.js";
import { nearestOf, orderAlong, rounded, stretched } from "../moving/points.js";
import { formatNumber } from "../numbers.js";
import { colorOf } from "../palette.js";
import { shapeOf, shapePath } from "../shapes.js";
import { ARROWS, clamp, fitText, html, onKeys, pt, set, setText, svg } from "../svg.js";

const HIT = 12; // pixels around a point that a finger can touch
const ROOM = 90; // most pixels of a name
const HOW = "Arrow keys go from point to point. Enter takes one up; then arrow keys move it, Enter lets go, Escape puts it back.";
const MANUAL = "Points: drag one, or click it and then the place where it should go. By keys: arrow keys, Enter, arrow keys (Shift: larger steps), Enter; Escape puts it back.";

export function handles(mark, layer, panel) {
  const { view } = panel;
  const name = mark.points.control;
  const group = svg("g.points", { role: "group", "aria-description": HOW, "data-control": name, "data-manual": MANUAL }, layer);
  const dots = [];
  let style;
  let held; // the point that is taken up, and what puts it back

  const control = () => view.control(name);
  const data = () => decodeArray(view.get(name)).data;
  const moves = (side) => control().moves === "both" || control().moves === "xy"[side];
  const scales = () => [panel.x, panel.y];
  const edges = () => [[panel.box.left, panel.box.right], [panel.box.top, panel.box.bottom]];
  const written = (i, side) => formatNumber(data()[2 * i + side], control().digits);
  const told = (i) => [0, 1].filter(moves).map((side) => `${control().axes[side]} ${written(i, side)}`).join(", ");

  /** Where a point is drawn: at most at the edge of the plot. The second part says on which side it lies beyond. */
  const placeOf = (all, i) => {
    const exact = scales().map((scale, side) => scale(all[2 * i + side]));
    const shown = edges().map(([low, high], side) => clamp(exact[side], low - 0.01, high + 0.01));
    return [shown, exact.map((pixel, side) => (Math.abs(pixel - shown[side]) > 0.5 ? Math.sign(pixel - shown[side]) : 0))];
  };

  /** Set the coordinates of a point that are given and may change. */
  const go = (i, goal) => {
    if (view.disabled(name)) return;
    const before = data();
    const next = Float64Array.from(before);
    for (const side of [0, 1]) if (moves(side) && goal[side] !== undefined) next[2 * i + side] = clamp(goal[side], ...control()["xy"[side]]);
    if (next.some((value, k) => value !== before[k])) view.set({ [name]: { dtype: "float64", shape: [next.length / 2, 2], data: next } });
  };
  /** The value at a pixel on the scales of a drag's beginning, so that an axis that grows with the value does not drive it on. */
  const reader = () => {
    const [start, from] = [scales(), edges()];
    return (pixels) => pixels.map((pixel, side) => {
      const [[low, high], [first, last]] = [edges()[side], from[side]];
      const share = (stretched(pixel, low, high) - low) / (high - low);
      const at = first + share * (last - first);
      const value = start[side].invert(at);
      return rounded(value, start[side].invert(at + 1) - value, control()["xy"[side]]);
    });
  };

  const release = (quietly) => {
    if (!held) return;
    const { i } = held;
    held = undefined;
    hands.free();
    if (!quietly) hands.say(`${control().names[i]} at ${told(i)}.`);
    view.update();
  };
  const take = (i) => {
    if (view.disabled(name)) return;
    release(true);
    held = { i, undo: view.remember() };
    hands.hold();
    hands.say(`${control().names[i]} taken up. Arrow keys move it, Enter lets go, Escape puts it back.`);
    view.update();
  };
  const putBack = () => {
    const { i, undo } = held;
    release(true);
    undo();
    hands.say(`${control().names[i]} put back.`);
  };

  // By mouse and finger
  const hands = hand(panel, group, name, dots, {
    at: (event) => nearestOf(dots.map((_, i) => placeOf(data(), i)[0]), panel.pixel(event), hands.active),
    tap(i) {
      const taken = held?.i === i;
      hands.choose(i, true);
      if (taken) release();
      else take(i);
    },
    begin(i, event) {
      const [[left, top], read] = [placeOf(data(), i)[0], reader()];
      const [x, y] = panel.pixel(event);
      release(true);
      hands.choose(i, true);
      return (moved) => {
        const [across, down] = panel.pixel(moved);
        go(i, read([left + across - x, top + down - y]));
      };
    },
    undo: view.remember,
    leave: release,
    enter: (i) => held && held.i !== i && release(true),
    beside(event) {
      const i = held?.i ?? (dots.length === 1 ? 0 : undefined);
      if (i === undefined || event.target.closest("[data-key],[data-control]")) return;
      const pixels = panel.pixel(event);
      if (!edges().every(([low, high], side) => pixels[side] >= low && pixels[side] <= high)) return;
      go(i, reader()(pixels));
      release();
      hands.choose(i, true);
    },
  });

  // By keys
  const along = (by) => {
    const side = by[0] ? 0 : 1;
    const order = orderAlong(data(), side);
    const scale = scales()[side];
    const [low, high] = scale.domain;
    const forth = (by[side] > 0) === scale(high) > scale(low); // an axis may run from right to left
    return order[clamp(order.indexOf(hands.active) + (forth ? 1 : -1), 0, order.length - 1)];
  };
  onKeys(group, ({ key, shiftKey }) => {
    const by = ARROWS[key];
    if (key === "Enter" || key === " ") return () => (held ? release() : take(hands.active));
    if (!held) {
      const goal = { Home: 0, End: dots.length - 1 }[key];
      return (by || goal !== undefined) && (() => hands.choose(goal ?? along(by), true));
    }
    if (key === "Escape") return putBack;
    return by && (() => {
      const side = by[0] ? 0 : 1;
      const [scale, value] = [scales()[side], data()[2 * hands.active + side]];
      const step = by[side] * (shiftKey ? 20 : 4); // pixels, so that it looks the same on every scale
      const pixel = scale(value);
      const goal = scale.invert(pixel + step);
      go(hands.active, [0, 1].map((each) => (each === side ? rounded(goal, (goal - value) / 4, control()["xy"[side]]) : undefined)));
    });
  });

  // By typing: fields for the point that was chosen last
  const title = html("b");
  const fields = [0, 1].map((side) => {
    const label = () => `${control().label}: ${control().names[hands.active]}, ${control().axes[side]}`;
    const field = numberField("", true, () => data()[2 * hands.active + side], (value, text) => {
      const problem = problemOf(value, text, control()["xy"[side]]);
      if (problem) view.refuse(`${label()} ${problem}`, name);
      else go(hands.active, side ? [undefined, value] : [value]);
    });
    return { field, label, node: html("label.coordinate", "", field.node) };
  });
  const tool = html("fieldset.compute.typed", { "aria-label": control().label }, title, ...fields.map(({ node }) => node));

  const adopt = (next) => {
    mark = next;
    style = compile(mark.style);
  };
  adopt(mark);

  const make = () => {
    const node = svg("g.point-dot", { role: "slider", tabindex: -1, "aria-roledescription": "draggable point" }, group);
    svg("circle.hit", { r: HIT }, node);
    return { node, ring: svg("circle.ring", {}, node), dot: svg("path.grip", {}, node), arrow: svg("path.beyond", {}, node) };
  };

  return {
    tool, adopt,
    close: hands.close,
    /** What the words say of the points. */
    told: () => {
      const all = data();
      const sides = [0, 1].map((side) => Array.from(dots, (_, i) => all[2 * i + side]));
      return { kind: "dots", x: sides[0], y: sides[1], name: control().names, title: "", size: mark.size };
    },
    update(shot) {
      const all = decodeArray(shot.state[name]).data;
      const { label, names } = control();
      const [meanings, off] = [style.at(shot), view.disabled(name)];
      while (dots.length < all.length / 2) dots.push(make());
      for (const { node } of dots.splice(all.length / 2)) node.remove();
      if (hands.active >= dots.length) hands.choose(0);
      const r = mark.size / 2;
      dots.forEach(({ node, ring, dot, arrow }, i) => {
        const [[left, top], beyond] = placeOf(all, i);
        const [taken, meaning] = [held?.i === i, meanings?.[i]];
        const [x, y] = [all[2 * i], all[2 * i + 1]];
        const side = moves(0) ? 0 : 1;
        set(node, {
          transform: `translate(${pt(left, top)})`, tabindex: i === hands.active ? 0 : -1, class: `fw-point-dot${taken ? " fw-taken" : ""}`,
          "aria-label": names[i], "aria-valuetext": told(i) + (taken ? ", taken up" : ""), "aria-valuenow": String(side ? y : x),
          "aria-valuemin": String(control()["xy"[side]][0]), "aria-valuemax": String(control()["xy"[side]][1]), "aria-disabled": off && "true",
        });
        set(ring, { r: r + 3 });
        set(dot, { d: shapePath(shapeOf(mark.styles, meaning ?? 0), r) });
        const color = colorOf(mark.styles?.[meaning]?.color ?? mark.color);
        Object.assign(dot.style, beyond.some(Boolean) ? { fill: "var(--fw-paper)", stroke: color } : { fill: color, stroke: "" });
        Object.assign(arrow.style, { stroke: color });
        set(arrow, { d: arrowTo(beyond, r) });
      });
      set(group, { "aria-label": label });
      set(tool, { disabled: off });
      setText(title, fitText(names[hands.active], ROOM));
      fields.forEach(({ field, label: full, node }, side) => {
        set(node, { hidden: !moves(side) });
        node.firstChild.data = control().axes[side];
        set(field.node, { "aria-label": full() });
        field.show(written(hands.active, side));
      });
    },
  };
}

/** A small arrow in a dot at the edge of the plot, towards where the point is. */
function arrowTo([across, down], r) {
  if (!across && !down) return undefined;
  const length = Math.hypot(across, down);
  const [x, y] = [across / length, down / length].map((part) => part * r);
  const end = (side) => pt(-0.25 * x - side * 0.5 * y, -0.25 * y + side * 0.5 * x);
  return `M${end(1)}L${pt(0.5 * x, 0.5 * y)}L${end(-1)}`;
}
