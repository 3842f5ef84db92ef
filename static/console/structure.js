// The table of levels: rows are added, copied, moved, deleted and pasted here. Whatever is reckoned, the server reckons:
// this only moves rows, and shows what it answers.
import { checkLater, showFindings } from "./structure_check.js";
import { ask, chosenRows, fill, isFixed, last, newRow, renumber, rowsOf, showChosen, startTools } from "./structure_tools.js";
import { word } from "./words.js";

function changed(form) {
  form.setAttribute("data-dirty", "");
  renumber(form);
  checkLater(form);
}

/** A new level starts from the last one of its kind, so that only the blinds are typed. */
function add(form, kind) {
  const row = fill(newRow(form), { level_kind: kind });
  const like = last(form, kind);
  for (const name of ["minutes", "ante_kind", "hands"]) {
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
    if (field.name !== "level_id" && field.type !== "checkbox") fill(twin, { [field.name]: field.value });
  }
  row.after(twin);
  changed(form);
  twin.querySelector("[name=minutes]").focus();
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
  return (await ask(form, "paste", body)) ?? { rows: [], errors: [word("no-answer")] };
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
  const windows = windowsOf(form);
  if (dialog.querySelector("[data-replace]").checked) {
    for (const row of [...rowsOf(form).children]) if (!isFixed(row)) row.remove();
  }
  for (const row of rows) rowsOf(form).append(fill(newRow(form), row));
  renumber(form);
  tickAgain(form, windows);
  showColumns(form, rows);
  field.value = "";
  dialog.querySelector("[data-file]").value = "";
  dialog.close();
  changed(form);
}

/** The level number a row has, a break that of the level before it. */
function numbersOf(form) {
  let number = 0;
  return new Map([...rowsOf(form).children].map((row) => [row, (number = Number(row.querySelector("[data-number]").textContent) || number)]));
}

/** The level number of each ticked window. */
function windowsOf(form) {
  const numbers = numbersOf(form);
  return [...rowsOf(form).querySelectorAll("[data-window]:checked")].map((tick) => [tick.name, numbers.get(tick.closest("[data-row]"))]);
}

/** Windows whose row was taken away are ticked at the row that has its number now, those of a break at the next one. */
function tickAgain(form, windows) {
  const numbers = numbersOf(form);
  for (const [name, number] of windows) {
    const ticks = [...rowsOf(form).querySelectorAll(`[name=${name}]`)];
    if (ticks.some((tick) => tick.checked)) continue;
    const at = (tick) => numbers.get(tick.closest("[data-row]"));
    const fits = (tick) => (tick.dataset.window === "break" ? at(tick) >= number : at(tick) === number);
    const found = ticks.find((tick) => !tick.hasAttribute("data-off") && fits(tick));
    if (found) found.checked = true;
  }
}

/** A file is read here, into the text that is sent: the server keeps no files. */
async function openFile(input) {
  const file = input.files[0];
  if (file) document.getElementById("paste-text").value = await file.text();
}

/** Columns that came with the rows are shown. */
function showColumns(form, rows) {
  const has = (...names) => rows.some((row) => names.some((name) => row[name]));
  const shows = { bets: has("small_bet", "bring_in"), blinds: has("big_blind"), games: has("game"), hands: has("hands") };
  for (const [name, needed] of Object.entries(shows)) if (needed) show(form, name, true);
}

function show(form, name, on) {
  form.querySelector(".struct").classList.toggle(`has-${name}`, on);
  const tick = form.querySelector(`[data-shows=${name}]`);
  if (tick) tick.checked = on;
  if (name === "hands") form.querySelector("[data-hands-hint]").hidden = !on;
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
  else if (on("choose")) chosenRows.pressed(form, on("choose"), event.shiftKey);
}

/** A window ends with one level: another tick takes the first away. */
function tickOne(form, tick) {
  for (const other of form.querySelectorAll(`[name=${tick.name}]`)) if (other !== tick) other.checked &&= !tick.checked;
}

function fieldChanged(form, field) {
  if (field.name === "level_kind") renumber(form);
  if (field.matches("[data-shows]")) show(form, field.dataset.shows, field.checked);
  if (field.matches("[data-window]")) tickOne(form, field);
  if (field.matches("[data-choose-all]")) chosenRows.all(form, field.checked);
}

function start() {
  const form = document.querySelector("[data-structure]");
  if (!form) return;
  document.addEventListener("click", pressed);
  document.getElementById("paste-levels").addEventListener("change", (event) => {
    if (event.target.matches("[data-file]")) openFile(event.target);
  });
  form.addEventListener("change", (event) => fieldChanged(form, event.target));
  form.addEventListener("input", (event) => {
    // Choosing rows changes nothing that could be lost.
    if (event.target.matches("[data-choose], [data-choose-all], [data-shows]")) event.stopPropagation();
    else checkLater(form);
  });
  startTools(form, { changed, show, showFindings });
  renumber(form);
  showChosen(form);
}

start();
