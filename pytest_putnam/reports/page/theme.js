// Light, dark, or what the system has. A page opened from a file may not be allowed to remember it.

const THEMES = ["system", "light", "dark"];

function remembered(value) {
  try {
    if (value === undefined) return localStorage.getItem("putnam-theme");
    localStorage.setItem("putnam-theme", value);
  } catch {
    // no storage: then each page starts as the system has it
  }
  return null;
}

function setTheme(theme) {
  const button = document.getElementById("theme");
  button.textContent = `Theme: ${theme}`;
  button.dataset.theme = theme;
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

{
  const before = remembered();
  setTheme(THEMES.includes(before) ? before : "system");
  document.getElementById("theme").addEventListener("click", (event) => {
    const now = THEMES.indexOf(event.currentTarget.dataset.theme);
    const next = THEMES[(now + 1) % THEMES.length];
    setTheme(next);
    remembered(next);
  });
}
