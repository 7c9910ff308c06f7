// A button with data-copy copies the text of the element it names to the clipboard.
document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  const source = document.getElementById(button.dataset.copy);
  const words = button.querySelector("span");
  words.textContent = (await copied(source)) ? "Copied" : "Press Ctrl+C";
  setTimeout(() => (words.textContent = "Copy"), 2000);
});

// The clipboard is only available on https and localhost; otherwise the text is selected for copying.
async function copied(source) {
  try {
    await navigator.clipboard.writeText(source.textContent);
    return true;
  } catch {
    getSelection().selectAllChildren(source);
    return false;
  }
}
