// The entry points of the renderer: `render` for a widget in a notebook, `openPage` for a saved page.

import { add, lacking, open } from "./later.js";
import { paletteCss } from "./palette.js";
import { adoptStyle } from "./sheet.js";
import { localStore, modelStore } from "./store.js";
import media from "./media.css";
import css from "./styles.css";
import { sceneView } from "./view.js";

/** Show a scene in an element; see `sceneView`. */
function mount(element, sceneOf, store, level, words, host) {
  adoptStyle(element, paletteCss + css + media);
  return sceneView(element, sceneOf, store, level, words, host);
}

const modules = new Map();
const stores = new WeakMap(); // by the state that a page gives

/** Import a module from its text, once in a document. */
function load(code) {
  if (code && !modules.has(code)) modules.set(code, import(URL.createObjectURL(new Blob([code], { type: "text/javascript" }))));
  return modules.get(code);
}

/** Show a widget's model in an element and follow its scene. Returns a function that removes the view. */
export async function render({ model, el, kernel, find }) {
  const complete = async (scene) => lacking(scene) && add(await load((await host.other("_marks")).get("code")));
  const host = {
    wait: (scene) => lacking(scene) && complete(scene),
    asking: async () => load((await host.other("_asking")).get("code")),
    /** The model to which one of this model's traits refers ("IPY_MODEL_" and its name), or undefined. */
    other: async (name) => model.get(name) && find(model.get(name).slice(10)),
    again: (other, place) => render({ model: other, el: place, kernel, find }),
  };
  await complete(model.get("_scene"));
  const words = async () => kernel && { ...(await load(kernel.get("words"))), ...(await load(kernel.get("present"))) };
  const view = mount(el, () => model.get("_scene"), modelStore(model, kernel), 3, words, host);
  return () => view.close();
}

/**
 * Show a scene in a page without a kernel. Its heading is of the first level, or of the one in the element's `data-level`. `later` has
 * the modules that come later (later.js) by their names. Views with the same state object stay in step.
 */
export function openPage(element, scene, state, later) {
  if (lacking(scene)) add(later);
  const host = {
    asking: async () => later,
    again: (page, place) => openPage(place, page.scene, page.state, later).close,
    show: (panels) => (scene = { ...scene, panels }),
  };
  if (!stores.has(state)) stores.set(state, scene.answers ? open(later.answers).answering(localStore(state), scene) : localStore(state));
  const store = stores.get(state);
  return mount(element, () => store.scene?.() ?? scene, store, element.dataset.level ?? 1, () => later, host);
}
