import assert from "node:assert/strict";
import test, { mock } from "node:test";
import { modelStore } from "../src/store.js";

/** A widget's model as marimo makes it: listeners get the value, every value set is saved, and sending may fail. */
function marimoModel(state) {
  const listeners = new Map();
  const unsaved = new Set();
  const emit = (name) => listeners.get(`change:${name}`)?.forEach((listener) => listener(state[name]));
  return {
    saved: [],
    asked: [],
    sending: () => Promise.resolve(),
    get: (name) => state[name],
    set(name, value) {
      state[name] = value;
      unsaved.add(name);
      emit(name);
    },
    save_changes() {
      if (unsaved.size) this.saved.push(Object.fromEntries([...unsaved].map((name) => [name, state[name]])));
      unsaved.clear();
    },
    send(content) {
      this.asked.push(content);
      return this.sending();
    },
    receive(update) {
      for (const name in update) {
        unsaved.delete(name);
        if (state[name] === update[name]) continue;
        state[name] = update[name];
        emit(name);
      }
    },
    on(event, listener) {
      if (!listeners.has(event)) listeners.set(event, new Set());
      listeners.get(event).add(listener);
    },
    off: (event, listener) => listeners.get(event)?.delete(listener),
  };
}

const settle = () => new Promise((go) => setImmediate(go));

test("what Python sets is saved once more, so that dependent cells run again", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const model = marimoModel({ round: 0 });
  const views = [modelStore(model), modelStore(model)];
  for (const view of views) view.subscribe(["round"], () => {});
  model.receive({ round: 3 });
  assert.deepEqual(model.saved, []);
  mock.timers.tick(250);
  assert.deepEqual(model.saved, [{ round: 3 }]);
  mock.timers.tick(5000);
  assert.equal(model.saved.length, 1, "and not for ever");
  views[0].set({ round: 4 });
  mock.timers.tick(250);
  assert.deepEqual(model.saved.slice(1), [{ round: 4 }]);
  mock.timers.reset();
});

test("an answer is saved when no newer request waits, and never undoes one", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const model = marimoModel({ lam: 0, _answered: "", message: "" });
  const store = modelStore(model);
  store.subscribe(["lam"], () => {});
  const answer = () => {
    const { ask, serial } = model.asked.at(-1);
    model.receive({ lam: ask.lam, _answered: serial });
  };
  store.ask({ lam: 1 });
  store.ask({ lam: 2 });
  answer();
  assert.equal(store.get("lam"), 2, "the newer request stays in view");
  mock.timers.tick(1000);
  assert.deepEqual(model.saved, []);
  answer();
  mock.timers.tick(1000);
  assert.deepEqual(model.saved, [{ lam: 2 }]);
  mock.timers.reset();
});

test("a server that has ended is noticed", async () => {
  const model = marimoModel({ lam: 0, _answered: "", message: "" });
  const store = modelStore(model);
  assert.equal(store.status().off, "");
  model.sending = () => Promise.reject(TypeError("Failed to fetch"));
  store.ask({ lam: 1 });
  assert.equal(store.status().busy, true);
  await settle();
  assert.match(store.status().off, /^Python does not answer/);
  assert.equal(store.status().busy, false);
  assert.equal(store.get("lam"), 0, "the value that was not accepted is not shown");
  store.ask({ lam: 2 });
  assert.equal(model.asked.length, 1);
});
