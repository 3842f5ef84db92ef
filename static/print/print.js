// The print button; and printing by itself when the page was opened for that.
document.addEventListener("click", (event) => {
  if (event.target.closest("[data-print]")) window.print();
});
if (document.documentElement.dataset.auto === "1") {
  document.fonts.ready.then(() => window.print());
}
