// Motion between two pictures. A step is drawn at once; then what it changed in the attributes of SVG nodes is played back over a moment.
// So every mark can move without code of its own, a mark is the node that it was before, and the last frame is exactly the picture of a jump.

import { px } from "./svg.js";

const LASTS = 300; // ms
const FRAME = 16; // ms of the way that the first frame shows, so that an answer is seen at once
const PLACES = ["x", "y", "width", "height", "cx", "cy", "r", "x1", "x2", "y1", "y2", "d", "transform"];
const NUMBER = /-?\d*\.?\d+(?:e[-+]?\d+)?/g;
const THIN = 0.5; // pixels of a bar that is not there

const numbersIn = (text) => (text.match(NUMBER) ?? []).map(Number);

/** Where a path ends that is written as in marks/line.js and marks/dots.js. */
function endOf(commands, numbers) {
  let [x, y, at] = [0, 0, 0];
  for (const command of commands) {
    if (command === "H") x = numbers[at++];
    else if (command === "V") y = numbers[at++];
    else if (command === "h") at++;
    else [x, y] = [numbers[at++], numbers[at++]];
  }
  return { x, y };
}

/** The numbers of a path, and of more commands that all stay where it ends. */
function grown(commands, numbers, more) {
  const { x, y } = endOf(commands, numbers);
  return [...numbers, ...more.flatMap((command) => ({ H: [x], V: [y], h: [0] })[command] ?? [x, y])];
}

/** The texts between two values of an attribute, as a function of the share of the way; undefined if there is no way from one to the other. */
export function way(from, to) {
  if (from === to || from === null || to === null) return undefined;
  let [start, end] = [from, to].map(numbersIn);
  let pieces = to.split(NUMBER);
  if (pieces.join("#") !== from.split(NUMBER).join("#")) {
    const [before, after] = [from, to].map((text) => text.match(/[MLHVh]/g) ?? []);
    const [less, more] = before.length < after.length ? [before, after] : [after, before];
    if (!less.length || /[^-MLHVh\d.e\s]/.test(from + to) || less.some((command, i) => command !== more[i])) return undefined;
    if (less.length > 1 && [...end].some((number, i) => i < start.length && number !== start[i])) return undefined; // another path
    const rest = more.slice(less.length);
    if (less === before) start = grown(before, start, rest);
    else [end, pieces] = [grown(after, end, rest), from.split(NUMBER)];
  }
  return (share) => pieces.reduce((text, piece, i) => text + px(start[i - 1] + (end[i - 1] - start[i - 1]) * share) + piece);
}

const signOf = (node) => node.dataset.key || `${node.nodeName} ${node.getAttribute("class")} ${node.textContent}`;
const isDrawn = (node) => node instanceof SVGElement && node.nodeName !== "svg" && Boolean(node.closest(".fw-plot")) && !node.closest(".fw-axes, .fw-links");

