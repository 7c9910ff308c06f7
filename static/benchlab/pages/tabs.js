// Tabs are links to the page with that tab open. With a script they open in place; a tab's panel loads when it is first seen.
document.addEventListener("click", (event) => {
  const tab = event.target.closest("[role=tab]");
  if (!tab || event.metaKey || event.ctrlKey) return;
  event.preventDefault();
  open(tab);
  history.replaceState(null, "", tab.href);
});

document.addEventListener("keydown", (event) => {
  const tab = event.target.closest("[role=tab]");
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!tab || !step) return;
  const tabs = [...tab.parentElement.querySelectorAll("[role=tab]")];
  tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length].focus();
});

function open(chosen) {
  for (const tab of chosen.parentElement.querySelectorAll("[role=tab]")) {
    const panel = document.getElementById(tab.getAttribute("aria-controls"));
    tab.setAttribute("aria-selected", String(tab === chosen));
    panel.hidden = tab !== chosen;
    if (tab === chosen && panel.querySelector(":scope > .panel-wait")) window.htmx.trigger(panel, "tab-opened");
  }
}
