// The picture as one SVG without scripts and style sheets: the plots and the texts around them, as they are on screen.

import { set, svg } from "./svg.js";

const LOOK = "opacity,fill-opacity,fill,stroke,stroke-width,stroke-dasharray,stroke-linecap,stroke-linejoin,font-size,font-weight,text-anchor,paint-order".split(",");
const OWN = { opacity: "1", "fill-opacity": "1" }; // what these are if nothing is said; the others are as in the node above
const BLOCKS = ".fw-head,.fw-status,.fw-grid-of-panels";
const LEFT_OUT = "button,.fw-typed,.fw-moved,.fw-spoken,.fw-data,.fw-more-holder,.fw-hit,.fw-hit-line";
const GAP = 12;

let clips = 0;

/** Clip a node to a rectangle of the plot around it. Other programs do not know CSS shapes. */
function clip(twin, shape, plot) {
  const [top, right = top, bottom = top, left = right] = shape.match(/-?[\d.]+px/g).map(parseFloat);
  const [, , width, height] = plot.getAttribute("viewBox").split(" ");
  const id = `clip-${++clips}`;
  const group = svg("g", { "clip-path": `url(#${id})` });
  svg("rect", { x: left, y: top, width: width - left - right, height: height - top - bottom }, svg("clipPath", { id }, group));
  group.append(twin);
  return group;
}

/** Copy a node of a plot with the styles that it has on screen; canvases become images. */
function copy(node, above = {}) {
  const style = getComputedStyle(node);
  if (style.visibility === "hidden" || node.matches(LEFT_OUT)) return "";
  const picture = node.firstChild?.toDataURL?.();
  const twin = picture ? svg("image", { href: picture, preserveAspectRatio: "none", style: "image-rendering:pixelated" }) : node.cloneNode();
  for (const { name, value } of node.attributes) {
    if (/^(class|style|role|tabindex|data-.*|aria-.*)$/.test(name)) twin.removeAttribute(name);
    else twin.setAttribute(name, value);
  }
  for (const name of LOOK) if (style[name] !== (OWN[name] ?? above[name])) set(twin, { [name]: style[name] });
  if (!picture) twin.append(...Array.from(node.childNodes, (child) => (child.nodeType === 1 ? copy(child, style) : child.cloneNode())));
  return style.clipPath.startsWith("inset") ? clip(twin, style.clipPath, node.ownerSVGElement) : twin;
}

/** Write a text node line by line, as it is broken on screen. */
function write(node, parent) {
  const { fontSize, fontWeight, color, textDecorationLine } = getComputedStyle(node.parentElement);
  const range = document.createRange();
  let line, last;
  for (const { 0: word, index } of node.data.matchAll(/\S+\s*/g)) {
    range.setStart(node, index);
    range.setEnd(node, index + word.trimEnd().length);
    const { left, top, width, height } = range.getBoundingClientRect();
    if (!width) continue;
    if (top !== last) {
      const y = top + height / 2 + 0.35 * parseFloat(fontSize);
      line = svg("text", { x: left, y, fill: color, "font-size": fontSize, "font-weight": fontWeight, "text-decoration": textDecorationLine }, parent);
    }
    last = top;
    line.textContent += word;
    set(line, { textLength: left + width - line.getAttribute("x") }); // where the font is another one, too
  }
}

/** The picture of a view as the text of an SVG file, with its width and height. */
export function pictureOf({ root, views, rest }) {
  rest();
  const tabled = views.filter(({ data }) => data.shown());
  for (const { data } of tabled) data.show(false);
  const { left, width } = root.getBoundingClientRect();
  const { backgroundColor, fontFamily } = getComputedStyle(root);
  const picture = svg("svg", { width, "font-family": fontFamily });
  svg("title", {}, picture).textContent = root.getAttribute("aria-label");
  const paper = svg("rect", { width, fill: backgroundColor }, picture);
  let height = GAP;
  for (const block of root.querySelectorAll(BLOCKS)) {
    const box = block.getBoundingClientRect();
    if (!box.height) continue;
    const group = svg("g", { transform: `translate(${-left} ${height - box.top})` }, picture);
    for (const node of block.querySelectorAll("svg")) {
      const { left: x, top: y, width: wide, height: high } = node.getBoundingClientRect();
      if (wide && !node.closest(LEFT_OUT)) set(group.appendChild(copy(node)), { x, y, width: wide, height: high, overflow: "visible" });
    }
    const texts = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) if (!texts.currentNode.parentElement.closest(`svg,${LEFT_OUT}`)) write(texts.currentNode, group);
    height += box.height + GAP;
  }
  for (const node of [paper, picture]) set(node, { height });
  for (const { data } of tabled) data.show(true);
  return { text: new XMLSerializer().serializeToString(picture), width, height };
}

/** Turn an SVG into a PNG with two pixels for each pixel on screen. A data URL is allowed where other addresses are not. */
export async function pngOf({ text, width, height }) {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width: 2 * width, height: 2 * height }).getContext("2d").drawImage(image, 0, 0, 2 * width, 2 * height);
  return new Promise((done) => canvas.toBlob(done));
}
