// Making and changing nodes.

const SVG = "http://www.w3.org/2000/svg";

/** What has the focus keeps its keys in JupyterLab's command mode only with this attribute on the very node. */
export const KEEPS_KEYS = { "data-lm-suppress-shortcuts": "true" };

/** Give a new node, named as in "div.control.slider", its classes and attributes. */
function fill(make, selector, attributes) {
  const [name, ...classes] = selector.split(".");
  const node = make(name);
  if (classes.length) set(node, { class: classes.map((each) => `fw-${each}`).join(" ") });
  set(node, attributes);
  if (name === "button") node.type = name;
  if ("tabindex" in attributes || /^(input|button|select|textarea)$/.test(name)) set(node, KEEPS_KEYS);
  return node;
}

/** A new SVG element, named as in "path.stroke", in a parent if one is given. */
export function svg(selector, attributes = {}, parent) {
  const node = fill((name) => document.createElementNS(SVG, name), selector, attributes);
  parent?.append(node);
  return node;
}

/** A new HTML element, named as in "div.track", perhaps with attributes; children are nodes or text. */
export function html(selector, ...children) {
  const attributes = children[0]?.constructor === Object ? children.shift() : {};
  const node = fill((name) => document.createElement(name), selector, attributes);
  node.append(...children);
  return node;
}

/** Listen to one or more events, parted by spaces. */
export function on(node, events, listener) {
  for (const event of events.split(" ")) node.addEventListener(event, listener);
}

/** Take the keys for which `act` gives something to do: nobody else hears of them. Those with Ctrl, Alt or Meta are not ours. */
export function onKeys(node, act) {
  on(node, "keydown", (event) => {
    const done = event.ctrlKey || event.metaKey || event.altKey ? undefined : act(event);
    if (!done) return;
    event.preventDefault();
    event.stopPropagation();
    done();
  });
}

/** Where each arrow key leads: columns to the right, rows down. */
export const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * Follow a pointer from a press on. `press` gets the event and gives what is to be called with it now and at every movement,
 * or nothing if the press is none of ours.
 */
export function onDrag(node, press) {
  let move;
  on(node, "pointerdown", (event) => {
    move = event.button === 0 ? press(event) : undefined;
    if (!move) return;
    event.stopPropagation();
    node.setPointerCapture(event.pointerId);
    move(event);
  });
  on(node, "pointermove", (event) => move?.(event));
  on(node, "pointerup pointercancel", () => (move = undefined));
}

/** Pixels for drawing: two decimals are finer than any screen. */
export const px = (value) => Math.round(value * 100) / 100;

/** A place in a path. */
export const pt = (x, y) => `${px(x)} ${px(y)}`;

export const clamp = (value, low, high) => Math.min(Math.max(value, low), high);

const styled = new WeakMap();

/**
 * Set attributes that differ from what is there; undefined, null and false take an attribute away. Numbers are pixels.
 * A style is set through the node, as a saved page's content security policy allows no style attributes.
 */
export function set(node, attributes) {
  for (const name in attributes) {
    const value = attributes[name];
    if (name === "style") {
      if (styled.get(node) !== value) node.style.cssText = value || "";
      styled.set(node, value);
    } else if (value === undefined || value === null || value === false) node.removeAttribute(name);
    else {
      const text = value === true ? "" : String(typeof value === "number" ? px(value) : value);
      if (node.getAttribute(name) !== text) node.setAttribute(name, text);
    }
  }
}

/** Make `nodes` the children of a parent, and move none that stands where it should: a node that is moved loses its focus. */
export function arrange(parent, nodes) {
  nodes.forEach((node, i) => parent.children[i] !== node && parent.insertBefore(node, parent.children[i] ?? null));
  while (parent.children.length > nodes.length) parent.lastChild.remove();
}

const REACHED = "input,button,select,textarea,[tabindex]";

/** Put a node in the place of another, and the focus, if it was in there, where it was. */
export function replace(old, next) {
  const at = [...old.querySelectorAll(REACHED)].indexOf(old.getRootNode().activeElement);
  old.replaceWith(next);
  if (at >= 0) next.querySelectorAll(REACHED)[at]?.focus({ preventScroll: true });
}

/** Add or take away nodes until there are `count`. */
export function nodesFor(nodes, count, make) {
  while (nodes.length < count) nodes.push(make(nodes.length));
  for (const node of nodes.splice(count)) node.remove();
  return nodes;
}

/** Change a node's text only if it differs: an unchanged text costs no layout. */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

const LONGEST = 2000; // characters that are measured: more than fit on any line
const widths = new Map(); // of texts measured before
let measuring;

/** Width in pixels of a text in the panels' type; of a very long text, of its first characters. */
export function textWidth(text, size = 12) {
  const key = size + text.slice(0, LONGEST);
  let width = widths.get(key);
  if (width === undefined) {
    measuring ??= document.createElement("canvas").getContext("2d");
    measuring.font = `${size}px system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif`;
    width = measuring.measureText(text.slice(0, LONGEST)).width;
    if (widths.size > LONGEST) widths.clear();
    widths.set(key, width);
  }
  return width;
}

/** The beginning of a text, without half of a character that JavaScript counts as two. */
const beginning = (text, length) => text.slice(0, length).replace(/[\ud800-\udbff]$/, "");

/** The text, cut with an ellipsis to a width. */
export function fitText(text, width, size = 12) {
  if (text.length <= LONGEST && textWidth(text, size) <= width) return text;
  // A longer beginning is wider: bisect for the longest that fits.
  let [fits, beyond] = [1, Math.min(text.length, LONGEST)];
  while (beyond - fits > 1) {
    const middle = (fits + beyond) >> 1;
    if (textWidth(`${beginning(text, middle)}…`, size) <= width) fits = middle;
    else beyond = middle;
  }
  return `${beginning(text, fits)}…`;
}

/** Write a text into an SVG node, cut to a width; whoever points at a text that was cut, or at a label, reads the whole. */
export function writeFit(node, text, width, size, whole = text) {
  const shown = fitText(text, width, size);
  setText(node, shown);
  if (whole !== shown) svg("title", {}, node).textContent = whole;
}
