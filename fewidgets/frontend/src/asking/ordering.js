// An order: items that are dragged, or moved with two buttons or the arrow keys, and afterwards both orders side by side.

import { moved } from "../controls/order.js";
import { onDrag } from "../gestures.js";
import { arrange, clamp, html, on, onKeys, set, setText, svg } from "../svg.js";

function orderForm({ items, first, last }, { id, change }) {
  const list = html("ol.order-list", { "aria-labelledby": id });
  const names = items.map(([item]) => item);
  let order = names;
  let dragged;

  const place = (next) => {
    order = next;
    show();
  };
  const move = (item, by, button) => {
    const from = order.indexOf(item);
    const to = clamp(from + by, 0, order.length - 1);
    if (to === from) return;
    change(moved(order, from, to));
    button.focus();
  };
  const rows = new Map(
    items.map(([item, text]) => {
      const number = html("span.place");
      const buttons = [-1, 1].map((by) => {
        const button = html("button", by < 0 ? "▲" : "▼");
        on(button, "click", () => move(item, by, button));
        onKeys(button, ({ key }) => {
          const step = { ArrowUp: -1, ArrowDown: 1 }[key];
          return step && (() => move(item, step, button));
        });
        return button;
      });
      const grip = html("span.grip", { "aria-hidden": "true" }, "⠿");
      const node = html("li.option", grip, number, html("span.item-text", text), ...buttons);
      return [item, { node, number, buttons, text }];
    }),
  );

  // A mouse drags a row anywhere, a finger at its grip, so that it can scroll the page elsewhere.
  onDrag(
    list,
    ({ target, pointerType }) => {
      const row = target.closest("li");
      if (!row || target.closest("button") || (pointerType !== "mouse" && !target.closest(".fw-grip"))) return undefined;
      dragged = [...rows].find(([, { node }]) => node === row)[0];
      return ({ clientY }) => {
        const { top, height } = list.getBoundingClientRect();
        const to = clamp(Math.floor(((clientY - top) / height) * order.length), 0, order.length - 1);
        const from = order.indexOf(dragged);
        if (to !== from) place(moved(order, from, to));
      };
    },
    {
      undo: () => {
        const before = order;
        rows.get(dragged).node.classList.add("fw-dragged");
        return () => (place(before), drop());
      },
    },
  );
  const drop = () => {
    if (dragged !== undefined) rows.get(dragged).node.classList.remove("fw-dragged");
    dragged = undefined;
  };
  on(list, "pointerup", () => {
    if (dragged === undefined) return;
    const wasMoved = rows.get(dragged).node.classList.contains("fw-dragged") && order !== shownLast;
    drop();
    if (wasMoved) change(order);
  });
  let shownLast = order;

  function show() {
    arrange(list, order.map((item) => rows.get(item).node));
    order.forEach((item, i) => {
      const { number, buttons, text } = rows.get(item);
      setText(number, String(i + 1));
      buttons.forEach((button, k) => {
        set(button, {
          "aria-label": `Move ${text} ${k ? "down" : "up"}, now at place ${i + 1} of ${order.length}`,
          "aria-disabled": i === (k ? order.length - 1 : 0) && "true",
        });
      });
    });
  }
  show();
  return {
    node: html("div.order-form", html("p.ends", first), list, html("p.ends", last)),
    /** The order in which the items stand first is an answer too. */
    standing: names,
    focus: () => rows.get(order[0]).buttons[1].focus(),
    show(answer) {
      if (dragged === undefined) place(answer ?? names);
      shownLast = order;
    },
  };
}

/** Both orders side by side, with a line from each item to its true place. */
function orderShown({ items, first, last }, { mark }, answer) {
  const text = (item) => items.find(([name]) => name === item)[1];
  const node = html("div.orders");
  const column = (name, order, other) => {
    const list = html("ol.order-list", { "aria-label": name });
    list.append(...order.map((item, i) => {
      const row = html("li.option", html("span.place", String(i + 1)), html("span.item-text", text(item)));
      set(row, { "data-is": !other ? "other" : other[i] === item ? "right" : "wrong" });
      return row;
    }));
    return html("div", html("p.column-name", name), list);
  };
  const whole = html("div", html("p.ends", first), node, html("p.ends", last));
  if (answer === null) {
    node.append(column("The truth", mark));
    return whole;
  }
  const size = 100 * mark.length;
  const lines = svg("svg.links", { viewBox: `0 0 100 ${size}`, preserveAspectRatio: "none", "aria-hidden": "true" });
  answer.forEach((item, i) => {
    const j = mark.indexOf(item);
    svg("line", { x1: 0, y1: 100 * i + 50, x2: 100, y2: 100 * j + 50, "data-is": i === j ? "right" : "wrong" }, lines);
  });
  node.append(column("Yours", answer, mark), html("div.links-box", lines), column("The truth", mark));
  return whole;
}

export const asked = { form: orderForm, shown: orderShown };

const MOST = 8; // orders with a bar of their own

/** The most frequent orders, and the right one if it is revealed. */
function orderBars({ labels }, answers, truth) {
  const counts = new Map();
  for (const answer of answers) counts.set(answer.join(), (counts.get(answer.join()) ?? 0) + 1);
  const shown = [...counts].sort(([, one], [, other]) => other - one).slice(0, MOST).map(([order]) => order);
  if (truth && !shown.includes(truth.join())) shown.push(truth.join());
  const words = (order) => order.split(",").map((i) => labels[i]).join(", ");
  const bars = shown.map((order) => [words(order), counts.get(order) ?? 0, order === truth?.join()]);
  const rest = answers.length - bars.reduce((sum, [, count]) => sum + count, 0);
  return rest ? [...bars, ["other orders", rest, false]] : bars;
}

export const counted = { bars: orderBars };
