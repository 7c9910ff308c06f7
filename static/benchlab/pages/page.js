// Loaded on every page.
import "./menus.js";
import "./clipboard.js";
import "./polling.js";
import "./tabs.js";
import "../editor/plain_editor.js";
import "./multi_select.js";
import "./relative_times.js";
import "../charts/layout.js";
