// A page that nobody sees does not poll, and catches up when it is looked at again.
document.addEventListener("htmx:beforeRequest", (event) => {
  if (document.hidden && event.target.matches("[data-poll]")) event.preventDefault();
});

document.addEventListener("visibilitychange", () => {
  if (document.hidden) return;
  for (const poll of document.querySelectorAll("[data-poll]")) window.htmx.trigger(poll, "seen-again");
});
