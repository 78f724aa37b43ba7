// Where the state lives: in a widget's model, or in a page by itself. Views read, set, and are told of changes.

const REST = 250; // ms without a change after which the kernel is told

/** A store over an anywidget model. A change is seen by all views at once; the kernel hears of it when the hand rests. */
export function modelStore(model) {
  let timer;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    model.save_changes();
  };
  return {
    get: (name) => model.get(name),
    set(changes) {
      for (const [name, value] of Object.entries(changes)) model.set(name, value);
      clearTimeout(timer);
      timer = setTimeout(flush, REST);
    },
    subscribe(names, listener) {
      for (const name of names) model.on(`change:${name}`, listener);
      return () => names.forEach((name) => model.off(`change:${name}`, listener));
    },
    close() {
      if (timer !== undefined) flush();
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
