// The renderer's three doors: a scene in an element, a widget's model in a notebook, a page without a kernel.

import { paletteCss } from "./palette.js";
import { localStore, modelStore } from "./store.js";
import css from "./styles.css";
import { sceneView } from "./view.js";

let sheet;

/** Style the document or the shadow root that an element is in. Such a sheet is allowed where a page's policy allows no style elements. */
function style(element) {
  const root = element.getRootNode();
  const home = root instanceof ShadowRoot ? root : document;
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(paletteCss + css);
  }
  if (!home.adoptedStyleSheets.includes(sheet)) home.adoptedStyleSheets = [...home.adoptedStyleSheets, sheet];
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
