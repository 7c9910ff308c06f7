// What nobody sees does not poll, be it a page or a tab within it, and a page catches up when it is looked at again.
document.addEventListener("htmx:beforeRequest", (event) => {
  const polls = event.target.matches("[data-poll]");
  if (polls && (document.hidden || event.target.closest("[hidden]:not([data-poll])"))) event.preventDefault();
});

document.addEventListener("visibilitychange", () => {
  if (document.hidden) return;
  for (const poll of document.querySelectorAll("[data-poll]")) window.htmx.trigger(poll, "seen-again");
});

// A poll that gets no answer says so and goes on asking: htmx itself asks again at the next beat.
const PATIENCE_MS = 8000;
const lost = document.getElementById("connection-lost");
let answeredAt = Date.now();

document.addEventListener("htmx:configRequest", (event) => {
  if (event.target.matches("[data-poll]")) event.detail.timeout = PATIENCE_MS;
});

// Its element is gone from the page by then if the answer took its place.
document.addEventListener("htmx:afterRequest", ({ detail: { xhr, requestConfig } }) => {
  if (!requestConfig.elt.matches("[data-poll]")) return;
  const answered = xhr.status > 0 && xhr.status < 500;
  if (answered) answeredAt = Date.now();
  if (answered && !lost.hidden) openTabAgain();
  lost.querySelector("time").textContent = new Date(answeredAt).toISOString().slice(11, 19);
  lost.hidden = answered;
});

// A tab that was opened meanwhile still waits for its content.
function openTabAgain() {
  for (const panel of document.querySelectorAll(".panel:not([hidden]):has(> .panel-wait)")) window.htmx.trigger(panel, "tab-opened");
}

// What a person chose in a picture stays chosen when the picture is told anew.
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
