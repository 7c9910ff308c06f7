// Runs before the first paint, so that a dark page never flashes white. "" follows the system.
(() => {
  const system = window.matchMedia("(prefers-color-scheme: dark)");
  const chosen = () => localStorage.getItem("theme") ?? "";
  const apply = () => {
    const theme = chosen() || (system.matches ? "dark" : "light");
    document.documentElement.dataset.bsTheme = theme;
    document.dispatchEvent(new CustomEvent("theme-changed"));
  };
  system.addEventListener("change", apply);
  window.benchlabTheme = {
    chosen,
    choose(theme) {
      localStorage.setItem("theme", theme);
      apply();
    },
  };
  apply();
})();
