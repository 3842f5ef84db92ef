// The desk: after a registration the receipt comes up, prints if that was asked for, and the search waits for the next.

let printNext = false;

function nextPlayer() {
  document.getElementById("till")?.replaceChildren();
  const find = document.querySelector("[data-find]");
  if (!find) return;
  find.value = "";
  find.focus();
}

/** Opens the receipt and the seat card that came, each in a page that prints itself. */
function printWhatCame() {
  for (const link of document.querySelectorAll("#done [data-print-url]")) {
    const url = new URL(link.href);
    url.searchParams.set("auto", "1");
    window.open(url.href, "_blank", "noopener");
  }
}

function registered(event) {
  const { result } = event.detail;
  const form = event.target.closest?.("form[data-then=find]");
  if (!form) return;
  printNext = Boolean(form.querySelector("[data-print-after]:checked"));
  nextPlayer();
  if (!result?.entry_id) return;
  window.htmx.ajax("GET", `${location.pathname}?part=done&entry_id=${result.entry_id}`, { target: "#done", swap: "innerHTML" });
}

function came(event) {
  const target = event.detail.task?.target;
  if (target?.id === "till") {
    document.querySelector("[data-find]")?.blur();
    target.querySelector("button[type=submit]")?.focus();
  }
  if (target?.id !== "done" || !printNext) return;
  printNext = false;
  printWhatCame();
}

document.addEventListener("acted", registered);
document.addEventListener("htmx:after:settle", came);
document.addEventListener("click", (event) => {
  if (event.target.closest("[data-empty=till]")) nextPlayer();
});
