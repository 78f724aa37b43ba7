import assert from "node:assert/strict";
import test, { mock } from "node:test";
import { modelStore } from "../src/store.js";

/** What a widget's model does here: values, events on change, and what was sent to the kernel. */
function fakeModel(state) {
  const listeners = new Map();
  return {
    state,
    sent: [],
    _state_lock: null,
    get: (name) => state[name],
    set(name, value) {
      if (state[name] === value) return;
      state[name] = value;
      listeners.get(`change:${name}`)?.forEach((listener) => listener(this));
    },
    hear(update) {
      this._state_lock = update;
      for (const [name, value] of Object.entries(update)) this.set(name, value);
      this._state_lock = null;
    },
    save_changes() {
      this.sent.push({ ...state });
    },
    on(event, listener) {
      if (!listeners.has(event)) listeners.set(event, new Set());
      listeners.get(event).add(listener);
    },
    off(event, listener) {
      listeners.get(event)?.delete(listener);
    },
  };
}

test("the kernel hears of a change when the hand rests, once", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const model = fakeModel({ round: 0 });
  const store = modelStore(model);
  for (const round of [1, 2, 3]) {
    store.set({ round });
    mock.timers.tick(100);
  }
  assert.deepEqual(model.sent, []);
  mock.timers.tick(250);
  assert.deepEqual(model.sent, [{ round: 3 }]);
  mock.timers.reset();
});

test("a late echo does not undo what was set since, in any view", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const model = fakeModel({ round: 0 });
  const [one, other] = [modelStore(model), modelStore(model)];
  const seen = [];
  one.subscribe(["round"], () => seen.push(one.get("round")));
  other.subscribe(["round"], () => seen.push(other.get("round")));
  one.set({ round: 3 });
  mock.timers.tick(250);
  one.set({ round: 0 });
  model.hear({ round: 3 }); // the echo
  assert.equal(model.get("round"), 0);
  assert.equal(other.get("round"), 0);
  other.set({ round: 7 });
  assert.equal(one.get("round"), 7);
  model.hear({ round: 3 });
  assert.equal(one.get("round"), 7);
  mock.timers.tick(250);
  assert.deepEqual(new Set(model.sent.map(({ round }) => round)), new Set([3, 7]));
  assert.ok(seen.every((round) => [0, 3, 7].includes(round)));
  mock.timers.reset();
});

test("at rest the kernel's word counts", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const model = fakeModel({ round: 0 });
  const store = modelStore(model);
  let told = 0;
  store.subscribe(["round"], () => (told += 1));
  store.set({ round: 2 });
  mock.timers.tick(250);
  model.hear({ round: 5 });
  assert.equal(store.get("round"), 5);
  await Promise.resolve();
  assert.equal(told, 2);
  mock.timers.reset();
});

test("a view that is closed leaves nothing unsaid", () => {
  const model = fakeModel({ round: 0 });
  const store = modelStore(model);
  store.set({ round: 2 });
  store.close();
  assert.deepEqual(model.sent, [{ round: 2 }]);
  store.close();
  assert.equal(model.sent.length, 1);
});
