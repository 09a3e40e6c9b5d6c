// All that the page of a table has.

import "./follow.js";
import "./copy.js";
import "./talk.js";
