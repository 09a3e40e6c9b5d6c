// All that answering from a mail has.

import "./times.js";
import "./board.js";
