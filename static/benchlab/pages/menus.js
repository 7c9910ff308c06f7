// Menus close on a click elsewhere; destructive forms ask for confirmation; the theme follows the system or a choice.
document.addEventListener("click", (event) => {
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    if (!menu.contains(event.target)) menu.open = false;
  }
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const menu of document.querySelectorAll("details.menu[open]")) menu.open = false;
});

document.addEventListener("submit", (event) => {
  const question = event.target.dataset.confirm;
  if (question && !window.confirm(question)) event.preventDefault();
});

const THEMES = ["", "light", "dark"];
const NAMES = { "": "Theme: system", light: "Theme: light", dark: "Theme: dark" };

for (const button of document.querySelectorAll("[data-theme-toggle]")) {
  const name = button.querySelector("[data-theme-name]");
  const show = () => (name.textContent = NAMES[window.benchlabTheme.chosen()]);
  button.addEventListener("click", () => {
    const next = (THEMES.indexOf(window.benchlabTheme.chosen()) + 1) % THEMES.length;
    window.benchlabTheme.choose(THEMES[next]);
    show();
  });
  show();
}
