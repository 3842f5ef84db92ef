// The table of levels: add, copy, move, delete, paste. The server checks and saves; this only moves rows.
import { word } from "./words.js";

function rowsOf(form) {
  return form.querySelector("[data-rows]");
}

function changed(form) {
  form.setAttribute("data-dirty", "");
  renumber(form);
}

/** Breaks are not numbered; a break has no bets to type. */
function renumber(form) {
  let number = 0;
  for (const row of rowsOf(form).children) {
    const isBreak = row.querySelector("[name=level_kind]").value === "break";
    row.classList.toggle("is-break", isBreak);
    row.querySelector("[data-number]").textContent = isBreak ? "" : String((number += 1));
    for (const field of row.querySelectorAll("[data-break]")) {
      field.toggleAttribute("data-off", !isBreak);
      if (!isBreak) field.value = "";
      field.readOnly = !isBreak || row.classList.contains("is-past");
    }
    for (const field of row.querySelectorAll("[data-play]")) {
      field.toggleAttribute("data-off", isBreak);
      if (isBreak && field.tagName === "INPUT") field.value = "";
      if (field.tagName === "INPUT") field.readOnly = isBreak || row.classList.contains("is-past");
    }
  }
}

function newRow(form) {
  return form.querySelector("[data-row-shape]").content.querySelector("[data-row]").cloneNode(true);
}

function fill(row, values) {
  for (const [name, value] of Object.entries(values)) {
    const field = row.querySelector(`[name=${name}]`);
    if (field) field.value = value ?? "";
  }
  return row;
}

function last(form, kind) {
  const all = [...rowsOf(form).children].filter((row) => row.querySelector("[name=level_kind]").value === kind);
  return all.at(-1);
}

/** A new level starts from the last one of its kind, so that only the blinds are typed. */
function add(form, kind) {
  const row = fill(newRow(form), { level_kind: kind });
  const like = last(form, kind);
  for (const name of ["minutes", "ante_kind"]) {
    const from = like?.querySelector(`[name=${name}]`);
    if (from) row.querySelector(`[name=${name}]`).value = from.value;
  }
  rowsOf(form).append(row);
  changed(form);
  row.querySelector(kind === "break" ? "[name=minutes]" : "[name=small_blind]").focus();
}

function copy(form, row) {
  const twin = newRow(form);
  for (const field of row.querySelectorAll("[name]")) {
    if (field.name !== "level_id") fill(twin, { [field.name]: field.value });
  }
  row.after(twin);
  changed(form);
  twin.querySelector("[name=minutes]").focus();
}

function isFixed(row) {
  return !row || row.classList.contains("is-past") || row.classList.contains("is-now");
}

function move(form, row, by) {
  const other = by < 0 ? row.previousElementSibling : row.nextElementSibling;
  if (isFixed(other)) return;
  if (by < 0) other.before(row);
  else other.after(row);
  changed(form);
  row.querySelector(by < 0 ? "[data-row-up]" : "[data-row-down]")?.focus();
}

function remove(form, row) {
  const next = row.nextElementSibling ?? row.previousElementSibling;
  row.remove();
  changed(form);
  next?.querySelector("[name=minutes]").focus();
}

/** The server reads pasted text, so that it is read in one way only; it answers with rows, or names the bad lines. */
async function read(form, text) {
  const body = new FormData();
  body.set("csrfmiddlewaretoken", form.querySelector("[name=csrfmiddlewaretoken]").value);
  body.set("text", text);
  body.set("minutes", last(form, "play")?.querySelector("[name=minutes]").value ?? "");
  try {
    const answer = await fetch(`${form.getAttribute("action")}/paste`, { method: "POST", body });
    return await answer.json();
  } catch {
    return { rows: [], errors: [word("no-answer")] };
  }
}

function sayBad(dialog, errors) {
  const says = dialog.querySelector("[data-paste-error]");
  says.hidden = errors.length === 0;
  says.replaceChildren(...errors.map((text) => Object.assign(document.createElement("li"), { className: "error", textContent: text })));
}

async function paste(form) {
  const dialog = document.getElementById("paste-levels");
  const field = dialog.querySelector("textarea");
  const { rows, errors } = await read(form, field.value);
  sayBad(dialog, errors);
  if (errors.length || rows.length === 0) return;
  for (const row of rows) rowsOf(form).append(fill(newRow(form), row));
  field.value = "";
  dialog.close();
  changed(form);
}

function pressed(event) {
  const form = document.querySelector("[data-structure]");
  const row = event.target.closest("[data-row]");
  const on = (name) => event.target.closest(`[data-${name}]`);
  if (on("add")) add(form, on("add").dataset.add);
  else if (on("row-copy")) copy(form, row);
  else if (on("row-up")) move(form, row, -1);
  else if (on("row-down")) move(form, row, 1);
  else if (on("row-delete")) remove(form, row);
  else if (event.target.closest("[data-paste]")) paste(form);
}

function start() {
  const form = document.querySelector("[data-structure]");
  if (!form) return;
  document.addEventListener("click", pressed);
  form.addEventListener("change", (event) => {
    if (event.target.name === "level_kind") renumber(form);
    if (event.target.matches("[data-bets]")) {
      form.querySelector(".struct").classList.toggle("has-bets", event.target.checked);
    }
  });
  renumber(form);
}

start();
