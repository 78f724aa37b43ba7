// A point to drag; a click or a tap in its panel places it. It follows the pointer immediately; what depends on it follows after the kernel's answer.

import { colorOf } from "../palette.js";
import { formatNumber } from "../numbers.js";
import { claimTouch, isStill, onDrag } from "../gestures.js";
import { ARROWS, clamp, on, onKeys, pt, set, setText, svg } from "../svg.js";

const AWAY = 12;
const MANUAL = "Round handle: drag it, click where it should go, type its place, or press the arrow keys (Shift: larger steps).";

/** Keep a value within bounds and round it to about a thousandth of their distance, which is all that can be seen. */
export function within(value, [low, high]) {
  const decimals = Math.max(0, Math.ceil(3 - Math.log10(high - low)));
  return clamp(decimals > 15 ? value : Number(value.toFixed(decimals)), low, high);
}

export function handle(mark, layer, panel) {
  const { view } = panel;
  const name = mark.point.control;
  const dot = svg("g.handle", { role: "slider", tabindex: 0, "aria-roledescription": "draggable point", "data-control": name, "data-manual": MANUAL }, layer);
  svg("circle.hit", { r: 16 }, dot);
  const circle = svg("circle", { r: 7 }, dot);
  const text = svg("text.halo", { x: AWAY, y: -AWAY + 4 }, dot);

  const adopt = (next) => {
    mark = next;
    circle.style.fill = colorOf(mark.color);
    setText(text, mark.label);
  };
  const go = ([x, y]) => {
    if (view.disabled(name)) return;
    const { x: across, y: up } = view.control(name);
    const [before, goal] = [view.get(name), [within(x, across), within(y, up)]];
    if (goal.some((part, i) => part !== before[i])) view.set({ [name]: goal });
  };
  adopt(mark);
  onDrag(dot, (event) => {
    if (view.disabled(name)) return;
    const [x, y] = view.get(name);
    const [right, down] = panel.pixel(event).map((part, i) => part - (i ? panel.y(y) : panel.x(x))); // from the point to the pointer
    return (moved) => {
      const [across, up] = panel.pixel(moved);
      go([panel.x.invert(across - right), panel.y.invert(up - down)]);
    };
  }, { undo: view.remember });
  claimTouch(dot, () => !view.disabled(name));
  let press;
  const note = (event) => (press = event);
  const place = (event) => {
    if (!isStill(event, press) || event.target.closest("[data-key],[data-control]")) return;
    const { box } = panel;
    const [across, up] = panel.pixel(event);
    if (across < box.left || across > box.right || up < box.top || up > box.bottom) return;
    go(panel.at(event));
    dot.focus({ preventScroll: true });
  };
  on(panel.root, "pointerdown", note);
  on(panel.root, "click", place);
  onKeys(dot, ({ key, shiftKey }) => {
    const by = ARROWS[key];
    const step = shiftKey ? 20 : 4; // pixels, so that it looks the same on every scale
    const [x, y] = view.get(name);
    return by && (() => go([panel.x.invert(panel.x(x) + step * by[0]), panel.y.invert(panel.y(y) + step * by[1])]));
  });

  return {
    adopt,
    close() {
      panel.root.removeEventListener("pointerdown", note);
      panel.root.removeEventListener("click", place);
    },
    /** What the words say of it. */
    told: (shot) => {
      const { label } = view.control(name);
      const [x, y] = shot.state[name];
      return { title: label, name: [label], x: [x], y: [y] };
    },
    update(shot) {
      const [x, y] = shot.state[name];
      const { label, digits, x: across } = view.control(name);
      const left = panel.x(x);
      set(dot, {
        transform: `translate(${pt(left, panel.y(y))})`,
        "aria-label": label,
        "aria-valuetext": `x ${formatNumber(x, digits)}, y ${formatNumber(y, digits)}`,
        "aria-valuenow": String(x),
        "aria-valuemin": String(across[0]),
        "aria-valuemax": String(across[1]),
        "aria-disabled": view.disabled(name) && "true",
      });
      const inward = left > panel.box.right - 70;
      set(text, { x: inward ? -AWAY : AWAY, "text-anchor": inward ? "end" : "start" });
    },
  };
}
