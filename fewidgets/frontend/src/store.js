// Where the state lives: in a widget's model, or in a page by itself. Views read, set, and are told of changes.

const REST = 250; // ms without a change after which the kernel is told

// Whether a change comes from the kernel just now: ipywidgets' models hold what they hear as a lock while they take it in.
const fromKernel = (model) => (model?._state_lock ?? null) !== null;

/** A store over an anywidget model. A change is seen by all views at once; the kernel hears of it when the hand rests. */
export function modelStore(model) {
  const unsent = new Map();
  let timer;
  const flush = () => {
    clearTimeout(timer);
    unsent.clear();
    model.save_changes();
  };
  return {
    get: (name) => model.get(name),
    set(changes) {
      for (const [name, value] of Object.entries(changes)) {
        unsent.set(name, value);
        model.set(name, value);
      }
      clearTimeout(timer);
      timer = setTimeout(flush, REST);
    },
    subscribe(names, listener) {
      // The kernel's echo of an older value may come after a newer one was set: the hand that moves is right. What another
      // view or a link sets in the meantime is newer than both.
      const heard = names.map((name) => (source) => {
        const newer = unsent.has(name) && model.get(name) !== unsent.get(name);
        if (newer && fromKernel(source)) model.set(name, unsent.get(name));
        else {
          if (newer) unsent.delete(name);
          listener();
        }
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
