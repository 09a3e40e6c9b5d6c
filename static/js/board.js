// The board: its map, the table of its cities, and that somebody looks at them.

import "./map.js";
import "./labels.js";
import "./cities.js";
import "./pointed.js";
import "./sort.js";
import "./here.js";
