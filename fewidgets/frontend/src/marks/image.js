// An image, on a canvas inside the SVG: pixels stay pixels at any size.

import { compile } from "../frames.js";
import { html, px, set, svg } from "../svg.js";

/** Grey or RGB bytes as the RGBA bytes a canvas wants. */
export function toRgba(values, height, width, channels) {
  const rgba = new Uint8ClampedArray(height * width * 4);
  for (let i = 0; i < height * width; i++) {
    for (let c = 0; c < 3; c++) rgba[4 * i + c] = values[i * channels + (channels === 1 ? 0 : c)];
    rgba[4 * i + 3] = 255;
  }
  return rgba;
}

export function image(mark, layer, panel) {
  const pixels = compile(mark.values);
  const [height, width, channels = 1] = pixels.shape;
  const holder = svg("foreignObject", {}, layer);
  const canvas = html("canvas", { class: "fw-image", width, height, role: "img", "aria-label": mark.label || panel.title });
  holder.append(canvas);
  let painted = false;

  return {
    layout() {
      const [left, right, bottom, top] = mark.extent;
      const [x0, x1, y0, y1] = [panel.x(left), panel.x(right), panel.y(top), panel.y(bottom)];
      set(holder, { x: px(Math.min(x0, x1)), y: px(Math.min(y0, y1)), width: px(Math.abs(x1 - x0)), height: px(Math.abs(y1 - y0)) });
    },
    update(shot) {
      if (pixels.constant && painted) return;
      painted = true;
      const rgba = toRgba(pixels.at(shot), height, width, channels);
      canvas.getContext("2d").putImageData(new ImageData(rgba, width, height), 0, 0);
    },
  };
}
