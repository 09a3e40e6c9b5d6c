// All that the page of alerts has, but for messages in the browser.

import "./copy.js";
import "./times.js";
