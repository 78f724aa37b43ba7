// What was committed in a page without a kernel, kept by the browser where it may.

const KEY = "fewidgets predictions";

function all() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}

/** The answer and the stage that were stored under a name, if there are any. */
export function recall(name) {
  const found = all()[name];
  return ["committed", "shown"].includes(found?.stage) ? found : undefined;
}

/** Store an answer; the first one counts. Returns whether it is stored now. */
export function remember(name, { answer, stage }) {
  try {
    const known = all();
    known[name] ??= { answer, stage, time: new Date().toISOString() };
    localStorage.setItem(KEY, JSON.stringify(known));
    return true;
  } catch {
    return false; // such as in a frame, or with storage switched off
  }
}
