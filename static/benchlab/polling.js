// What nobody sees does not poll, be it a page or a tab within it, and a page catches up when it is looked at again.
document.addEventListener("htmx:beforeRequest", (event) => {
  const polls = event.target.matches("[data-poll]");
  if (polls && (document.hidden || event.target.closest("[hidden]:not([data-poll])"))) event.preventDefault();
});

document.addEventListener("visibilitychange", () => {
  if (document.hidden) return;
  for (const poll of document.querySelectorAll("[data-poll]")) window.htmx.trigger(poll, "seen-again");
});

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
