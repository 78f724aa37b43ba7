// Nodes with links between them. The nodes form a list box: Tab reaches it, arrow keys go along links, Enter picks a node.

import { compile } from "../frames.js";
import { formatNumber } from "../numbers.js";
import { colorOf, dashOf } from "../palette.js";
import { ARROWS, html, nodesFor, on, onKeys, pt, set, setText, svg, textWidth } from "../svg.js";
import css from "./graph.css";
import { SIZE, leastHeight, nextNode, placeChips } from "./graphlayout.js";

const PAD = 4; // pixels left and right of the text in a node
const BOLD = 1.12; // width of bold type relative to normal type
const WIDTHS = { lit: 2.6, faint: 0.6 }; // of outlines; others have 1.2, and lit links 0.6 more
const STRUCK = ["4 3", "1.5 2.5", "7 2 1.5 2"]; // dashes of the styles that are struck
const MANUAL = "Node: click it to pick it, and point at it for its value. By keys: Tab, arrow keys along its links, Enter.";
const FIT = 2; // pixels around the nodes, for their outlines
const EDGE = 1; // pixels around a plot without axes, as in panel.js

/** How the line around a node, or a link, looks; styles with the same look have different dashes. */
function lineOf(styles, k) {
  const { look, color } = styles[k];
  const place = styles.slice(0, k).filter((other) => other.look === look).length;
  return { look, stroke: colorOf(color), width: WIDTHS[look] ?? 1.2, dashes: look === "struck" ? STRUCK[place % STRUCK.length] : dashOf(0, place % 3) };
}

const tally = (kinds, styles) => styles.map(({ label }, k) => [label, kinds.filter((kind) => kind === k).length]).filter(([label, count]) => label && count);

