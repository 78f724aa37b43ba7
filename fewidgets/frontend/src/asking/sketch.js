// A drawing on the empty axes of the picture to come: curves, or bars. It is drawn by mouse or finger, or with the keys at its knots.

import { claimTouch, onDrag } from "../gestures.js";
import { formatNumber } from "../numbers.js";
import { colorOf } from "../palette.js";
import { applies, measure } from "./measures.js";
import { picture } from "../classpage/picture.js";
import { clamp, html, nodesFor, on, onKeys, pt, set, svg } from "../svg.js";

const MANY = 20; // more places than this have fewer knots
const KNOTS = 9;
const ENDS = 0.06; // a stroke that ends this close to the end of the axis, as a share of it, or one place from it, is drawn to the end

/** Which places have knots: equally far apart, and where that can be, at both ends. */
export function knotsOf(count, bars) {
  const last = count - 1;
  const least = bars || count <= MANY ? 1 : Math.ceil(last / (KNOTS - 1));
  const stride = Array.from({ length: least + 1 }, (_, k) => least + k).find((each) => last % each === 0) ?? least;
  return Array.from({ length: Math.floor(last / stride) + 1 }, (_, j) => j * stride);
}

function sketchForm(form, { view, id, change }) {
  const { curves, places, names, low, high } = form;
  const bars = Boolean(names);
  const step = (high - low) / 20;
  const blank = () => curves.map(() => places.map(() => NaN));
  const knots = knotsOf(places.length, bars);
  const color = (k) => colorOf(bars || curves.length === 1 ? "accent" : k);
  let lines = blank();
  let active = 0;
  let current = 0; // the knot that Tab reaches
  let panel, pad, shapes, points;
  let said = null; // the answer that was reported last

  // The chooser of the curve, and a button to begin again.
  const inputs = curves.map(([value]) => html("input", { type: "radio", name: `${id}-curve`, value }));
  const chooser = html("fieldset.curves", { "aria-label": "Curve to draw" });
  chooser.append(...inputs.map((input, k) => {
    const swatch = html("i");
    set(swatch, { style: `background:${color(k)}` });
    return html("label", input, swatch, html("span", curves[k][1]));
  }));
  on(chooser, "change", ({ target }) => {
    active = inputs.indexOf(target);
    paint();
  });
  const clear = html("button", "Clear");
  on(clear, "click", () => {
    lines[active] = lines[active].map(() => NaN);
    report();
  });
  // A bar that is not drawn means 0 only if the student says so.
  const none = formatNumber(clamp(0, low, high), 3, true);
  const rest = html("button", `The rest is ${none}`);
  on(rest, "click", () => {
    lines[0] = lines[0].map((value) => (Number.isNaN(value) ? clamp(0, low, high) : value));
    report();
  });
  const how = html("span.hint", bars ? "Drag each bar to its length, or use the arrow keys." : "Draw with the mouse or a finger. With the keyboard: Tab, then arrow keys.");
  const node = html("div.sketch-form", ...(curves.length > 1 ? [chooser] : []), clear, ...(bars ? [rest] : []), how);

  const drawn = (line) => line.every((value) => !Number.isNaN(value));
  function report() {
    const whole = lines.every(drawn);
    const digits = 4 - Math.floor(Math.log10(high - low));
    const rounded = (value) => clamp(Number(value.toFixed(clamp(digits, 0, 15))), low, high);
    said = whole ? lines.map((line) => line.map(rounded)) : null;
    change(said);
    paint();
  }

  // Pixels along the places, and along the values.
  const along = (i) => (bars ? panel.band.center(i) : panel.x(places[i]));
  const across = (value) => (bars ? panel.x(value) : panel.y(value));
  const valueAt = (x, y) => clamp(bars ? panel.x.invert(x) : panel.y.invert(y), low, high);

  /** Draw from one pixel to another. */
  function stroke([x0, y0], [x1, y1]) {
    const [a, b] = bars ? [y0, y1] : [x0, x1];
    const line = lines[active];
    let nearest = 0;
    places.forEach((_, i) => {
      const at = along(i);
      if (Math.abs(at - b) < Math.abs(along(nearest) - b)) nearest = i;
      if (!bars && (at - a) * (at - b) <= 0 && a !== b) {
        const share = (at - a) / (b - a);
        line[i] = valueAt(x0 + share * (x1 - x0), y0 + share * (y1 - y0));
      }
    });
    line[nearest] = valueAt(x1, y1);
    paint();
  }
  /** Fill what a stroke left out: gaps between drawn places, and the ends of the axis if they are close. */
  function finish() {
    const line = lines[active];
    if (!bars) {
      const known = places.map((_, i) => i).filter((i) => !Number.isNaN(line[i]));
      known.slice(1).forEach((to, n) => {
        const from = known[n];
        for (let i = from + 1; i < to; i++) line[i] = line[from] + ((line[to] - line[from]) * (along(i) - along(from))) / (along(to) - along(from));
      });
      const room = ENDS * Math.abs(along(places.length - 1) - along(0));
      const [start, end, last] = [known[0], known.at(-1), places.length - 1];
      if (start === 1 || Math.abs(along(start) - along(0)) <= room) line.fill(line[start], 0, start);
      if (end === last - 1 || Math.abs(along(end) - along(last)) <= room) line.fill(line[end], end);
    }
    report();
  }

  /** Move a knot, and straighten the curve between it and its neighbours. */
  function setKnot(j, value) {
    const line = lines[active];
    if (!bars && !drawn(line)) line.fill(clamp(0, low, high) === 0 ? 0 : (low + high) / 2);
    line[knots[j]] = clamp(value, low, high);
    for (const other of bars ? [] : [j - 1, j + 1]) {
      if (!(other in knots)) continue;
      const [from, to] = [knots[j], knots[other]];
      for (let i = from; i !== to; i += Math.sign(to - from)) line[i] = line[from] + ((line[to] - line[from]) * (i - from)) / (to - from);
    }
    if (!(j + 1 in knots)) line.fill(line[knots[j]], knots[j]); // there may be places behind the last knot
    report();
  }
  const focus = (j) => {
    current = clamp(j, 0, knots.length - 1);
    paint();
    points[current].focus({ preventScroll: true });
  };

  /** Put the pad into the panel, which is there only after the form. */
  function attach() {
    panel = view.views[0];
    if (pad || !panel?.box) return Boolean(pad);
    pad = svg("g.pad", {}, panel.root);
    const sheet = svg("rect.sheet", {}, pad);
    shapes = curves.map(() => svg(`path.${bars ? "drawn-bars" : "drawn"}`, {}, pad));
    points = nodesFor([], knots.length, () => svg("circle.knot", { role: "slider", "aria-valuemin": low, "aria-valuemax": high, "aria-orientation": bars ? "horizontal" : "vertical" }, pad));
    claimTouch(sheet, () => true);
    let stroked = false;
    onDrag(sheet, (event) => {
      let last = panel.pixel(event);
      return (moved) => {
        stroked = true;
        stroke(last, (last = panel.pixel(moved)));
      };
    }, {
      undo: () => {
        const before = lines[active].slice();
        return () => {
          lines[active] = before;
          stroked = false;
          paint();
        };
      },
    });
    on(sheet, "pointerup", () => queueMicrotask(() => stroked && finish((stroked = false))));
    points.forEach((point, j) => onKeys(point, ({ key, shiftKey }) => {
      const [up, next] = bars ? [{ ArrowRight: 1, ArrowLeft: -1 }, { ArrowDown: 1, ArrowUp: -1 }] : [{ ArrowUp: 1, ArrowDown: -1 }, { ArrowRight: 1, ArrowLeft: -1 }];
      const by = { PageUp: 4, PageDown: -4 }[key] ?? up[key] * (shiftKey ? 0.2 : 1);
      const now = lines[active][knots[j]];
      const from = Number.isNaN(now) ? (clamp(0, low, high) === 0 ? 0 : (low + high) / 2) : now;
      if (by) return () => setKnot(j, from + by * step);
      if (next[key]) return () => focus(j + next[key]);
      return { Home: () => setKnot(j, low), End: () => setKnot(j, high) }[key];
    }));
    return true;
  }

  function paint() {
    set(clear, { disabled: lines[active].every(Number.isNaN) });
    set(rest, { disabled: drawn(lines[active]) });
    inputs.forEach((input, k) => (input.checked = k === active));
    if (!attach()) return;
    const { box } = panel;
    set(pad.firstChild, { x: box.left, y: box.top, width: box.right - box.left, height: box.bottom - box.top });
    lines.forEach((line, k) => {
      const zero = bars && across(clamp(0, low, high));
      const thick = bars && panel.band.thick;
      const part = (value, i) => {
        if (Number.isNaN(value)) return "";
        if (bars) return `M${pt(zero, along(i) - thick / 2)}H${across(value)}v${thick}H${zero}z`;
        return `${i && !Number.isNaN(line[i - 1]) ? "L" : "M"}${pt(along(i), across(value))}`;
      };
      set(shapes[k], { d: line.map(part).join("") || undefined, "data-active": k === active ? "" : undefined });
      shapes[k].style[bars ? "fill" : "stroke"] = color(k);
    });
    const apart = Math.min(...knots.slice(1).map((i, j) => Math.abs(along(i) - along(knots[j]))));
    points.forEach((point, j) => {
      const i = knots[j];
      const value = lines[active][i];
      const known = !Number.isNaN(value);
      const rest = across(known ? value : clamp(0, low, high));
      set(point, {
        cx: bars ? rest : along(i), cy: bars ? along(i) : rest, r: clamp(apart / 2 - 1.5, 3, 6), tabindex: j === current ? 0 : -1, "data-known": known ? "" : undefined,
        "aria-label": bars ? names[i] : `${curves[active][1]} at ${panel.spec.x.label} = ${formatNumber(places[i], 3, Number.isInteger(places[i]))}`,
        "aria-valuenow": known ? Number(value.toPrecision(3)) : low, "aria-valuetext": known ? formatNumber(value, 3) : "not drawn yet",
      });
      point.style.stroke = color(active);
    });
  }

  /** What is missing, in words. */
  function missing() {
    if (bars) return `Draw each bar, or press “The rest is ${none}” first.`;
    const open = curves.filter((_, k) => !drawn(lines[k]));
    const begun = lines.some((line) => !line.every(Number.isNaN));
    return begun ? `${open.map(([, text]) => text).join(" and ")}: draw from end to end.` : `Draw ${curves.length > 1 ? `${curves.length} curves` : "the curve"} first.`;
  }

  return {
    node,
    focus: () => attach() && focus(0),
    show(answer) {
      if (answer !== null && JSON.stringify(answer) !== JSON.stringify(said)) {
        lines = answer.map((line) => [...line]);
        said = answer;
      }
      paint();
      return missing();
    },
    close: () => pad?.remove(),
  };
}

