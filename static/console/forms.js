// Half-typed forms: kept as they are when the page refreshes around them, and asked about before they are left.
import { word } from "./words.js";

/** A form somebody has typed into since it was shown or sent. */
export function isDirty(form) {
  return form.hasAttribute("data-dirty");
}

export function markClean(form) {
  form?.removeAttribute("data-dirty");
}

function markDirty(event) {
  const form = event.target.form;
  if (form && event.target.type !== "search") form.setAttribute("data-dirty", "");
}

function askBeforeLeaving(event) {
  const left = [...document.querySelectorAll("form[data-guard][data-dirty]")];
  if (left.length === 0) return;
  event.preventDefault();
  event.returnValue = word("leave");
}

/** Fields that show only when another field has a certain value: data-when="rebuy_kind=broke any". */
function showDependants(root) {
  for (const part of root.querySelectorAll("[data-when]")) {
    const [name, values] = part.dataset.when.split("=");
    const form = part.closest("form");
    const field = form?.elements.namedItem(name);
    if (!field) continue;
    const value = field.type === "checkbox" ? String(field.checked) : field.value;
    part.hidden = !values.split(" ").includes(value);
  }
}

/** A ready sentence is put into the field it is for, where it can still be changed. */
function fillIn(event) {
  const button = event.target.closest?.("[data-fill]");
  const field = button && document.getElementById(button.dataset.fill);
  if (!field) return;
  field.value = button.textContent.trim();
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.focus();
}

/** A dialog whose acts each need a reason: what is typed for one holds for the others. */
function shareReason(event) {
  const box = event.target.name === "reason" && event.target.closest("dialog");
  if (!box) return;
  for (const field of box.querySelectorAll("input[name=reason]")) if (field !== event.target) field.value = event.target.value;
}

export function startForms() {
  document.addEventListener("input", shareReason);
  document.addEventListener("click", fillIn);
  document.addEventListener("input", markDirty);
  document.addEventListener("change", (event) => event.target.form && showDependants(event.target.form));
  document.addEventListener("reset", (event) => markClean(event.target));
  document.addEventListener("submit", (event) => event.target.hasAttribute("data-guard") && markClean(event.target));
  document.addEventListener("htmx:after:settle", (event) => showDependants(event.target));
  window.addEventListener("beforeunload", askBeforeLeaving);
  showDependants(document);
}
