// A select becomes a list for choosing several values. Without JavaScript it is a list from the start.
function begin(part) {
  for (const toggle of part.querySelectorAll("[data-several-of]")) {
    const select = document.getElementById(toggle.dataset.severalOf);
    toggle.hidden = select.options.length < 2;
    show(select, toggle, select.selectedOptions.length > 1);
  }
}

document.addEventListener("click", (event) => {
  const toggle = event.target.closest("[data-several-of]");
  if (!toggle) return;
  const select = document.getElementById(toggle.dataset.severalOf);
  show(select, toggle, !select.multiple);
  select.dispatchEvent(new Event("input", { bubbles: true }));
});

// In the list a click adds or removes a value without holding a key; one value always stays.
document.addEventListener("mousedown", (event) => {
  const option = event.target.closest("select[data-several][multiple] option");
  if (!option) return;
  event.preventDefault();
  const select = option.closest("select");
  select.focus();
  if (option.selected && select.selectedOptions.length === 1) return;
  option.selected = !option.selected;
  select.dispatchEvent(new Event("input", { bubbles: true }));
});

function show(select, toggle, several) {
  const first = select.value;
  select.multiple = several;
  if (several) select.size = Math.min(select.options.length, 6);
  else select.removeAttribute("size");
  if (!several) select.value = first;
  toggle.setAttribute("aria-pressed", String(several));
}

begin(document);
// A field that the server sends again stays as it was: a list.
document.addEventListener("htmx:oobAfterSwap", ({ detail }) => begin(detail.target.isConnected ? detail.target : document));
