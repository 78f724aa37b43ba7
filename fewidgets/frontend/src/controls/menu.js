// One of many options: a field that opens a list, in which typing finds options by their text (the combobox pattern of the WAI-ARIA
// authoring practices). The list is in the browser's top layer, so that an output that scrolls does not cut it off.

import { KEEPS_KEYS, clamp, html, on, onKeys, set } from "../svg.js";
import { matching } from "../window.js";

const PART = 100; // options that are added to the list at a time
const PAGE = 8; // options that PageUp and PageDown move by
const ROOM = 240; // most pixels of the list's height

let menus = 0;

/** A field with a list of options; `choose` is called with the number of the option that is chosen. */
export function menu(label, options, choose, attributes = {}) {
  const id = `fw-menu-${++menus}`;
  const field = html("input.field", {
    type: "text", role: "combobox", "aria-label": label, "aria-expanded": "false", "aria-controls": id, "aria-autocomplete": "list",
    size: clamp(Math.max(...options.map(({ length }) => length)), 12, 44), autocomplete: "off", spellcheck: "false", dir: "auto", ...attributes,
  });
  const list = html("ul.listbox", { id, role: "listbox", "aria-label": label, popover: "manual", ...KEEPS_KEYS });
  const node = html("span.menu-control", field, list);
  let found = [];
  let [chosen, active, open] = [-1, -1, false];

  const rows = () => [...list.children];
  const grow = (count) => {
    const more = found.slice(list.childElementCount, count).map((option, k) =>
      html("li", { role: "option", id: `${id}-${option}`, "data-option": option, dir: "auto", "aria-selected": String(option === chosen),
        "aria-setsize": String(found.length), "aria-posinset": String(list.childElementCount + k + 1) }, options[option]));
    list.append(...more);
  };
  const point = (at) => {
    active = found.length ? clamp(at, 0, found.length - 1) : -1;
    grow(active + PART);
    rows().forEach((row, i) => row.classList.toggle("fw-active", i === active));
    const row = list.children[active];
    set(field, { "aria-activedescendant": row?.id });
    row?.scrollIntoView({ block: "nearest" });
  };
  const place = () => {
    const { left, top, bottom, width } = field.getBoundingClientRect();
    const [below, above] = [innerHeight - bottom - 8, top - 8];
    const up = below < Math.min(ROOM, list.scrollHeight) && above > below;
    const most = Math.min(ROOM, Math.max(80, up ? above : below));
    Object.assign(list.style, { minWidth: `${width}px`, maxHeight: `${most}px`, left: `${Math.max(4, Math.min(left, innerWidth - list.offsetWidth - 8))}px` });
    list.style.top = up ? `${top - 2 - list.offsetHeight}px` : `${bottom + 2}px`;
  };
  const find = (query) => {
    found = query.trim() ? matching(options, query) : options.map((_, i) => i);
    list.replaceChildren();
    if (!found.length) list.append(html("li", { role: "option", "aria-disabled": "true" }, "Nothing found"));
    point(Math.max(0, found.indexOf(chosen)));
  };
  const show = (query = "") => {
    if (!open) {
      open = true;
      set(list, { "data-open": true });
      list.showPopover?.();
      set(field, { "aria-expanded": "true" });
    }
    find(query);
    place();
  };
  const hide = () => {
    if (!open) return;
    open = false;
    list.hidePopover?.();
    set(list, { "data-open": false });
    set(field, { "aria-expanded": "false", "aria-activedescendant": false });
    list.replaceChildren();
    field.value = options[chosen] ?? "";
  };
  const take = (option) => {
    if (option === undefined) return;
    chosen = option;
    hide();
    choose(option);
  };

  on(field, "click", () => {
    if (open) return;
    field.select();
    show();
  });
  on(field, "input", () => show(field.value));
  on(field, "blur", hide);
  onKeys(field, ({ key }) => {
    const by = { ArrowDown: 1, ArrowUp: -1, PageDown: PAGE, PageUp: -PAGE }[key];
    if (by) return () => (open ? point(active + by) : show());
    if (open && key === "Enter") return () => take(found[active]);
    if (open && key === "Escape") return hide;
  });
  // The field keeps the focus while the list is used.
  on(list, "pointerdown mousedown", (event) => event.preventDefault());
  on(list, "click", ({ target }) => {
    const option = target.closest("[data-option]")?.dataset.option;
    if (option !== undefined) take(Number(option));
  });
  on(list, "scroll", () => list.scrollTop + list.clientHeight > list.scrollHeight - 200 && grow(list.childElementCount + PART));
  const follow = (event) => open && !list.contains(event.target) && place();
  addEventListener("scroll", follow, true);
  addEventListener("resize", hide);

  return {
    node, field,
    /** Show an option as the chosen one. */
    set(option) {
      if (option === chosen) return;
      chosen = option;
      if (!open) field.value = options[chosen] ?? "";
    },
    close() {
      removeEventListener("scroll", follow, true);
      removeEventListener("resize", hide);
    },
  };
}
