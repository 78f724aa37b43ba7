// A table of counts, from which examples are dragged from cell to cell. It is one tab stop. The counts follow the hand at once; the
// values that tint the cells follow after the kernel's answer.

import { decodeArray } from "../arrays.js";
import { compile } from "../frames.js";
import { fitAll } from "../lettering.js";
import { afterMove, cellBeyond, grouped, same, shortened, sumOf, sumsOf, withDecimals } from "../moving/counts.js";
import { hand } from "../moving/hand.js";
import { between, inkOn, scaleOf } from "../palette.js";
import { clamp, fitText, html, nodesFor, on, onKeys, px, set, setText, svg, textWidth } from "../svg.js";

const [BODY, SMALL, BOLD] = [13, 12, 1.12]; // pixels of letters, and width of bold ones relative to others
const [NAMES, FEWER, PAD] = [0.34, 0.22, 8]; // largest share of the width for the names of rows, if cells are narrow, and pixels beside them
const NARROW = 36; // pixels
const HEADING = 20; // pixels of the names of columns, and of what they are
const TOTALS = 0.7; // height of the row of sums, relative to another row
const TOUCHED = 24; // least pixels of a cell for a finger
const BOTH = 30; // least pixels of a cell with a count and a value below it
const DIGITS = 3; // decimals of a value
const HOW = "Arrow keys choose a cell. Enter picks examples up, arrow keys carry them, Enter drops them, Escape puts them back.";
const MANUAL = "Table of counts: drag from one cell to another, or click both. By keys: arrow keys, Enter, arrow keys, Enter; Escape puts examples back.";
let groups = 0;

