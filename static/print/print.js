// The print button; and printing by itself when the page was opened for that.
document.addEventListener("click", (event) => {
  if (event.target.closest("[data-print]")) window.print();
});

/** After the paper: the sheet that comes with it, in the same window; after the last one the window goes. */
function goOn() {
  const next = new URLSearchParams(location.search).get("then");
  const url = next ? new URL(next, location.href) : null;
  if (url?.origin === location.origin) location.replace(url);
  else window.close();
}

if (document.documentElement.dataset.auto === "1") {
  window.addEventListener("afterprint", goOn, { once: true });
  document.fonts.ready.then(() => window.print());
}
