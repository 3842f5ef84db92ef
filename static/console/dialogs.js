// Dialogs: forms are fetched into one, the list of keys is another. Native <dialog>, so Esc and focus work by themselves.
import { isDirty } from "./forms.js";
import { word } from "./words.js";

function formDialog() {
  return document.getElementById("form-dialog");
}

/** After a form has come into the dialog: its heading becomes the dialog's name, its first field takes the focus. */
function openForm(event) {
  const body = document.getElementById("form-dialog-body");
  if (!body || event.detail.task?.target !== body) return;
  const heading = body.querySelector("[data-heading]");
  document.getElementById("form-dialog-name").textContent = heading?.dataset.heading ?? "";
  const dialog = formDialog();
  if (!dialog.open) dialog.showModal();
  (body.querySelector("[autofocus], input:not([type=hidden]), select, textarea") ?? dialog.querySelector("h2")).focus();
}

/** Closes the dialog this element is in; a half-typed form asks first unless `quietly`. */
function close(dialog, quietly) {
  const form = dialog.querySelector("form");
  if (!quietly && form && isDirty(form) && !window.confirm(word("leave"))) return;
  dialog.close();
  if (dialog.id === "form-dialog") document.getElementById("form-dialog-body").replaceChildren();
}

/** A form that is a page of its own leads back to where the person came from; false on any other page. */
function leaveFormPage() {
  const page = document.querySelector("[data-back]");
  if (page) location.assign(page.dataset.back);
  return page !== null;
}

/** The act of a form has succeeded: its dialog goes, or the page that is nothing but the form. */
export function closeDialogOf(element) {
  if (!element.closest?.("[data-stay]") && leaveFormPage()) return;
  const dialog = element.closest?.("dialog[open]");
  if (dialog && !element.closest("[data-stay]")) close(dialog, true);
}

function pressed(event) {
  const opener = event.target.closest("[data-open]");
  if (opener) document.getElementById(opener.dataset.open)?.showModal();
  const dialog = event.target.closest("dialog");
  if (!dialog && event.target.closest("[data-back] [data-close]")) leaveFormPage();
  if (!dialog) return;
  if (event.target.closest("[data-close]")) close(dialog, false);
  else if (event.target === dialog) close(dialog, false);
}

/** A menu closes when something else is touched. */
function closeMenus(event) {
  for (const menu of document.querySelectorAll("details.menu[open], details.tabs-more[open]")) {
    if (!menu.contains(event.target)) menu.open = false;
  }
}

export function startDialogs() {
  document.addEventListener("htmx:after:settle", openForm);
  document.addEventListener("click", pressed);
  document.addEventListener("click", closeMenus);
  document.addEventListener("cancel", (event) => {
    if (!event.target.matches?.("dialog")) return;
    event.preventDefault();
    close(event.target, false);
  }, true);
}