/** The motion of all marks in an element. */
export function motion(root) {
  const observer = new MutationObserver(() => {});
  let moving = []; // attributes on their way
  let frame, since;

  function finish() {
    for (const { node, name, to } of moving) {
      if (to === null) node.removeAttribute(name);
      else node.setAttribute(name, to);
    }
  }

  function stop() {
    cancelAnimationFrame(frame);
    finish();
    moving = [];
    root.classList.remove("fw-moving");
  }

  function paint(now = performance.now()) {
    const done = (now - since + FRAME) / LASTS;
    if (done >= 1 || !moving.length) return stop();
    const share = 1 - (1 - done) ** 3;
    for (const { node, name, on } of moving) node.setAttribute(name, on(share));
    frame = requestAnimationFrame(() => paint());
  }

  /** Find the former values of attributes by node, the nodes that stand for something else, and the new ones. */
  function changesOf(records) {
    const was = new Map();
    const others = new Set(); // nodes that stand for something else now
    const [gone, come] = [new Map(), new Map()]; // by parent
    const keep = (node, name, value) => {
      if (!was.has(node)) was.set(node, {});
      was.get(node)[name] ??= value;
    };
    /** Let a node that took the place of another one begin where that was. */
    const inherit = (node, old) => {
      for (const name of PLACES) if (old.hasAttribute(name)) keep(node, name, old.getAttribute(name));
      const [children, former] = [[...node.children], [...old.children]];
      const keyed = new Map(former.map((each) => [each.dataset?.key, each]));
      children.forEach((child, i) => {
        const twin = child.dataset?.key ? keyed.get(child.dataset.key) : children.length === former.length ? former[i] : undefined;
        if (twin?.nodeName === child.nodeName && !(twin.dataset?.key && twin.dataset.key !== child.dataset.key)) inherit(child, twin);
      });
    };
    for (const { type, target, attributeName: name, oldValue, addedNodes, removedNodes } of records) {
      if (type === "attributes") {
        if (name !== "data-key") keep(target, name, oldValue);
        else if (oldValue !== target.dataset.key) others.add(target);
      } else if (addedNodes.length === 1 && removedNodes.length === 1 && isDrawn(addedNodes[0])) inherit(addedNodes[0], removedNodes[0]);
      else
        for (const [nodes, group] of [[removedNodes, gone], [addedNodes, come]])
          for (const node of nodes) if (node instanceof SVGElement) group.set(target, [...(group.get(target) ?? []), node]);
    }
    const fresh = [];
    for (const [parent, nodes] of come) {
      const former = new Set(gone.get(parent));
      for (const node of new Set(nodes)) {
        if (former.has(node) || node.parentNode !== parent || !isDrawn(node)) continue;
        const old = [...former].find((each) => !each.isConnected && signOf(each) === signOf(node));
        if (old) inherit(node, old);
        else fresh.push(node);
      }
    }
    return { was, others, fresh };
  }

  /** Let a bar that appears begin where the bar of its name is in the panel from which its panel takes them. */
  function fetch(node, values) {
    const from = node.matches(".fw-bar") && values.width < THIN && node.closest("[data-source]");
    if (!from || node.getAttribute("width") < THIN) return;
    const key = CSS.escape(node.parentNode.dataset.key);
    const source = root.querySelector(`figure[aria-label="${CSS.escape(from.dataset.source)}"] [data-key="${key}"] .fw-bar`)?.getBoundingClientRect();
    if (!source?.width) return;
    const plot = node.ownerSVGElement;
    const box = plot.getBoundingClientRect();
    const unit = plot.viewBox.baseVal.width / box.width;
    const place = { x: source.left - box.left, y: source.top - box.top, width: source.width, height: source.height };
    for (const name in place) values[name] = String(px(place[name] * unit));
  }

  function begin(records) {
    const { was, others, fresh } = changesOf(records);
    moving = fresh.map((node) => ({ node, name: "opacity", to: node.getAttribute("opacity"), on: (share) => String(px(share)) }));
    for (const [node, values] of was) {
      if (!node.isConnected || !isDrawn(node) || others.has(node) || others.has(node.parentNode)) continue;
      fetch(node, values);
      for (const name in values) {
        const to = node.getAttribute(name);
        const on = way(values[name], to);
        if (on) moving.push({ node, name, to, on });
      }
    }
    since = performance.now();
    paint(since);
  }

  return {
    stop,
    /** Draw the picture after a step, and let its marks move to their places from the next frame on. */
    step(draw) {
      observer.observe(root, { subtree: true, childList: true, attributeOldValue: true, attributeFilter: [...PLACES, "data-key"] });
      stop();
      draw();
      const records = observer.takeRecords();
      observer.disconnect();
      root.classList.add("fw-moving");
      frame = requestAnimationFrame(() => begin(records));
    },
    /** Draw a picture that is no step; what it leaves in its place goes on moving. */
    redraw(draw) {
      if (!moving.length) return draw();
      cancelAnimationFrame(frame);
      finish();
      draw();
      moving = moving.filter(({ node, name, to }) => node.isConnected && node.getAttribute(name) === to);
      paint();
    },
  };
}
