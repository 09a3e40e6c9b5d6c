// All that the page of a game has.

import "./composing.js";
import "./stepper.js";
import "./refresh.js";
import "./board.js";
import "./talk.js";
import "./ranking.js";
import "./course.js";
