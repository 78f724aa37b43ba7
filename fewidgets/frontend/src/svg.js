// Create and change nodes.

import { isolated } from "./directions.js";
import { crowded, fitText, textWidth } from "./lettering.js";

export { crowded, fitText, textWidth };

const SVG = "http://www.w3.org/2000/svg";

/** In JupyterLab's command mode, a focused node receives key presses only if it has this attribute itself. */
export const KEEPS_KEYS = { "data-lm-suppress-shortcuts": "true" };

/** Create a node from a selector such as "div.control.slider", with classes and attributes. */
function fill(make, selector, attributes) {
  const [name, ...classes] = selector.split(".");
  const node = make(name);
  if (classes.length) set(node, { class: classes.map((each) => `fw-${each}`).join(" ") });
  set(node, attributes);
  if (name === "button") node.type = name;
  if ("tabindex" in attributes || /^(input|button|select|textarea)$/.test(name)) set(node, KEEPS_KEYS);
  return node;
}

/** Create an SVG element from a selector such as "path.stroke", and append it to a parent if one is given. */
export function svg(selector, attributes = {}, parent) {
  const node = fill((name) => document.createElementNS(SVG, name), selector, attributes);
  parent?.append(node);
  return node;
}

/** Create an HTML element from a selector such as "div.track", with optional attributes; children are nodes or text. */
export function html(selector, ...children) {
  const attributes = children[0]?.constructor === Object ? children.shift() : {};
  const node = fill((name) => document.createElement(name), selector, attributes);
  node.append(...children);
  return node;
}

/** Listen to one or more events, separated by spaces. */
export function on(node, events, listener) {
  for (const event of events.split(" ")) node.addEventListener(event, listener);
}

/** Handle the keys for which `act` returns a function, and stop their propagation. Keys with Ctrl, Alt or Meta are left alone. */
export function onKeys(node, act) {
  on(node, "keydown", (event) => {
    const done = event.ctrlKey || event.metaKey || event.altKey ? undefined : act(event);
    if (!done) return;
    event.preventDefault();
    event.stopPropagation();
    done();
  });
}

/** The direction of each arrow key: columns to the right, rows down. */
export const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Round pixels to two decimals, which is finer than any screen. */
export const px = (value) => Math.round(value * 100) / 100;

/** A point of an SVG path. */
export const pt = (x, y) => `${px(x)} ${px(y)}`;

export const clamp = (value, low, high) => Math.min(Math.max(value, low), high);

const styled = new WeakMap();

/**
 * Set attributes that have changed; undefined, null and false remove an attribute. Numbers are pixels.
 * A style is set through the node because the content security policy of a saved page forbids style attributes.
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

/** Make `nodes` the children of a parent. Nodes already in the right place are not moved, because moving a node takes its focus. */
export function arrange(parent, nodes) {
  nodes.forEach((node, i) => parent.children[i] !== node && parent.insertBefore(node, parent.children[i] ?? null));
  while (parent.children.length > nodes.length) parent.lastChild.remove();
}

const REACHED = "input,button,select,textarea,[tabindex]";

/** Replace a node by another, and keep the focus if it was inside. */
export function replace(old, next) {
  const at = [...old.querySelectorAll(REACHED)].indexOf(old.getRootNode().activeElement);
  old.replaceWith(next);
  if (at >= 0) next.querySelectorAll(REACHED)[at]?.focus({ preventScroll: true });
}

/** Add or remove nodes until there are `count`. */
export function nodesFor(nodes, count, make) {
  while (nodes.length < count) nodes.push(make(nodes.length));
  for (const node of nodes.splice(count)) node.remove();
  return nodes;
}

/** Set a node's text if it has changed; setting the same text again would cost a layout. */
export function setText(node, text) {
  text = isolated(text);
  const only = node.firstChild;
  if (!only && !text) return;
  if (!text || only?.data === undefined || only.nextSibling) {
    if (node.textContent !== text) node.textContent = text;
  } else if (only.data !== text) only.data = text; // a new text in the same node costs the browser half as much
}

/** Write a text into an SVG node, shortened to a width. If it is shortened or a short label, the full text appears on hover. */
export function writeFit(node, text, width, size, whole = text, shown = fitText(text, width, size)) {
  setText(node, shown);
  if (whole !== shown) svg("title", {}, node).textContent = whole;
}
