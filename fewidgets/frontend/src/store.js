// Where the state lives: in a widget's model, or in a page by itself. Views read, set, and are told of changes.

const REST = 250; // ms without a change after which the kernel is told

// What was set here and not told to the kernel yet: one record a model, as all its views share it.
const records = new WeakMap();

function recordOf(model) {
  if (!records.has(model)) {
    const unsent = new Map();
    let timer;
    const flush = () => {
      clearTimeout(timer);
      for (const [name, value] of unsent) model.set(name, value);
      unsent.clear();
      model.save_changes();
    };
    records.set(model, {
      unsent,
      flush,
      later() {
        clearTimeout(timer);
        timer = setTimeout(flush, REST);
      },
    });
  }
  return records.get(model);
}

/** A store over an anywidget model. A change is seen by all views at once; the kernel hears of it when the hand rests. */
export function modelStore(model) {
  const { unsent, flush, later } = recordOf(model);
  return {
    get: (name) => (unsent.has(name) ? unsent.get(name) : model.get(name)),
    set(changes) {
      for (const [name, value] of Object.entries(changes)) {
        unsent.set(name, value);
        model.set(name, value);
      }
      later();
    },
    subscribe(names, listener) {
      // The kernel's echo of an older value may come after a newer one was set: the hand that moves is right.
      const heard = names.map((name) => () => {
        if (unsent.has(name) && model.get(name) !== unsent.get(name)) model.set(name, unsent.get(name));
        else listener();
      });
      names.forEach((name, i) => model.on(`change:${name}`, heard[i]));
      return () => names.forEach((name, i) => model.off(`change:${name}`, heard[i]));
    },
    close() {
      if (unsent.size) flush();
    },
  };
}

/** A store without a kernel. */
export function localStore(initial) {
  const state = { ...initial };
  const listeners = new Set();
  return {
    get: (name) => state[name],
    set(changes) {
      Object.assign(state, changes);
      listeners.forEach((listener) => listener());
    },
    subscribe(_, listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {},
  };
}
