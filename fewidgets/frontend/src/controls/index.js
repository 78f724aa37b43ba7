// The kinds of controls that are shown above the panels and always here, by their kind in Python. More come with ../marks.js;
// the others are part of a panel.

import { ask } from "./ask.js";
import { button } from "./button.js";
import { choice } from "./choice.js";
import { pick } from "./pick.js";
import { point } from "./point.js";
import { slider } from "./slider.js";
import { stepper } from "./stepper.js";
import { toggle } from "./toggle.js";

export const CONTROLS = { ask, button, choice, number: slider, pick, point, slider, stepper, toggle };
