// An image, on a canvas inside the SVG so that pixels stay sharp at any size; optionally with its numbers in the pixels.

import { compile } from "../frames.js";
import { between, inkOn, scaleOf } from "../palette.js";
import { placeOf } from "../place.js";
import { clamp, html, nodesFor, set, setText, svg, textWidth } from "../svg.js";

const LEAST = 15; // pixels of a row with numbers
const NAN = 255; // the byte that stands for NaN

/** Convert grey or RGB bytes, or numbers with limits and colours, to RGBA bytes for a canvas. */
export function toRgba(values, height, width, channels, limits, colors) {
  const rgba = new Uint8ClampedArray(height * width * 4);
  const bytes = values instanceof Uint8Array;
  const table = colors && Array.from({ length: 256 }, (_, i) => between(colors, i / 255));
  for (let i = 0; i < height * width; i++) {
    const value = values[i * channels];
    if (Number.isNaN(value) || (limits && bytes && value === NAN && limits[1] < NAN)) continue;
    const [low, high] = limits ?? [0, 255];
    const color = channels === 1 && table ? table[Math.round(255 * clamp((value - low) / (high - low), 0, 1))] : undefined;
    for (let c = 0; c < 3; c++) rgba[4 * i + c] = color ? color[c] : values[i * channels + (channels === 1 ? 0 : c)];
    rgba[4 * i + 3] = 255;
  }
  return rgba;
}

/** Put the pixels of a picture on a canvas. */
export function paint(canvas, rgba, height, width) {
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  canvas.getContext("2d").putImageData(new ImageData(rgba, width, height), 0, 0);
}

export function image(mark, layer, panel) {
  const holder = svg("foreignObject.framed", {}, layer);
  const canvas = html("canvas.image", { role: "img" });
  const group = svg("g", { "aria-hidden": "true" }, layer);
  const texts = [];
  holder.append(canvas);
  let pixels, painted, place;

  const adopt = (next) => {
    mark = next;
    pixels = compile(mark.values);
    painted = undefined;
    set(canvas, { "aria-label": mark.label || panel.title });
  };
  adopt(mark);

  return {
    adopt,
    layout() {
      painted = undefined;
      place = placeOf(mark.extent, panel);
      set(holder, place);
    },
    update(shot) {
      const { theme } = panel.view.root.dataset;
      if (pixels.constant && painted === theme) return;
      painted = theme;
      const [height, width, channels = 1] = pixels.shape;
      const values = pixels.at(shot);
      const colors = mark.limits || mark.colors !== "grey" ? scaleOf(mark.colors, theme) : undefined;
      const rgba = toRgba(values, height, width, channels, mark.limits, colors);
      paint(canvas, rgba, height, width);
      if (mark.digits === undefined) return;
      const [wide, high] = [place.width / width, place.height / height];
      // Numbers that would have to be smaller than the other text are left out.
      const longest = Math.max(...(mark.limits ?? [0, 255]).map((end) => textWidth(end.toFixed(mark.digits))));
      const fits = wide >= longest + 2 && high >= LEAST;
      nodesFor(texts, fits ? height * width : 0, () => svg("text.number", { "text-anchor": "middle" }, group));
      texts.forEach((node, i) => {
        const [r, g, b, shown] = rgba.subarray(4 * i, 4 * i + 4);
        set(node, { x: place.x + ((i % width) + 0.5) * wide, y: place.y + (Math.floor(i / width) + 0.5) * high + 4.2 });
        node.style.fill = inkOn([r, g, b]);
        setText(node, shown ? values[i].toFixed(mark.digits).replace("-", "−") : "");
      });
    },
  };
}
