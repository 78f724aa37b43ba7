// All kinds of controls that are shown above the panels, by their kind in Python. Other controls are part of a panel.

import { ask } from "./ask.js";
import { button } from "./button.js";
import { choice } from "./choice.js";
import { file } from "./file.js";
import { order } from "./order.js";
import { pick } from "./pick.js";
import { point } from "./point.js";
import { slider } from "./slider.js";
import { stepper } from "./stepper.js";
import { textarea } from "./textarea.js";
import { toggle } from "./toggle.js";

export const CONTROLS = { ask, button, choice, file, number: slider, order, pick, point, slider, stepper, textarea, toggle };
