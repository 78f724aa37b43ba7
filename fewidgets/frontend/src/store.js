// The state of a scene, kept in a widget's model or in a page. Views read it, set it, and are notified of changes.
//
// `set` is for replay controls: the change is visible immediately and saved in the kernel after a pause. `ask` is for compute
// controls: the request goes to the kernel immediately, or as soon as the previous request is answered. Of several values that
// were asked for in the meantime, only the newest is sent.

const REST = 250; // ms without a change before the state is saved in the kernel
const CLIENT = Math.random().toString(36).slice(2); // identifies this browser; others may ask the same kernel

const NO_KERNEL = "No kernel is running, so you cannot use the greyed-out controls. In a notebook, run the cell again.";
const LOST = "Python does not answer, so you cannot use the greyed-out controls. Start it again, and load this page again.";
const NO_PYTHON = "This page works without Python, so you cannot use the greyed-out controls.";

// Whether a change that was not made by this store comes from the kernel. ipywidgets passes the model, which keeps a lock while it
// receives one. marimo passes the value.
const isModel = (source) => source?._state_lock !== undefined;
const fromKernel = (source) => !isModel(source) || source._state_lock !== null;

let asks = 0;

// One record for each model, shared by all its views.
const records = new WeakMap();

/** Move typed arrays and bytes from a value into a list of buffers. */
function pack(value, buffers) {
  if (!value?.data) return value;
  const { data, ...rest } = value;
  return { ...rest, buffer: buffers.push(data) - 1 };
}

function recordOf(model, kernel) {
  if (records.has(model)) return records.get(model);
  const unsent = new Map(); // values set here and not yet saved in the kernel
  const again = new Set(); // names of values to save once more, see `saveAgain`
  const asked = new Map(); // values asked for here and not yet accepted
  const listeners = new Set();
  let timer;
  let notified = true;
  let request; // the request that waits for its answer
  let newer = false; // whether a newer request must follow
  let setting = false; // whether this store is setting a value
  let lost = false; // whether a request did not reach the kernel
  const notify = () => {
    notified = true;
    listeners.forEach((listener) => listener());
  };
  // The kernel often changes several things at the same time. Draw them in one picture.
  const notifySoon = () => {
    if (notified) queueMicrotask(() => notified || notify());
    notified = false;
  };
  const put = (name, value) => {
    const outer = setting;
    setting = true;
    model.set(name, value);
    setting = outer;
  };
  const save = () => {
    clearTimeout(timer);
    unsent.clear();
    if (!request) {
      again.forEach((name) => put(name, model.get(name)));
      again.clear();
    }
    model.save_changes();
  };
  const stop = () => {
    request = record.progress = undefined;
    newer = false;
    asked.clear();
    notifySoon();
  };
  const send = () => {
    if (unsent.size) save();
    newer = false;
    request = { serial: `${CLIENT}-${++asks}`, values: new Map(asked) };
    const buffers = [];
    const ask = Object.fromEntries([...asked].map(([name, value]) => [name, pack(value, buffers)]));
    // Where sending can fail (in marimo, when its server has ended), the host returns a promise.
    Promise.resolve(model.send({ ask, serial: request.serial }, undefined, buffers)).catch(() => stop((lost = true)));
  };
  const record = {
    unsent,
    asked,
    listeners,
    save,
    notify,
    notifySoon,
    refused: "",
    wrong: undefined, // the control whose value was refused last
    chosen: [], // names of what was asked for last that has no field of its own, such as one of several options
    progress: undefined,
    put,
    setting: () => setting,
    off: () => (lost ? LOST : kernel?.comm_live === false ? NO_KERNEL : ""),
    busy: () => request !== undefined,
    saveLater() {
      clearTimeout(timer);
      timer = setTimeout(save, REST);
    },
    // marimo runs dependent cells again after a browser has saved a value, but not after Python has set one. So values from the
    // kernel are saved once more, when nothing else is under way. Jupyter has no such cells.
    saveAgain(name) {
      again.add(name);
      record.saveLater();
    },
    ask(changes, chosen = []) {
      if (record.off()) return;
      record.chosen = chosen;
      record.refused = "";
      for (const name in changes) asked.set(name, changes[name]);
      if (request) newer = true;
      else send();
      notify();
    },
  };
  model.on("change:_answered", () => {
    if (model.get("_answered") !== request?.serial) return;
    // A refused value stays in its field, beside the message, and is sent again with the next change. A refused file is dropped,
    // and so is a refused choice: its button would stay lit over the old picture.
    const refused = model.get("message");
    const names = [...request.values.keys()];
    record.wrong = refused ? (names.find((name) => refused.startsWith(`${name} `)) ?? names[0]) : undefined;
    for (const [name, value] of request.values) if (asked.get(name) === value && (!refused || value?.size || (name === record.wrong && record.chosen.includes(name)))) asked.delete(name);
    request = record.progress = undefined;
    lost = false;
    if (newer) send();
    else if (again.size) record.saveLater();
    notifySoon();
  });
  for (const part of ["_scene", "message"]) model.on(`change:${part}`, notifySoon);
  model.on("msg:custom", (content) => {
    if (!("progress" in content)) return;
    record.progress = content.progress ?? undefined;
    notifySoon();
  });
  kernel?.on?.("comm_live_update", () => {
    if (record.off()) stop();
    else notifySoon();
  });
  records.set(model, record);
  return record;
}

