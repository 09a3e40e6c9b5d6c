// All that lists of games have which follow what others do.

import "./follow.js";
import "./here.js";
