// The answers that a page carries (fewidgets/explorables/framework/answers.py): a store that moves compute controls without a kernel,
// among states that were computed when the page was written.

import { decodeArray } from "./arrays.js";
import { inflated, openBook } from "./book.js";
import { locate } from "./frames.js";
import { formatNumber } from "./numbers.js";
import { widened } from "./reveal.js";
import { clamp } from "./svg.js";

const REFUSED = 32768; // from here on, numbers of messages
const NEEDS = "This needs Python.";

const text = JSON.stringify;
const isNumber = (value) => typeof value === "number";
const sorted = (list, key) => list.map((each) => [key(each), each]).sort(([one], [other]) => one - other).map(([, each]) => each);
const numbersOf = (value) => (isNumber(value) ? [value] : Array.isArray(value) && value.every(isNumber) ? value : undefined);

/** The value of a replay control in another scene (fewidgets/explorables/framework/snapshot.py). */
function carried(control, value, before) {
  const { kind, initial, options, positions, carry } = control;
  if (carry === "initial" || (carry === "untouched" && before && text(value) === text(before.initial))) return initial;
  if (kind === "slider") {
    const values = decodeArray(control.values);
    const { data } = values;
    return control.snap && !control.interpolate ? data[locate({ ...control, values }, value).index] : clamp(value, data[0], data[data.length - 1]);
  }
  if (kind === "stepper") return clamp(value, 0, positions - 1);
  if (kind === "block") return [clamp(value[0], 0, control.rows - 1), clamp(value[1], 0, control.columns - 1)];
  return options && value !== "" && !options.includes(value) ? initial : value;
}

/** The values of all replay controls in another scene, with questions and what has been visited; `after` has the compute controls'. */
function carriedAll(old, next, get, after) {
  const values = {};
  const before = new Map(old.map((control) => [control.name, control]));
  for (const control of next) {
    const { name, compute, follows, question, visited, restarts, initial } = control;
    if (compute) continue;
    const value = get(name);
    let now = before.has(name) || value !== undefined ? carried(control, value, before.get(name)) : initial;
    if (follows && after[follows] !== get(follows) && control.options.includes(after[follows])) now = after[follows];
    values[name] = now;
    if (question) {
      values[question.switch] = get(question.switch) ?? false;
      const answers = get(question.record) ?? [];
      const fits = answers.length === question.answers.length && answers.every((each) => each < question.options.length);
      values[question.record] = fits ? answers : question.answers.map(() => -1);
    }
    if (visited) {
      const [low, high] = get(visited) ?? [initial, initial];
      const [first, last] = control.values ? [decodeArray(control.values).data[0], decodeArray(control.values).data.at(-1)] : [0, control.positions - 1];
      values[visited] = widened(restarts ? [first, first] : low >= first && high <= last ? [low, high] : [initial, initial], now);
    }
  }
  return values;
}

