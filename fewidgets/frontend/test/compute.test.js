import assert from "node:assert/strict";
import test, { mock } from "node:test";
import { moved } from "../src/controls/order.js";
import { readNumber } from "../src/controls/field.js";
import { linesOf } from "../src/controls/textarea.js";
import { compile, snapshot } from "../src/frames.js";
import { dab } from "../src/marks/canvas.js";
import { dotsPath } from "../src/marks/dots.js";
import { within } from "../src/marks/handle.js";
import { toRgba } from "../src/marks/image.js";
import { placeOf } from "../src/place.js";
import { between, rampOf } from "../src/palette.js";
import { share } from "../src/share.js";
import { localStore, modelStore } from "../src/store.js";

/** What a widget's model does here: values, events on change, and what was sent to the kernel. */
function fakeModel(state) {
  const listeners = new Map();
  const trigger = (event, ...args) => listeners.get(event)?.forEach((listener) => listener(...args));
  return {
    asked: [],
    saved: 0,
    _state_lock: null,
    get: (name) => state[name],
    set(name, value) {
      if (state[name] === value) return;
      state[name] = value;
      trigger(`change:${name}`, this);
    },
    answer(update) {
      this._state_lock = update;
      Object.assign(state, update); // all at once, then all events
      for (const name of Object.keys(update)) trigger(`change:${name}`, this);
      this._state_lock = null;
    },
    send(content, _, buffers) {
      this.asked.push({ ...content, buffers });
    },
    save_changes() {
      this.saved += 1;
    },
    trigger,
    on(event, listener) {
      if (!listeners.has(event)) listeners.set(event, new Set());
      listeners.get(event).add(listener);
    },
    off(event, listener) {
      listeners.get(event)?.delete(listener);
    },
  };
}

const rest = () => new Promise((done) => setImmediate(done));

test("one question is on its way at a time, and then the newest of all that came meanwhile", async () => {
  const model = fakeModel({ start: [0, 0], message: "" });
  const store = modelStore(model);
  let told = 0;
  store.subscribe(["start"], () => (told += 1));
  store.ask({ start: [1, 1] });
  assert.deepEqual(model.asked.map(({ ask }) => ask), [{ start: [1, 1] }]);
  assert.deepEqual(store.get("start"), [1, 1], "the hand is seen at once");
  store.ask({ start: [2, 2] });
  store.ask({ start: [3, 3] });
  assert.equal(model.asked.length, 1);
  assert.ok(store.status().busy);
  model.answer({ start: [1, 1], _scene: "one", _answered: model.asked[0].serial, message: "" });
  assert.deepEqual(model.asked.map(({ ask }) => ask.start), [[1, 1], [3, 3]]);
  assert.deepEqual(store.get("start"), [3, 3], "an older answer does not move the hand");
  await rest();
  model.answer({ start: [3, 3], _answered: model.asked[1].serial });
  assert.ok(!store.status().busy);
  await rest();
  const before = told;
  model.answer({ start: [4, 4] });
  await rest();
  assert.equal(told, before + 1);
  assert.deepEqual(store.get("start"), [4, 4], "at rest the kernel's word counts");
});

test("many words of the kernel at once make one picture", async () => {
  const model = fakeModel({ a: 0, b: 0, message: "" });
  const store = modelStore(model);
  let told = 0;
  store.subscribe(["a", "b"], () => (told += 1));
  model.answer({ a: 1, b: 1, _scene: {}, message: "x" });
  await rest();
  assert.equal(told, 1);
  assert.equal(store.status().message, "x");
});

test("what was refused stays as it was typed, and is asked for again with the next change", () => {
  const model = fakeModel({ words: "good", count: 1, message: "" });
  const store = modelStore(model);
  store.subscribe(["words", "count"], () => {});
  store.ask({ words: "" });
  model.answer({ message: "words is empty", _answered: model.asked[0].serial });
  assert.equal(store.get("words"), "");
  assert.equal(store.status().wrong, "words");
  store.ask({ count: 2 });
  assert.deepEqual(model.asked[1].ask, { words: "", count: 2 });
  model.answer({ message: "", words: "", count: 2, _answered: model.asked[1].serial });
  assert.equal(store.status().wrong, undefined);
  assert.equal(store.get("words"), "");
  store.ask({ words: "bad" });
  model.answer({ message: "no", _answered: model.asked[2].serial });
  model.answer({ words: "from Python", message: "" });
  assert.equal(store.get("words"), "from Python");
});

