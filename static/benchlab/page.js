// What every page does beside showing itself.
import "./menus.js";
import "./copying.js";
import "./polling.js";
import "./tabs.js";
import "./editor.js";
import "./several.js";
import "./times.js";
import "./layout.js";
