// A grid of blocks; one of them is picked by a click, a drag or arrow keys.

import { compile } from "../frames.js";
import { onDrag } from "../gestures.js";
import { placeOf } from "../place.js";
import { ARROWS, clamp, onKeys, px, set, svg } from "../svg.js";

const MANUAL = "Grid: click a block, or press the arrow keys.";

export function blockgrid(mark, layer, panel) {
  const { view } = panel;
  const name = mark.block.control;
  const group = svg("g.blocks", { role: "slider", tabindex: 0, "aria-roledescription": "grid of blocks", "data-control": name, "data-manual": MANUAL }, layer);
  const hit = svg("rect.hit", {}, group);
  const lines = svg("path.blocklines", {}, group);
  const edge = svg("rect.edge", { "stroke-width": 7 }, group); // of the paper's colour, so that the frame stands out from any cell
  const frame = svg("rect.picked", {}, group);
  let description, place;

  const adopt = (next) => {
    mark = next;
    description = compile(mark.description);
  };
  adopt(mark);
  const control = () => view.control(name);
  const go = (row, column) => {
    const { rows, columns } = control();
    const goal = [clamp(row, 0, rows - 1), clamp(column, 0, columns - 1)];
    if (!view.disabled(name) && goal.join() !== view.get(name).join()) view.set({ [name]: goal });
  };
  const point = (event) => {
    const [x, y] = panel.pixel(event);
    const { rows, columns } = control();
    go(Math.floor(((y - place.y) / place.height) * rows), Math.floor(((x - place.x) / place.width) * columns));
  };
  onDrag(group, () => !view.disabled(name) && point, { sideways: true, undo: view.remember });
  onKeys(group, ({ key }) => {
    const [row, column] = view.get(name);
    const by = { ...ARROWS, Home: [-Infinity, 0], End: [Infinity, 0] }[key];
    return by && (() => go(row + by[1], column + by[0]));
  });

  return {
    adopt,
    layout() {
      place = placeOf(mark.extent, panel);
      set(hit, place);
    },
    update(shot) {
      const { rows, columns, label } = control();
      const [row, column] = shot.state[name];
      const [wide, high] = [place.width / columns, place.height / rows];
      let d = "";
      if (mark.lines) {
        for (let r = 0; r <= rows; r++) d += `M${place.x} ${px(place.y + r * high)}h${place.width}`;
        for (let c = 0; c <= columns; c++) d += `M${px(place.x + c * wide)} ${place.y}v${place.height}`;
      }
      set(lines, { d });
      for (const rect of [edge, frame]) set(rect, { x: place.x + column * wide, y: place.y + row * high, width: wide, height: high });
      set(group, {
        "aria-label": label, "aria-valuenow": row * columns + column, "aria-valuemin": 0, "aria-valuemax": rows * columns - 1,
        "aria-valuetext": description.at(shot) || `row ${row}, column ${column}`, "aria-disabled": view.disabled(name) && "true",
      });
    },
  };
}