test("a refused choice is given up, and what was typed beside it is not", () => {
  const model = fakeModel({ sound: "vowels", words: "good", message: "" });
  const store = modelStore(model);
  store.subscribe(["sound", "words"], () => {});
  store.ask({ sound: "your own" }, ["sound"]);
  assert.equal(store.get("sound"), "your own");
  model.answer({ message: "sound must not be 'your own'", _answered: model.asked[0].serial });
  assert.equal(store.get("sound"), "vowels");
  assert.equal(store.status().message, "sound must not be 'your own'");
  store.ask({ words: "" });
  assert.deepEqual(model.asked[1].ask, { words: "" });
  model.answer({ message: "words is empty", _answered: model.asked[1].serial });
  store.ask({ sound: "chirp" }, ["sound"]);
  model.answer({ message: "words is empty", _answered: model.asked[2].serial });
  assert.deepEqual([store.get("sound"), store.get("words")], ["chirp", ""]);
});

test("answers to another browser's questions are not ours", () => {
  const model = fakeModel({ count: 1, message: "" });
  const store = modelStore(model);
  store.ask({ count: 2 });
  model.answer({ count: 9, _answered: "somebody-1" });
  assert.equal(store.get("count"), 2);
  assert.ok(store.status().busy);
});

test("bytes go as buffers, and replay controls that are not told yet go first", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const model = fakeModel({ drawn: null, step: 0, message: "" });
  const store = modelStore(model);
  store.set({ step: 3 });
  const data = new Uint8Array([1, 2, 3, 4]);
  store.ask({ drawn: { dtype: "uint8", shape: [2, 2], data } });
  assert.equal(model.saved, 1);
  assert.deepEqual(model.asked[0].ask, { drawn: { dtype: "uint8", shape: [2, 2], buffer: 0 } });
  assert.equal(model.asked[0].buffers[0], data);
  assert.equal(store.get("drawn").data, data);
  mock.timers.reset();
});

test("without a kernel nothing is asked, and why is told", async () => {
  const model = fakeModel({ count: 1, message: "" });
  const kernel = { ...fakeModel({}), comm_live: true };
  const store = modelStore(model, kernel);
  let told = 0;
  store.subscribe(["count"], () => (told += 1));
  store.ask({ count: 2 });
  kernel.comm_live = false;
  kernel.trigger("comm_live_update");
  await rest();
  assert.equal(store.get("count"), 1, "what nobody will answer is forgotten");
  assert.match(store.status().off, /No kernel/);
  assert.ok(!store.status().busy && told >= 2);
  store.ask({ count: 5 });
  assert.equal(model.asked.length, 1);
  assert.match(localStore({ count: 1 }).status().off, /without Python/);
});

test("a refusal of our own is shown until the next wish, and progress until the answer", async () => {
  const model = fakeModel({ words: "", message: "" });
  const store = modelStore(model);
  store.refuse("too long", "text");
  assert.equal(store.status().wrong, "text");
  assert.equal(store.status().message, "too long");
  store.ask({ words: "short" });
  assert.equal(store.status().message, "");
  model.trigger("msg:custom", { progress: [0.5, "half"] });
  assert.deepEqual(store.status().progress, [0.5, "half"]);
  model.answer({ _answered: model.asked[0].serial });
  assert.equal(store.status().progress, undefined);
});