/** A store that answers from a list; `plain` is the store of a page, and `opening` its first scene. */
export function answering(plain, opening) {
  const { count, locked, state, data } = opening.answers;
  plain.set(state);
  const shut = new Set(locked);
  let scene = opening;
  let here = 0;
  let book, coming, wanted;
  let [broken, nearest] = ["", ""];

  // A site keeps the data in a file of its own (fewidgets/sphinx/assets.py).
  const bytes = async () => decodeArray(data.file ? { ...data, data: await globalThis.fewidgetsFile(data.file) } : data).data;
  const open = () => (coming ??= bytes().then(inflated).then(openBook).then(begin).catch(fail));
  function begin(read) {
    book = read;
    scene = sceneOf(0);
    plain.set({});
  }
  (globalThis.requestAnimationFrame ?? setTimeout)(() => setTimeout(open)); // after the first picture
  function fail(problem) {
    if (broken) return;
    console.error(problem);
    broken = globalThis.DecompressionStream ? "The computed states of this page are damaged. Load it again." : "This browser is too old for the computed states of this page.";
    plain.set({});
  }

  const control = (name) => scene.controls.find((each) => each.name === name);
  const labelOf = (name) => control(name)?.label ?? name;
  const say = (name, value) => {
    const numbers = numbersOf(value);
    const written = numbers ? numbers.map((each) => formatNumber(each, control(name)?.digits, Number.isInteger(each))).join(", ") : value;
    return `${labelOf(name)} = ${numbers?.length > 1 ? `(${written})` : written}`;
  };

  const movesOf = (name) => [...book.moves.keys()].filter((i) => book.moves[i][0] === name);

  /** How far two values of a slider or a point are from each other, along its track or its ranges. */
  function between(name, one, other) {
    const { kind, scale, x, y } = control(name);
    const along = kind === "slider" && scale === "log" ? Math.log : Number;
    const sides = kind === "slider" ? [[1, 2]] : [x, y];
    return sides.reduce((sum, [low, high], k) => sum + Math.abs(along(numbersOf(one)[k]) - along(numbersOf(other)[k])) / (high - low), 0);
  }

  /** The number of the move to a value, or to the nearest one of a slider or a point; -1 if that is where it stands. */
  function moveTo(name, value) {
    const exact = movesOf(name).find((i) => text(book.moves[i][1]) === text(value));
    if (exact !== undefined || !["slider", "point"].includes(control(name).kind)) return exact;
    const now = plain.get(name);
    const places = new Map(leading(here, name).map((i) => [i, valueAt(book.target(here, i), name)]));
    const [best] = sorted([...places.keys()], (i) => between(name, places.get(i), value));
    if (best !== undefined && between(name, places.get(best), value) < between(name, now, value)) return best;
    // A key goes a small step from where the point stands, so it leads to the next place in its direction.
    if (!globalThis.event?.key?.startsWith("Arrow")) return -1;
    const side = value[0] === now[0] ? 1 : 0;
    const [low, high] = control(name)["yx"[side]]; // of the other side
    const ahead = [...places.keys()].filter((i) => (places.get(i)[side] - now[side]) * (value[side] - now[side]) > 0);
    const aside = (i) => Math.abs(places.get(i)[1 - side] - now[1 - side]) / (high - low);
    return sorted(ahead, (i) => between(name, places.get(i), now) + 3 * aside(i))[0] ?? -1;
  }

  /** The moves of a control that lead from a state to another one, and the value that it has there. */
  function leading(node, name) {
    return movesOf(name).filter((i) => book.target(node, i) && book.target(node, i) < REFUSED);
  }
  const valueAt = (target, name) => book.part((target >> 1) - 1, "values")[name];

  /** The scene of a state, in which a slider stops where it can go from there. */
  function sceneOf(node) {
    const values = book.part(node, "values");
    const stops = ({ name }) => {
      const all = new Set([values[name], ...leading(node, name).map((i) => valueAt(book.target(node, i), name))]);
      return Float64Array.from(all).sort();
    };
    const limited = (spec) => {
      if (!spec.compute || spec.kind !== "slider") return spec;
      const data = stops(spec);
      return data.length > 1 ? { ...spec, values: { dtype: "float64", shape: [data.length], data } } : spec;
    };
    const next = node ? { ...opening, ...book.part(node, "scene") } : opening; // which is exact
    return { ...next, controls: next.controls.map(limited) };
  }

  function go(node) {
    here = node;
    const after = book.part(node, "values");
    const next = sceneOf(node);
    const replays = carriedAll(scene.controls, next.controls, plain.get, after);
    scene = next;
    plain.set({ ...replays, ...after });
  }

  /** Go to the state that has all values, if there is one. */
  function jump(changes) {
    const found = book.at.findIndex((_, node) => {
      const values = book.part(node, "values");
      return Object.keys(values).every((name) => text(values[name]) === text(changes[name] ?? plain.get(name)));
    });
    if (found < 0) return false;
    nearest = "";
    go(found);
    return true;
  }

  /** Move one control, and say which values are not those that were asked for. */
  function move(name, value) {
    if (text(value) === text(plain.get(name))) return;
    const number = moveTo(name, value);
    if (number === undefined && jump({ [name]: value })) return;
    if (number === -1) {
      nearest = `Nearest computed: ${say(name, plain.get(name))}.`;
      return plain.set({});
    }
    const target = number === undefined ? 0 : book.target(here, number);
    const what = control(name).kind === "button" ? `${labelOf(name)} was pressed as often as this page can answer` : `${say(name, value)} is not in this page`;
    if (!target) return plain.refuse(`${what}. More needs Python.`, name);
    if (target >= REFUSED) return plain.refuse([book.refusals[target - REFUSED], shut.size && NEEDS].filter(Boolean).join(" "), name);
    const node = (target >> 1) - 1;
    const [before, found] = [book.part(here, "values"), book.part(node, "values")];
    const told = (each) => each in before && (typeof found[each] === "string" || numbersOf(found[each])) && control(each);
    const other = target & 1 ? Object.keys(found).filter((each) => each !== name && told(each) && text(found[each]) !== text(before[each])) : [];
    if (numbersOf(value) && control(name).kind !== "button" && text(found[name]) !== text(value)) other.unshift(name);
    nearest = other.length ? `Nearest computed: ${other.map((each) => say(each, found[each])).join(", ")}.` : "";
    go(node);
  }

  function answer() {
    const changes = wanted;
    wanted = undefined;
    const names = Object.keys(changes);
    if (names.length > 1 && jump(changes)) return;
    for (const name of names) if (control(name) && !shut.has(name)) move(name, changes[name]);
  }

  return {
    ...plain,
    scene: () => scene,
    ask(changes) {
      wanted = { ...wanted, ...changes };
      if (book) answer();
      else open().then(() => book && wanted && answer());
    },
    off: (name) => broken || (shut.has(name) ? NEEDS : ""),
    status() {
      const greyed = scene.controls.filter(({ name, kind, idle }) => shut.has(name) && (!idle || kind === "file")).map(({ label }) => label);
      const said = `This page answers from ${count} computed states, without Python.`;
      return { ...plain.status(), nearest, off: broken || [said, greyed.length && `Greyed out, because Python is needed: ${greyed.join(", ")}.`, nearest].filter(Boolean).join(" ") };
    },
  };
}
