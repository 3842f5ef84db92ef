// Light or dark: pinned by a cookie, so that the next page comes in the right one at once.

function shown() {
  const pinned = document.documentElement.dataset.theme;
  return pinned || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
}

export function startTheme() {
  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-theme-toggle]")) return;
    const next = shown() === "dark" ? "light" : "dark";
    document.documentElement.dataset.theme = next;
    document.cookie = `theme=${next}; path=/; max-age=31536000; samesite=lax`;
  });
}