test("what is the same stays the very same", () => {
  const array = (...values) => ({ dtype: "uint8", shape: [values.length], data: new DataView(new Uint8Array(values).buffer) });
  const old = { title: "a", panels: [{ x: array(1, 2), y: { z: null } }, { x: array(3) }] };
  const next = { title: "a", panels: [{ x: array(1, 2), y: { z: null } }, { x: array(4) }] };
  const shared = share(old, next);
  assert.equal(shared.panels[0], old.panels[0]);
  assert.equal(shared.panels[1].x.data, next.panels[1].x.data);
  assert.equal(shared.panels[1].x.shape, old.panels[1].x.shape);
  assert.notEqual(shared.panels, old.panels);
  assert.equal(share(old, structuredClone(old)), old);
  for (const [a, b] of [[{ a: 1 }, { a: 1, b: 2 }], [{ a: 1, b: 2 }, { a: 1 }], [[1], { 0: 1 }], [array(1, 2), array(1)], [undefined, { a: 1 }], [NaN, 1]]) {
    assert.deepEqual(share(a, b), b);
  }
  assert.ok(Object.is(share(NaN, NaN), NaN));
});

test("a block is one of rows times columns", () => {
  const block = { kind: "block", name: "block", rows: 2, columns: 3 };
  assert.equal(snapshot([block], () => [1, 2]).located.block.index, 5);
});

test("a point stays within its bounds, rounded to what can be seen", () => {
  assert.equal(within(5, [-2, 2]), 2);
  assert.equal(within(0.123456, [-2, 2]), 0.123);
  assert.equal(within(123456.789, [0, 1e6]), 123457);
  assert.equal(within(1.23456e-7, [0, 1e-6]), 1.23e-7);
});

test("a pen leaves a round dab, and an eraser takes it away", () => {
  const pixels = new Uint8Array(25);
  dab(pixels, 5, 5, 2.5, 2.5, 2, 0, 255);
  assert.equal(pixels[12], 255);
  assert.ok(pixels[7] > 0 && pixels[7] < 255 && pixels[0] === 0);
  const once = [...pixels];
  dab(pixels, 5, 5, 2.5, 2.5, 2, 0, 255);
  assert.deepEqual([...pixels], once, "the same dab again adds nothing");
  dab(pixels, 5, 5, 2.5, 2.5, 6, 255, 0);
  assert.equal(Math.max(...pixels), 0);
  dab(pixels, 5, 5, -3, 9, 2, 0, 255);
  assert.equal(Math.max(...pixels), 0, "beyond the edge there is nothing to draw on");
});

test("texts, numbers and orders as people write them", () => {
  assert.deepEqual(linesOf("a  b\n\n c \r\n"), ["a b", "c"]);
  assert.deepEqual(["1e9", "−2", "2,5", " 3 "].map(readNumber), [1e9, -2, 2.5, 3]);
  assert.ok(["", "abc", "1,2,3"].every((text) => Number.isNaN(readNumber(text))));
  assert.deepEqual(moved(["a", "b", "c"], 0, 2), ["b", "c", "a"]);
  assert.deepEqual(moved(["a", "b", "c"], 2, 1), ["a", "c", "b"]);
});

test("colours of numbers: ends, beyond the ends, and none", () => {
  const colors = ["#000000", "#0000ff"];
  assert.deepEqual([...toRgba(new Float32Array([0, 1, 9, NaN]), 1, 4, 1, [0, 1], colors)], [0, 0, 0, 255, 0, 0, 255, 255, 0, 0, 255, 255, 0, 0, 0, 0]);
  assert.deepEqual([...toRgba(new Uint8Array([254, 255]), 1, 2, 1, [0, 254], colors)], [0, 0, 255, 255, 0, 0, 0, 0]);
  assert.deepEqual([...toRgba(new Uint8Array([1, 2, 3]), 1, 1, 3)], [1, 2, 3, 255]);
  assert.deepEqual(between(["#000000", "#ffffff", "#ff0000"], 0.75), [255, 128, 128]);
  assert.equal(rampOf(0), "var(--fw-ramp-0)");
  assert.equal(rampOf(2), "var(--fw-ramp-23)");
});

test("places and dots in pixels", () => {
  const scale = { x: (value) => 10 * value, y: (value) => 100 - 10 * value };
  assert.deepEqual(placeOf([1, 3, 0, 4], scale), { x: 10, y: 60, width: 20, height: 40 });
  assert.equal(dotsPath([0, NaN, 2], [1, 1, 3]), "M0 1h0M2 3h0");
});