/** A store for an anywidget model; `kernel` is a model that knows whether a kernel is running. */
export function modelStore(model, kernel) {
  const record = recordOf(model, kernel);
  const { unsent, asked, listeners } = record;
  return {
    get: (name) => (asked.has(name) ? asked.get(name) : model.get(name)),
    set(changes) {
      const refused = record.refused;
      record.refused = "";
      for (const [name, value] of Object.entries(changes)) {
        unsent.set(name, value);
        record.put(name, value);
      }
      if (refused) record.notify();
      record.saveLater();
    },
    ask: record.ask,
    refuse(text, name) {
      record.refused = text;
      record.wrong = name;
      record.notify();
    },
    /** Why a compute control cannot be moved, or "". */
    off: record.off,
    status: () => ({
      off: record.off(),
      message: record.refused || model.get("message"),
      wrong: record.wrong,
      busy: record.busy(),
      progress: record.progress,
    }),
    subscribe(names, listener) {
      // The kernel's echo of an older value may arrive after a newer value was set here. Then the newer value is kept. A value
      // that another view or a link sets in the meantime is newer than both.
      const handlers = names.map((name) => (source) => {
        const late = !record.setting() && fromKernel(source);
        if (late && !isModel(source)) record.saveAgain(name);
        const differs = unsent.has(name) && model.get(name) !== unsent.get(name);
        if (!late || !record.busy()) asked.delete(name);
        if (differs && late) record.put(name, unsent.get(name));
        else {
          if (differs) unsent.delete(name);
          if (late) record.notifySoon();
          else listener();
        }
      });
      names.forEach((name, i) => model.on(`change:${name}`, handlers[i]));
      listeners.add(listener);
      return () => {
        names.forEach((name, i) => model.off(`change:${name}`, handlers[i]));
        listeners.delete(listener);
      };
    },
    close() {
      if (unsent.size) record.save();
    },
  };
}

/** A store without a kernel. */
export function localStore(initial) {
  const state = { ...initial };
  const listeners = new Set();
  let message, wrong;
  const notify = () => listeners.forEach((listener) => listener());
  return {
    get: (name) => state[name],
    set(changes) {
      Object.assign(state, changes);
      message = "";
      notify();
    },
    ask() {},
    refuse(text, name) {
      [message, wrong] = [text, name];
      notify();
    },
    off: () => NO_PYTHON,
    status: () => ({ off: NO_PYTHON, message, wrong }),
    subscribe(_, listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {},
  };
}