export function graph(first, layer, panel) {
  const { view } = panel;
  view.style(css);
  const group = svg("g.graph", { "data-manual": MANUAL }, layer);
  const lines = svg("g.links", { "aria-hidden": "true" }, group);
  const near = svg("path.near", { "aria-hidden": "true" }, group); // the links of the node that is pointed at
  const list = svg("g", { role: "listbox" }, group);
  const paths = [];
  const nodes = [];
  let mark, xs, ys, values, style, linkStyle, links, styles, linkStyles, chips, current, latest;

  function adopt(next) {
    mark = next;
    [xs, ys] = [mark.x, mark.y].map(compile);
    [values, style, linkStyle] = [mark.values, mark.style, mark.link_style].map((channel) => (channel === undefined ? undefined : compile(channel)));
    const pairs = compile(mark.links).at();
    links = Array.from({ length: pairs.length / 2 }, (_, i) => [pairs[2 * i], pairs[2 * i + 1]]);
    styles = mark.styles.length ? mark.styles : [{ label: "", color: "primary", glyph: "", look: "" }];
    linkStyles = mark.link_styles.length ? mark.link_styles : [{ label: "", color: "quiet", look: "" }];
    set(list, { "aria-label": panel.title });
    nodesFor(paths, linkStyles.length, () => svg("path", {}, lines));
    linkStyles.forEach(({ color }, k) => {
      const { look, stroke, width, dashes } = lineOf(linkStyles, k);
      set(paths[k], { class: color === "grid" && "fw-grid", style: `stroke:${stroke}`, "stroke-width": width + (look === "lit" ? 0.6 : 0), "stroke-dasharray": dashes });
    });
    nodesFor(nodes, mark.keys.length, () => {
      const node = svg("g.node", { role: "option" }, list);
      for (const part of ["rect.hit", "rect.plate", "text", "text.small"]) svg(part, {}, node);
      node.lastChild.before(" "); // for who reads the texts in a row
      return node;
    });
    current = Math.min(current ?? 0, mark.keys.length - 1);
    chips = undefined;
  }

  const whole = (i) => view.whole(mark.keys[i]);
  const written = (value) => (Number.isFinite(value ?? NaN) ? formatNumber(value, mark.digits) : "");
  const meant = (kinds, all, i) => all[kinds ? Math.round(kinds[i]) : 0];

  function widthsOfLabels() {
    const signs = Math.max(0, ...styles.map(({ glyph }) => (glyph ? textWidth(glyph) : 0)));
    return mark.labels.map((label) => Math.max(SIZE, label && BOLD * textWidth(label) + signs + 2 * PAD));
  }

  const widerOf = (wide) => mark.longest && wide.map((width) => Math.max(width, textWidth(mark.longest) + 2 * PAD));

  function place(shot) {
    const wide = widthsOfLabels();
    const wider = widerOf(wide);
    const { left, right, top, bottom } = panel.box;
    const box = { left: left + FIT, right: right - FIT, top: top + FIT, bottom: bottom - FIT };
    chips = placeChips(Array.from(xs.at(shot), panel.x), Array.from(ys.at(shot), panel.y), box, wide, wider);
    if (!Number.isFinite(chips.x[current])) current = Math.max(0, chips.x.findIndex(Number.isFinite));
    const { x, y, widths, height, labels } = chips;
    nodes.forEach((node, i) => {
      const [hit, chip] = node.children;
      set(node, { visibility: Number.isFinite(x[i] + y[i]) ? undefined : "hidden", transform: Number.isFinite(x[i] + y[i]) && `translate(${pt(x[i], y[i])})` });
      set(hit, { x: -widths[i] / 2 - 2, y: -height / 2 - 2, width: widths[i] + 4, height: height + 4 });
      set(chip, { x: -widths[i] / 2, y: -height / 2, width: widths[i], height, rx: labels ? 6 : height / 2 });
    });
  }

  const pathOf = (some) => some.map(([one, other]) => `M${pt(chips.x[one], chips.y[one])}L${pt(chips.x[other], chips.y[other])}`).join("");
  const there = ([one, other]) => Number.isFinite(chips.x[one] + chips.x[other]);

  function paintNode(node, i, value, kinds) {
    const { 2: text, 3: small } = node.children;
    const k = kinds ? Math.round(kinds[i]) : 0;
    const { look, stroke, width, dashes } = lineOf(styles, k);
    const second = chips.values ? written(value) : "";
    const short = mark.labels[i] === whole(i) ? "" : mark.labels[i];
    // The name begins with what is seen in the node: somebody may say it to choose the node.
    const name = written(value) ? `${[short || whole(i), written(value)].join(" ")}: ${mark.value_label}${short && ` of ${whole(i)}`}` : [short, whole(i)].filter(Boolean).join(": ");
    set(node, {
      class: `fw-node${look ? ` fw-node-${look}` : ""}`, "data-key": mark.keys[i], tabindex: i === current ? "0" : "-1",
      style: `--fw-line:${stroke};--fw-fill:color-mix(in srgb,${stroke} ${look === "lit" ? 18 : 0}%,var(--fw-paper))`,
      "aria-label": [name, styles[k].label].filter(Boolean).join(", "),
      "aria-selected": String(view.picked() === mark.keys[i]),
    });
    set(node.children[1], { "stroke-width": width, "stroke-dasharray": dashes });
    setText(text, chips.labels ? styles[k].glyph + mark.labels[i] : styles[k].glyph);
    set(text, { y: second ? -2 : 4 });
    setText(small, second);
    set(small, { y: 12 });
  }

  function show(shot) {
    latest = shot;
    if (!chips || !xs.constant || !ys.constant) place(shot);
    const [known, kinds, linkKinds] = [values, style, linkStyle].map((channel) => channel?.at(shot));
    nodes.forEach((node, i) => paintNode(node, i, known?.[i], kinds));
    paths.forEach((path, k) => set(path, { d: pathOf(links.filter((link, i) => there(link) && (linkKinds ? Math.round(linkKinds[i]) : 0) === k)) }));
  }

  const focus = (i) => {
    current = i;
    nodes.forEach((node, k) => set(node, { tabindex: k === i ? "0" : "-1" }));
    nodes[i].focus({ preventScroll: true });
  };
  onKeys(list, ({ key, target }) => {
    const at = nodes.indexOf(target);
    if (at < 0) return;
    if (key === "Enter" || key === " ") return () => view.pick(mark.keys[at]);
    const seen = nodes.map((_, i) => i).filter((i) => Number.isFinite(chips.x[i]));
    const goal = ARROWS[key] ? nextNode(at, ARROWS[key], chips, links) : { Home: seen[0], End: seen.at(-1) }[key];
    return ARROWS[key] || goal !== undefined ? () => goal !== undefined && focus(goal) : undefined;
  });
  const point = (event) => {
    const at = nodes.indexOf(event.target.closest(".fw-node"));
    if (event.type === "focusin" && at >= 0) current = at;
    set(near, { d: at < 0 ? "" : pathOf(links.filter((link, i) => link.includes(at) && there(link) && !(linkStyle && linkStyle.at(latest)[i] < 0))) });
  };
  on(list, "pointerover focusin", point);
  on(list, "pointerleave focusout", () => set(near, { d: "" }));
  adopt(first);

  return {
    adopt,
    layout: () => (chips = undefined),
    /** The least height of the panel for as much text as there is in its whole height, or for a finger, in a given width. */
    least(width) {
      const { x: { domain }, y: { domain: down }, height } = panel.spec;
      if (!xs.constant || !ys.constant || !Array.isArray(domain) || !Array.isArray(down)) return 0;
      const along = ([low, high], all, length) => Array.from(all, (each) => EDGE + ((each - low) / (high - low)) * (length - 2 * EDGE));
      const [x, upside, wide] = [along(domain, xs.at(), width), [...down].reverse(), widthsOfLabels()];
      const inside = (high) => ({ left: EDGE + FIT, right: width - EDGE - FIT, top: EDGE + FIT, bottom: high - EDGE - FIT });
      return 1 + leastHeight((high) => placeChips(x, along(upside, ys.at(), high), inside(high), wide, widerOf(wide)), height - 1); // heights are rounded down
    },
    update: show,
    /** The entries of the legend, with which the picture begins and which come and go. */
    legend: () =>
      [["node", mark.styles, style], ["link", mark.link_styles, linkStyle]].flatMap(([what, all, kinds]) =>
        all.flatMap(({ label, glyph }, k) => {
          if (!label) return [];
          const { look, stroke, width, dashes } = lineOf(all, k);
          const node = svg("svg.swatch", { viewBox: "0 0 24 12", "aria-hidden": "true" });
          const fill = look === "lit" ? `color-mix(in srgb,${stroke} 18%,var(--fw-paper))` : "none";
          const d = what === "link" ? "M0 6h24" : "M4.5 1.5h15a3 3 0 0 1 3 3v3a3 3 0 0 1-3 3h-15a3 3 0 0 1-3-3v-3a3 3 0 0 1 3-3z";
          svg("path", { d, style: `stroke:${stroke};fill:${fill}`, "stroke-width": width + (what === "link" && look === "lit" ? 0.6 : 0), "stroke-dasharray": dashes }, node);
          const item = html("li", node, html("span", `${what === "node" && glyph ? `${glyph} ` : ""}${label}`));
          if (kinds) item.inUse = (shot) => kinds.at(shot).some((kind) => Math.round(kind) === k);
          return item;
        }),
      ),
    /** What the graph says of itself: a sentence, and a table with a row for each node. */
    told(shot) {
      const seen = mark.keys.map((_, i) => i).filter((i) => Number.isFinite(xs.at(shot)[i] + ys.at(shot)[i]));
      const [known, kinds, linkKinds] = [values, style, linkStyle].map((channel) => channel && Array.from(channel.at(shot)));
      const shown = links.map((_, i) => (linkKinds ? linkKinds[i] : 0)).filter((kind, i) => kind >= 0 && links[i].every((end) => seen.includes(end)));
      const order = seen.filter((i) => Number.isFinite(known?.[i] ?? NaN)).sort((i, j) => known[i] - known[j]);
      const names = (some) => (some.length <= 3 ? ` (${some.map(whole).join("; ")})` : "");
      const of = (label) => names(seen.filter((i) => meant(kinds, styles, i).label === label));
      return {
        kind: "table",
        columns: ["node", ...(known ? [mark.value_label] : []), ...(mark.styles.some(({ label }) => label) ? ["meaning"] : [])],
        rows: seen.map((i) => [whole(i), ...(known ? [written(known[i]) || "–"] : []), ...(mark.styles.some(({ label }) => label) ? [meant(kinds, styles, i).label || "–"] : [])]),
        meaning: [],
        said: [
          `${seen.length} node${seen.length === 1 ? "" : "s"}, ${shown.length} link${shown.length === 1 ? "" : "s"}`,
          ...tally(seen.map((i) => (kinds ? Math.round(kinds[i]) : 0)), styles).map(([label, count]) => `${label}: ${count}${of(label)}`),
          ...tally(shown, linkStyles).map(([label, count]) => `links ${label}: ${count}`),
          ...(order.length > 1 ? [`${mark.value_label} from ${written(known[order[0]])} (${whole(order[0])}) to ${written(known[order.at(-1)])} (${whole(order.at(-1))})`] : []),
        ],
      };
    },
  };
}