export function countgrid(mark, layer, panel) {
  const { view } = panel;
  const name = mark.counts.control;
  const control = () => view.control(name);
  const table = svg("g.counts", { role: "grid", "aria-description": HOW, "data-control": name, "data-manual": MANUAL }, layer);
  const around = svg("g", { "aria-hidden": "true" }, layer);
  // Beside the cells, not in them: what is written in a cell is a part of its name, and the name says both numbers in words.
  const small = svg("g.count-values", { "aria-hidden": "true" }, layer);
  const chip = svg("g.chip", { "aria-hidden": "true" }, layer);
  svg("rect", { rx: 9 }, chip);
  svg("text", { "text-anchor": "middle", y: 4.5 }, chip);
  const note = html("span");
  const [cells, rowNodes, texts] = [[], [], []];
  let values, place;
  let step = control().steps[0]; // how many examples are picked up
  let held; // what is carried: from which cell, on which one it is, what was there before, and how to go back

  const counts = () => decodeArray(view.get(name)).data;
  const titleOf = (cell) => [mark.row_names[Math.floor(cell / control().columns)], mark.column_names[cell % control().columns]].join(", ");
  const examples = (n) => `${grouped(n)} example${n === 1 ? "" : "s"}`;
  const send = (next) => {
    const { rows, columns } = control();
    if (!view.disabled(name) && !same(next, counts())) view.set({ [name]: { dtype: "int32", shape: [rows, columns], data: next } });
  };

  const end = () => {
    held = undefined;
    hands.free();
  };
  const pick = (cell) => {
    const before = Int32Array.from(counts());
    const many = Math.min(step, before[cell]);
    if (!many) hands.say(`${titleOf(cell)} has no examples to move.`);
    if (!many || view.disabled(name)) return;
    held = { from: cell, to: cell, before, many, undo: view.remember() };
    hands.hold();
    hands.say(`${examples(many)} of ${grouped(before[cell])} picked up from ${titleOf(cell)}. Arrow keys carry, Enter drops, Escape puts back.`);
    view.update();
  };
  const carry = (cell) => {
    if (!held || cell === held.to) return;
    held.to = cell;
    send(afterMove(held.before, held.from, cell, held.many));
    view.update();
  };
  function drop() {
    if (!held) return;
    const { from, to, many } = held;
    end();
    hands.say(from === to ? `${examples(many)} put back.` : `${examples(many)} moved from ${titleOf(from)} to ${titleOf(to)}.`);
    view.update();
  }
  const putBack = () => {
    const { from, undo } = held;
    end();
    undo();
    hands.choose(from, true);
    hands.say("Put back.");
    view.update();
  };

  // By mouse and finger
  const cellAt = (event) => {
    const [x, y] = panel.pixel(event);
    const { rows, columns } = control();
    const [row, column] = [Math.floor((y - place.y) / place.high), Math.floor((x - place.x) / place.wide)];
    return row >= 0 && column >= 0 && row < rows && column < columns ? row * columns + column : undefined;
  };
  const hands = hand(panel, table, name, cells, {
    at: cellAt,
    tap(cell) {
      if (held) {
        carry(cell);
        drop();
      } else pick(cell);
      hands.choose(cell, true);
    },
    begin(from) {
      if (held) end();
      hands.choose(from, true);
      pick(from);
      if (held) held.dragged = true;
      return (moved) => {
        if (!held) return;
        held.pointer = panel.pixel(moved);
        carry(cellAt(moved) ?? held.from);
        paintChip();
      };
    },
    undo() {
      const back = view.remember();
      return () => {
        end();
        back();
        view.update();
      };
    },
    leave: drop,
    scrolls: () => !held, // a table is high on a phone; after a tap on a cell, a finger carries its examples anywhere
  });
  on(table, "pointerup", () => held?.dragged && drop());

  // By keys
  onKeys(table, ({ key }) => {
    if (key === "Enter" || key === " ") return () => (held ? drop() : pick(hands.active));
    if (key === "Escape") return held && putBack;
    const { rows, columns } = control();
    const goal = cellBeyond(key, hands.active, rows, columns);
    if (goal === undefined) return undefined;
    return () => {
      carry(goal);
      hands.choose(goal, true);
    };
  });
  // How many at once
  const radios = `fw-counts-${++groups}`;
  const box = html("div", { role: "radiogroup", "aria-label": "Examples moved at once" });
  const tool = html("fieldset.compute.moved", html("span", "Move at once:"), box);
  on(box, "change", ({ target }) => (step = Number(target.value)));

  const adopt = (next) => {
    mark = next;
    values = compile(mark.values);
    const { steps } = control();
    if (!steps.includes(step)) [step] = steps;
    box.replaceChildren(...steps.map((n) => html("label", html("input", { type: "radio", name: radios, value: n, checked: n === step }), html("span", String(n)))));
    set(tool, { hidden: steps.length < 2 });
  };
  adopt(mark);

  function layout() {
    const { left, right, top, bottom } = panel.box;
    const { rows, columns } = control();
    const [across, up] = [panel.spec.x.label, panel.spec.y.label];
    const named = Math.max(...[...mark.row_names, "total"].map((text) => BOLD * textWidth(text, BODY)), textWidth(up, SMALL)) + PAD;
    const [most, least] = [NAMES, FEWER].map((share) => Math.min(named, share * (right - left)));
    const gutter = (right - left - most) / (columns + 1) < NARROW ? least : most;
    const summed = (right - left - gutter) / (columns + 1) >= TOUCHED;
    const above = top + HEADING * (across ? 2 : 1);
    place = {
      x: left + gutter, y: above, summed, gutter,
      wide: (right - left - gutter) / (columns + (summed ? 1 : 0)), high: (bottom - above) / (rows + TOTALS),
    };
    nodesFor(rowNodes, rows, () => svg("g", { role: "row" }, table));
    for (const { node, value } of cells.splice(rows * columns)) [node, value].forEach((part) => part.remove());
    for (let i = cells.length; i < rows * columns; i++) {
      const node = svg("g.count", { role: "gridcell", tabindex: -1 });
      cells.push({ node, rect: svg("rect", {}, node), frame: svg("rect.frame", {}, node), count: svg("text.count-text", { "text-anchor": "middle" }, node), value: svg("text", { "text-anchor": "middle", "font-size": SMALL }, small) });
    }
    cells.forEach(({ node, rect, frame }, i) => {
      const row = rowNodes[Math.floor(i / columns)];
      if (node.parentNode !== row) row.append(node);
      const box = { x: place.x + (i % columns) * place.wide, y: place.y + Math.floor(i / columns) * place.high, width: place.wide, height: place.high };
      set(rect, box);
      set(frame, { x: box.x + 1.5, y: box.y + 1.5, width: box.width - 3, height: box.height - 3 });
    });
    if (hands.active >= cells.length) hands.active = 0;
  }

  /** Write the names of rows and columns, and the sums. */
  function write(all) {
    const { rows, columns } = control();
    const { x, y, wide, high, gutter, summed } = place;
    const [left, middle] = [x - gutter, (row, share = 1) => y + (row + share / 2) * high + 4.5];
    const [sums, totals] = sumsOf(all, columns);
    const total = sumOf(all);
    const sumIn = (sum) => shortened(sum, wide - 2, (text) => textWidth(text, BODY));
    const shown = [
      ...(panel.spec.x.label ? [["quiet", x + (wide * columns) / 2, y - 1.35 * HEADING, "middle", fitText(panel.spec.x.label, wide * columns, SMALL)]] : []),
      ...(panel.spec.y.label ? [["quiet", left, y - 0.35 * HEADING, "start", fitText(panel.spec.y.label, gutter - 4, SMALL)]] : []),
      ...fitAll(mark.column_names, (wide - 4) / BOLD, BODY).map((text, c) => ["name", x + (c + 0.5) * wide, y - 0.35 * HEADING, "middle", text, mark.column_names[c]]),
      ...fitAll(mark.row_names, (gutter - PAD) / BOLD, BODY).map((text, r) => ["name", left, middle(r), "start", text, mark.row_names[r]]),
      ["quiet", left, middle(rows, TOTALS), "start", fitText("total", gutter - 4, SMALL)],
      ...totals.map((sum, c) => ["sum", x + (c + 0.5) * wide, middle(rows, TOTALS), "middle", sumIn(sum)]),
    ];
    if (summed) {
      shown.push(["quiet", x + (columns + 0.5) * wide, y - 0.35 * HEADING, "middle", fitText("total", wide - 4, SMALL)]);
      shown.push(...sums.map((sum, r) => ["sum", x + (columns + 0.5) * wide, middle(r), "middle", sumIn(sum)]));
      shown.push(["sum", x + (columns + 0.5) * wide, middle(rows, TOTALS), "middle", sumIn(total)]);
    }
    nodesFor(texts, shown.length, () => svg("text", {}, around));
    shown.forEach(([kind, across, down, anchor, text, whole = text], i) => {
      set(texts[i], { class: `fw-count-${kind}`, x: across, y: down, "text-anchor": anchor });
      setText(texts[i], text);
      if (whole !== text) svg("title", {}, texts[i]).textContent = whole;
    });
  }

  function paintChip() {
    set(chip, { visibility: held && held.many ? undefined : "hidden" });
    if (!held) return;
    const { columns } = control();
    const [rect, text] = chip.children;
    setText(text, grouped(held.many));
    const width = Math.max(22, textWidth(text.textContent, BODY) + 12);
    set(rect, { x: -width / 2, y: -9, width, height: 18 });
    const corner = [place.x + ((held.to % columns) + 1) * place.wide - width / 2 - 2, place.y + Math.floor(held.to / columns) * place.high + 4];
    const [x, y] = held.pointer ? [held.pointer[0], held.pointer[1] - 22] : corner;
    const { left, right, top, bottom } = panel.box;
    set(chip, { transform: `translate(${px(clamp(x, left + width / 2, right - width / 2))} ${px(clamp(y, top + 10, bottom - 10))})` });
  }

  /** The colours of a cell and of its text. */
  const colors = (value, scale) => {
    if (Number.isNaN(value)) return ["", ""];
    const [low, high] = mark.limits;
    const color = between(scale, (value - low) / (high - low));
    return [`rgb(${color})`, inkOn(color)];
  };

  return {
    tool, adopt, layout,
    close() {
      end();
      hands.close();
    },
    legend: () => [html("li", note)],
    /** What the words say of the table. */
    told: (shot) => {
      const [all, { rows, columns }] = [counts(), control()];
      const numbers = values.at(shot);
      const of = (list, row) => Array.from(list.subarray(row * columns, (row + 1) * columns));
      const [sums, totals] = sumsOf(all, columns);
      const total = sumOf(all);
      const listed = [
        ...mark.row_names.map((title, row) => [title, ...of(all, row), sums[row]]),
        ["total", ...totals, total],
        ...mark.row_names.map((title, row) => [`${title}: ${mark.label}`, ...of(numbers, row), NaN]),
      ];
      const most = all.indexOf(Math.max(...all));
      const said = [`${examples(total)} in ${rows} rows and ${columns} columns`, `most in ${titleOf(most)}: ${grouped(all[most])}`];
      return { kind: "table", said, columns: [panel.spec.y.label, ...mark.column_names, "total"], rows: listed, meaning: [] };
    },
    update(shot) {
      const all = decodeArray(shot.state[name]).data;
      const { rows, columns, label } = control();
      if (cells.length !== rows * columns) layout();
      if (held && !same(all, afterMove(held.before, held.from, held.to, held.to === held.from ? 0 : held.many))) end(); // the table is another
      const numbers = values.at(shot);
      const scale = scaleOf("diverging", view.root.dataset.theme);
      const off = view.disabled(name);
      const { wide, high } = place;
      const written = Array.from(numbers, (value) => withDecimals(value, DIGITS));
      const widest = Math.max(0, ...written.map((text) => textWidth(text, SMALL)));
      const below = high >= BOTH && widest <= wide - 4;
      const digits = BOLD * Math.max(...Array.from(all, (count) => textWidth(grouped(count), BODY)));
      const beside = !below && widest > 0 && Math.max(digits, widest) <= wide / 2 - 5;
      const both = below || beside;
      setText(note, `colours${both ? " and small numbers" : ""}: ${mark.label}`);
      cells.forEach(({ node, rect, count, value }, i) => {
        const [paper, ink] = colors(numbers[i], scale);
        const [x, y] = [place.x + ((i % columns) + 0.5) * wide, place.y + (Math.floor(i / columns) + 0.5) * high + 4.5];
        if (rect.style.fill !== paper) rect.style.fill = paper;
        for (const text of [count, value]) if (text.style.fill !== ink) text.style.fill = ink;
        const short = shortened(all[i], wide - 2, (text) => BOLD * textWidth(text, BODY));
        setText(count, short);
        setText(value, both ? written[i] : "");
        const two = both && written[i];
        set(count, { x: two && beside ? x - 3 : x, y: two && below ? y - 8 : y, "text-anchor": two && beside ? "end" : "middle" });
        set(value, { x: beside ? x + 3 : x, y: below ? y + 9 : y, "text-anchor": beside ? "start" : "middle" });
        const said = `${titleOf(i)}: ${short === grouped(all[i]) ? "" : `${short}, `}${examples(all[i])}${written[i] ? `, ${mark.label} ${written[i]}` : ""}`;
        set(node, {
          tabindex: i === hands.active ? 0 : -1, class: `fw-count${held?.from === i ? " fw-giving" : ""}${held && held.to === i ? " fw-getting" : ""}`,
          "aria-label": said, "aria-selected": String(held?.from === i), "aria-disabled": off && "true",
        });
      });
      set(table, { "aria-label": label });
      set(tool, { disabled: off });
      write(all);
      paintChip();
    },
  };
}
