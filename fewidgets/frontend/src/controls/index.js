// Every kind of control that has a place of its own on screen, by the name Python gives it. (A pick lives in the panels.)

import { choice } from "./choice.js";
import { slider } from "./slider.js";
import { stepper } from "./stepper.js";
import { toggle } from "./toggle.js";

export const CONTROLS = { choice, slider, stepper, toggle };
