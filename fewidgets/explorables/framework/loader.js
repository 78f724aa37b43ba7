// Loads the renderer's code, once in a document, from the model that has it.
const modules = (globalThis[Symbol.for("fewidgets")] ??= new Map());

// A manager's model knows whether a kernel runs.
async function find(model, host, id) {
  const manager = model.widget_manager;
  for (const end = Date.now() + 3e3; ; await new Promise((go) => setTimeout(go, 50)))
    try {
      const found = await (manager ? manager.get_model(id) : host.getModel("anywidget:" + id));
      if (found) return found;
      throw Error("no renderer");
    } catch (error) {
      // Models are restored in any order.
      if (Date.now() > end) throw error;
    }
}

async function render({ model, el, host }) {
  try {
    const kernel = await find(model, host, model.get("_renderer").slice(10));
    const code = kernel.get("code");
    if (!modules.has(code)) modules.set(code, import(URL.createObjectURL(new Blob([code], { type: "text/javascript" }))));
    return (await modules.get(code)).render({ model, el, kernel, find: (id) => find(model, host, id) });
  } catch (error) {
    el.role = "alert";
    el.append(`fewidgets cannot show this (${error.message}). In a notebook, run the cell again.`);
    throw error;
  }
}

export default { render };
