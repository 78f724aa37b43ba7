// Where the state lives: in a widget's model, or in a page by itself. Views read, set, ask, and are told of changes.
//
// What replay controls `set` is seen at once, and the kernel hears of it when the hand rests. What compute controls `ask` for
// goes to the kernel at once, but only when nothing else is being answered: of all that was asked meanwhile the newest counts.

const REST = 250; // ms without a change after which the kernel is told
const CLIENT = Math.random().toString(36).slice(2); // two browsers may ask the same kernel

const NO_KERNEL = "No kernel is running: run the cell again to use the greyed controls.";
const NO_PYTHON = "There is no Python behind this page: the greyed controls stay as they are.";

// Whether a change comes from the kernel just now: ipywidgets' models hold what they hear as a lock while they take it in.
const fromKernel = (model) => (model?._state_lock ?? null) !== null;

let asks = 0;

// One record a model, as all its views share it.
const records = new WeakMap();

/** Take typed arrays and bytes out of a value, into a list of buffers. */
function pack(value, buffers) {
  if (!value?.data) return value;
  const { data, ...rest } = value;
  return { ...rest, buffer: buffers.push(data) - 1 };
}

function recordOf(model, kernel) {
  if (records.has(model)) return records.get(model);
  const unsent = new Map(); // set here, and not told to the kernel yet
  const asked = new Map(); // asked for here, and not granted yet
  const listeners = new Set();
  let timer;
  let told = true;
  let flight; // the question that is being answered
  let waiting = false; // whether there is a newer one
  const tell = () => {
    told = true;
    listeners.forEach((listener) => listener());
  };
  // The kernel says many things at once: that makes one picture.
  const soon = () => {
    if (told) queueMicrotask(() => told || tell());
    told = false;
  };
  const flush = () => {
    clearTimeout(timer);
    unsent.clear();
    model.save_changes();
  };
  const send = () => {
    if (unsent.size) flush();
    waiting = false;
    flight = { serial: `${CLIENT}-${++asks}`, values: new Map(asked) };
    const buffers = [];
    const ask = Object.fromEntries([...asked].map(([name, value]) => [name, pack(value, buffers)]));
    model.send({ ask, serial: flight.serial }, undefined, buffers);
  };
  const record = {
    unsent,
    asked,
    listeners,
    flush,
    tell,
    soon,
    refused: "",
    wrong: undefined, // the control whose value was refused last
    progress: undefined,
    alive: () => kernel?.comm_live !== false,
    busy: () => flight !== undefined,
    later() {
      clearTimeout(timer);
      timer = setTimeout(flush, REST);
    },
    ask(changes) {
      if (!record.alive()) return;
      record.refused = "";
      for (const name in changes) asked.set(name, changes[name]);
      if (flight) waiting = true;
      else send();
      tell();
    },
  };
  model.on("change:_answered", () => {
    if (model.get("_answered") !== flight?.serial) return;
    // What was refused stays as it was typed, beside the message, and is asked for again with the next change; but not a file.
    const refused = model.get("message");
    const names = [...flight.values.keys()];
    record.wrong = refused ? (names.find((name) => refused.startsWith(`${name} `)) ?? names[0]) : undefined;
    for (const [name, value] of flight.values) if (asked.get(name) === value && (!refused || value?.size)) asked.delete(name);
    flight = record.progress = undefined;
    if (waiting) send();
    soon();
  });
  for (const part of ["_scene", "message"]) model.on(`change:${part}`, soon);
  model.on("msg:custom", (content) => {
    if (!("progress" in content)) return;
    record.progress = content.progress ?? undefined;
    soon();
  });
  kernel?.on?.("comm_live_update", () => {
    if (!record.alive()) {
      flight = record.progress = undefined;
      waiting = false;
      asked.clear();
    }
    soon();
  });
  records.set(model, record);
  return record;
}

/** A store over an anywidget model; `kernel` is a model that knows whether there is a kernel. */
export function modelStore(model, kernel) {
  const record = recordOf(model, kernel);
  const { unsent, asked, listeners } = record;
  return {
    get: (name) => (asked.has(name) ? asked.get(name) : model.get(name)),
    set(changes) {
      for (const [name, value] of Object.entries(changes)) {
        unsent.set(name, value);
        model.set(name, value);
      }
      record.later();
    },
    ask: record.ask,
    refuse(text, name) {
      record.refused = text;
      record.wrong = name;
      record.tell();
    },
    status: () => ({
      off: record.alive() ? "" : NO_KERNEL,
      message: record.refused || model.get("message"),
      wrong: record.wrong,
      busy: record.busy(),
      progress: record.progress,
    }),
    subscribe(names, listener) {
      // The kernel's echo of an older value may come after a newer one was set: the hand that moves is right. What another
      // view or a link sets in the meantime is newer than both.
      const heard = names.map((name) => (source) => {
        const late = fromKernel(source);
        const newer = unsent.has(name) && model.get(name) !== unsent.get(name);
        if (!late || !record.busy()) asked.delete(name);
        if (newer && late) model.set(name, unsent.get(name));
        else {
          if (newer) unsent.delete(name);
          if (late) record.soon();
          else listener();
        }
      });
      names.forEach((name, i) => model.on(`change:${name}`, heard[i]));
      listeners.add(listener);
      return () => {
        names.forEach((name, i) => model.off(`change:${name}`, heard[i]));
        listeners.delete(listener);
      };
    },
    close() {
      if (unsent.size) record.flush();
    },
  };
}

/** A store without a kernel. */
export function localStore(initial) {
  const state = { ...initial };
  const listeners = new Set();
  const tell = () => listeners.forEach((listener) => listener());
  return {
    get: (name) => state[name],
    set(changes) {
      Object.assign(state, changes);
      tell();
    },
    ask() {},
    refuse() {},
    status: () => ({ off: NO_PYTHON, message: "" }),
    subscribe(_, listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {},
  };
}
