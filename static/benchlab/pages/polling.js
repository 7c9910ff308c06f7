// Hidden pages and tabs do not poll; a page catches up when it becomes visible again.
document.addEventListener("htmx:beforeRequest", (event) => {
  const polls = event.target.matches("[data-poll]");
  if (polls && (document.hidden || event.target.closest("[hidden]:not([data-poll])"))) event.preventDefault();
});

document.addEventListener("visibilitychange", () => {
  if (document.hidden) return;
  for (const poll of document.querySelectorAll("[data-poll]")) window.htmx.trigger(poll, "seen-again");
});

// A poll without a response shows a message; htmx polls again at the next interval.
const PATIENCE_MS = 8000;
const lost = document.getElementById("connection-lost");
let answeredAt = Date.now();

document.addEventListener("htmx:configRequest", (event) => {
  if (event.target.matches("[data-poll]")) event.detail.timeout = PATIENCE_MS;
});

// The element has left the page if the response replaced it.
document.addEventListener("htmx:afterRequest", ({ detail: { xhr, requestConfig } }) => {
  if (!requestConfig.elt.matches("[data-poll]")) return;
  const answered = xhr.status > 0 && xhr.status < 500;
  if (answered) answeredAt = Date.now();
  if (answered && !lost.hidden) openTabAgain();
  lost.querySelector("time").textContent = new Date(answeredAt).toISOString().slice(11, 19);
  lost.hidden = answered;
});

// A tab that was opened in the meantime still waits for its content.
function openTabAgain() {
  for (const panel of document.querySelectorAll(".panel:not([hidden]):has(> .panel-wait)")) window.htmx.trigger(panel, "tab-opened");
}

// The selection in a drawing is kept when the drawing is replaced.
let chosen = [];

document.addEventListener("htmx:oobBeforeSwap", (event) => {
  chosen = [...event.detail.target.querySelectorAll("input:checked")].map((input) => [input.name, input.value]);
});

document.addEventListener("htmx:oobAfterSwap", (event) => {
  for (const [name, value] of chosen) {
    for (const input of event.detail.target.querySelectorAll("input")) {
      if (input.name === name && input.value === value) input.checked = true;
    }
  }
});
