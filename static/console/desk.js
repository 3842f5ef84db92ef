// The desk: after a registration the receipt comes up, prints if that was asked for, and the search waits for the next.

let printNext = false;

function nextPlayer() {
  document.getElementById("till")?.replaceChildren();
  const find = document.querySelector("[data-find]");
  if (!find) return;
  find.value = "";
  find.focus();
}

function printing(link) {
  const url = new URL(link.href);
  url.searchParams.set("auto", "1");
  return url;
}

/** Prints the receipt, then the seat card, in one window: browsers stop a second one that nobody clicked for. */
function printWhatCame() {
  const [first, second] = [...document.querySelectorAll("#done [data-print-url]")].map(printing);
  if (!first) return;
  if (second) first.searchParams.set("then", second.pathname + second.search);
  window.open(first.href, "_blank", "noopener");
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
