// A list of choices is a menu until somebody asks for several of them. Without a script it is a list from the start.
for (const toggle of document.querySelectorAll("[data-several-of]")) {
  const select = document.getElementById(toggle.dataset.severalOf);
  toggle.hidden = select.options.length < 2;
  show(select, toggle, select.selectedOptions.length > 1);
  toggle.addEventListener("click", () => {
    show(select, toggle, !select.multiple);
    select.dispatchEvent(new Event("input", { bubbles: true }));
  });
}

function show(select, toggle, several) {
  const first = select.value;
  select.multiple = several;
  if (several) select.size = Math.min(select.options.length, 6);
  else select.removeAttribute("size");
  if (!several) select.value = first;
  toggle.setAttribute("aria-pressed", String(several));
}
