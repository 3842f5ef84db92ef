// Toasts: what was done, with Undo. Good news goes by itself, bad news stays until it is read.

const SHOWN_MS = 12000;
const MOST = 3;
const KEPT = "toast";
const KEPT_MS = 10000;

function dismiss(box) {
  box.remove();
}

function startLeaving(box) {
  const leave = () => {
    if (box.matches(":hover") || box.contains(document.activeElement)) setTimeout(leave, 2000);
    else dismiss(box);
  };
  setTimeout(leave, SHOWN_MS);
}

/** Shows { text, note, undo: action id or null, kind: "good" | "bad" }. */
export function toast({ text, note = "", undo = null, kind = "good" }) {
  const shelf = document.getElementById("toasts");
  const box = document.getElementById("toast-shape").content.firstElementChild.cloneNode(true);
  box.querySelector("b").textContent = text;
  box.querySelector("small").textContent = note;
  const button = box.querySelector("[data-undo]");
  button.hidden = !undo;
  if (undo) button.dataset.undo = undo;
  if (kind === "bad") box.classList.add("toast--bad");
  while (shelf.children.length >= MOST) shelf.firstElementChild.remove();
  for (const older of shelf.querySelectorAll("[data-undo] kbd")) older.hidden = true;
  shelf.append(box);
  if (kind !== "bad") startLeaving(box);
  return box;
}

/** The page of a form is left once its act is done: what was done is said on the next page, with the same Undo. */
function keep(detail) {
  if (document.querySelector("[data-back]")) sessionStorage.setItem(KEPT, JSON.stringify({ detail, at: Date.now() }));
}

function showKept() {
  const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? "null");
  sessionStorage.removeItem(KEPT);
  if (kept && Date.now() - kept.at < KEPT_MS) toast(kept.detail);
}

export function startToasts() {
  document.addEventListener("toast", (event) => {
    keep(event.detail);
    toast(event.detail);
  });
  showKept();
  document.addEventListener("click", (event) => {
    const box = event.target.closest(".toast");
    if (!box) return;
    const undo = event.target.closest("[data-undo]");
    if (undo) document.dispatchEvent(new CustomEvent("undo-act", { detail: undo.dataset.undo }));
    if (undo || event.target.closest("[data-dismiss]")) dismiss(box);
  });
  for (const box of document.querySelectorAll("#toasts .toast:not(.toast--bad)")) startLeaving(box);
}
