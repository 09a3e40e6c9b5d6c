// All that lists of games have which follow what others do.

import "./follow.js";
import "./times.js";
import "./here.js";
