// The name and the values of what is pointed at or has the focus.

import { nearest } from "./data/pointing.js";
import { html, on, set, setText } from "./svg.js";

const AWAY = 14; // pixels from the point
const STAY = 300; // ms in which the pointer can reach the tooltip

/** Show tooltips over the panels in `grid`. */
export function tooltip(root, grid, panels) {
  const [name, values] = [html("b"), html("span")];
  const tip = html("div.tip", { hidden: true, "aria-hidden": "true" }, name, values);
  root.append(tip);
  let frame, pointer, leaving;

  const dismiss = ({ key }) => key === "Escape" && hide();
  const stay = () => (leaving = clearTimeout(leaving));
  function hide() {
    stay();
    frame = pointer = cancelAnimationFrame(frame);
    set(tip, { hidden: true });
    document.removeEventListener("keydown", dismiss, true);
  }
  const hideSoon = () => tip.hidden || (leaving ??= setTimeout(hide, STAY));

  /** Show it above a point, or at the point's own height. */
  function show(title, text, left, top, beside) {
    stay();
    setText(name, title ?? "");
    setText(values, text ?? "");
    document.addEventListener("keydown", dismiss, true);
    set(tip, { hidden: false });
    const { left: start, top: above, width } = root.getBoundingClientRect();
    const { offsetWidth: wide, offsetHeight: high } = tip;
    const across = left - start + AWAY;
    const fits = across + wide < width;
    const down = top - above - (beside ? high / 2 : AWAY + high);
    set(tip, { style: `left:${Math.max(4, fits ? across : across - 2 * AWAY - wide)}px;top:${Math.max(4, down)}px` });
  }
  /** Show what a bar, a node, a cell, a handle or the block with the focus says of itself: beside it, so that its neighbours stay in sight. */
  const told = (target, left, top) => {
    const focused = left === undefined;
    const node = target.closest?.(`figure svg [aria-label]:is([role=option],[role=gridcell],[role=slider]${focused ? "" : ":not(.fw-blocks)"})`);
    const box = node?.getBoundingClientRect();
    if (node) show(node.getAttribute("aria-label"), node.getAttribute("aria-valuetext"), focused ? box.right : left, focused ? (box.top + box.bottom) / 2 : top, focused);
    return node;
  };
  function find() {
    frame = undefined;
    const { target, clientX, clientY } = pointer ?? {};
    const panel = panels.find(({ root: plot }) => plot?.contains(target));
    if (!panel || told(target, clientX, clientY)) return panel || hideSoon();
    const { left, top, width } = panel.root.getBoundingClientRect();
    const zoom = width / panel.box.width; // large letters enlarge a plot
    const found = nearest(panel, panel.data.parts(), (clientX - left) / zoom, (clientY - top) / zoom);
    if (found) show(found.name, found.text, found.at[0] * zoom + left, found.at[1] * zoom + top);
    else hideSoon();
  }
  const look = (event) => {
    pointer = event;
    frame ??= requestAnimationFrame(find);
  };
  on(grid, "pointermove", (event) => (event.pointerType === "touch" || event.buttons ? hide() : look(event)));
  on(grid, "pointerup", (event) => event.pointerType === "touch" && look(event));
  on(grid, "pointerleave", (event) => event.pointerType === "touch" || hideSoon());
  on(tip, "pointerenter", stay);
  on(tip, "pointerleave", hideSoon);
  on(grid, "focusin", ({ target }) => {
    if (target.matches(":focus-visible")) find((pointer = { target }));
  });
  on(grid, "focusout", hide);

  return {
    /** The picture has changed under the pointer, or what has the focus has another value. */
    update: () => tip.hidden || !pointer || look(pointer),
    close: hide,
  };
}
