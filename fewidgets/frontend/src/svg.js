// Making and changing nodes.

const SVG = "http://www.w3.org/2000/svg";

/** A new SVG element with attributes, in a parent if one is given. */
export function svg(name, attributes = {}, parent) {
  const node = document.createElementNS(SVG, name);
  set(node, attributes);
  parent?.append(node);
  return node;
}

/** A new HTML element with attributes; children are nodes or text. */
export function html(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  set(node, attributes);
  node.append(...children);
  return node;
}

/** Set attributes that differ from what is there; undefined, null and false take an attribute away. */
export function set(node, attributes) {
  for (const name in attributes) {
    const value = attributes[name];
    if (value === undefined || value === null || value === false) node.removeAttribute(name);
    else {
      const text = value === true ? "" : String(value);
      if (node.getAttribute(name) !== text) node.setAttribute(name, text);
    }
  }
}

/** Change a node's text only if it differs: an unchanged text costs no layout. */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** Pixels for drawing: two decimals are finer than any screen. */
export const px = (value) => Math.round(value * 100) / 100;

let measuring;

/** Width in pixels of a text in the panels' type. */
export function textWidth(text, size = 12) {
  measuring ??= document.createElement("canvas").getContext("2d");
  measuring.font = `${size}px system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif`;
  return measuring.measureText(text).width;
}

/** The text, cut with an ellipsis to a width. */
export function fitText(text, width, size = 12) {
  if (textWidth(text, size) <= width) return text;
  let kept = text.length - 1;
  while (kept > 1 && textWidth(`${text.slice(0, kept)}…`, size) > width) kept--;
  return `${text.slice(0, kept)}…`;
}
