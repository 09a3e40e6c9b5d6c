// All that the lobby has: its lists follow what others do, and maps can be searched.

import "./follow.js";
import "./map-choice.js";