/** The panel with the truth, and the sketch if there is one. */
function panelOf({ panel, shown }, answer) {
  if (answer === null) return shown;
  let k = 0;
  // Every second mark is the sketch's; with bars, the dots at their ends.
  const marks = panel.marks.map((mark) => {
    const [isDots, isSketch] = [mark.kind === "dots", mark.dash === 1];
    if (!isDots && !isSketch) return mark;
    const data = Float64Array.from(answer[k++]);
    return { ...mark, [isDots ? "x" : "y"]: { dtype: "float64", shape: [data.length], data } };
  });
  return { ...panel, marks };
}

/** The verdict on a sketch: whether it is right, the reason, and its mean distance from the truth as a share of the axis. */
function gradeSketch({ values, differences, near, otherwise, because }, { curves, places, names, low, high }, drawn) {
  const named = (lines) => Object.fromEntries(curves.map(([name], k) => [name, lines[k]]));
  const words = (value, place) => {
    if (value === null) return "nowhere";
    if (typeof value === "string") return curves.find(([name]) => name === value)[1];
    return names && place ? names[Math.round(value)] : formatNumber(value, 3);
  };
  const gaps = drawn.flatMap((line, k) => line.map((value, i) => Math.abs(value - values[k][i])));
  const distance = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length / (high - low);
  for (const difference of differences) {
    const [yours, truth] = [drawn, values].map((lines) => measure(difference.measure, places, named(lines)));
    if (applies(difference, yours, truth)) {
      const reason = difference.sentence.replaceAll("{yours}", words(yours, difference.place)).replaceAll("{truth}", words(truth, difference.place));
      return { right: false, reason, distance };
    }
  }
  const far = near !== null && distance > near;
  return { right: !far, reason: far ? otherwise : because, distance };
}

function revealSketch(rules, form, drawn) {
  const { right, reason, distance } = gradeSketch(rules, form, drawn);
  const share = distance >= 0.005 ? `${Math.floor(100 * distance + 0.5)} %` : "less than 1 %";
  return {
    outcome: right ? "right" : "wrong",
    lead: right ? "Right." : "Not quite.",
    yours: `Your sketch is ${share} of the axis away on average.`,
    reason,
    because: right ? undefined : rules.because,
    mark: null,
  };
}

export const asked = { form: sketchForm, reveal: revealSketch, panel: panelOf };

export const counted = { picture };
