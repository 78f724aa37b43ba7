// Loads the renderer's code, once in a document, from the model that has it.
const modules = (globalThis[Symbol.for("fewidgets")] ??= new Map());

async function find(manager, id, tries = 60) {
  const model = await (async () => manager.get_model(id))().catch(() => {});
  if (model) return model;
  if (!tries) throw Error("no renderer");
  await new Promise((go) => setTimeout(go, 50)); // restored in any order
  return find(manager, id, tries - 1);
}

async function render({ model, el }) {
  try {
    const source = await find(model.widget_manager, model.get("_renderer").slice("IPY_MODEL_".length));
    const code = source.get("code");
    if (!modules.has(code)) modules.set(code, import(URL.createObjectURL(new Blob([code], { type: "text/javascript" }))));
    return (await modules.get(code)).render({ model, el, kernel: source });
  } catch (error) {
    el.role = "alert";
    el.append(`fewidgets cannot show this (${error.message}): run the cell again.`);
    throw error;
  }
}

export default { render };
