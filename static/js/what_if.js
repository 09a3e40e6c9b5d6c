// All that trying out moves has.

import "./composing.js";
import "./stepper.js";
import "./refresh.js";
import "./board.js";
