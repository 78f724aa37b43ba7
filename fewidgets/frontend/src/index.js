// The renderer's three doors: a scene in an element, a widget's model in a notebook, a page without a kernel.

import { paletteCss } from "./palette.js";
import { localStore, modelStore } from "./store.js";
import css from "./styles.css";
import { sceneView } from "./view.js";

function style(element) {
  const root = element.getRootNode();
  const home = root instanceof ShadowRoot ? root : document.head;
  if (home.querySelector("style[data-fewidgets]")) return;
  const node = document.createElement("style");
  node.dataset.fewidgets = "";
  node.textContent = paletteCss + css;
  home.append(node);
}

/** Show a scene in an element, its state in a store. */
function mount(element, sceneOf, store) {
  style(element);
  return sceneView(element, sceneOf, store);
}

/** Show an explorable's model in an element, and what takes its scene's place. Returns what takes it away. */
export function render({ model, el, kernel }) {
  const view = mount(el, () => model.get("_scene"), modelStore(model, kernel));
  return () => view.close();
}

/** Show a scene in a page; no kernel is there. */
export function openPage(element, scene, state) {
  return mount(element, () => scene, localStore(state));
}
