// Rows of the table of levels, and the tools over the chosen ones: fields of a dialog are sent with the whole table, and
// the server answers with its rows.
import { word as sentence } from "./words.js";

export function rowsOf(form) {
  return form.querySelector("[data-rows]");
}

export function newRow(form) {
  return form.querySelector("[data-row-shape]").content.querySelector("[data-row]").cloneNode(true);
}

export function fill(row, values) {
  for (const [name, value] of Object.entries(values)) {
    const field = row.querySelector(`[name=${name}]`);
    if (field) field.value = value ?? "";
  }
  return row;
}

function kindOf(row) {
  return row.querySelector("[name=level_kind]").value;
}

export function last(form, kind) {
  return [...rowsOf(form).children].filter((row) => kindOf(row) === kind).at(-1);
}

/** What was played, and what is being played, keeps its place. */
export function isFixed(row) {
  return !row || row.classList.contains("is-past") || row.classList.contains("is-now");
}

function word(name) {
  return document.getElementById("structure-words").content.querySelector(`[data-word="${name}"]`).textContent;
}

/** Breaks are not numbered; a break has no bets to type. Ticks name the place of their row. */
export function renumber(form) {
  let number = 0;
  for (const [index, row] of [...rowsOf(form).children].entries()) {
    const kind = kindOf(row);
    const isBreak = kind === "break";
    row.classList.toggle("is-break", isBreak);
    row.querySelector("[data-number]").textContent = isBreak ? "" : String((number += 1));
    for (const tick of row.querySelectorAll("[data-choose], [data-window]")) tick.value = String(index);
    for (const tick of row.querySelectorAll("[data-window]")) {
      const fits = tick.dataset.window === kind;
      tick.toggleAttribute("data-off", !fits);
      if (!fits) tick.checked = false;
    }
    const isPast = row.classList.contains("is-past");
    for (const field of row.querySelectorAll("[data-break], [data-play]")) setField(field, field.matches("[data-break]") === isBreak, isPast);
  }
}

function setField(field, fits, isPast) {
  field.toggleAttribute("data-off", !fits);
  if (field.tagName !== "INPUT") return;
  if (!fits) field.value = "";
  field.readOnly = !fits || isPast;
}

/** Posts to a page below that of the table; null when there is no answer. */
export async function ask(form, page, body) {
  try {
    const answer = await fetch(`${form.getAttribute("action")}/${page}`, { method: "POST", body });
    return await answer.json();
  } catch {
    return null;
  }
}

let lastChosen = null;

export const chosenRows = {
  /** With Shift all rows from the last pressed one are chosen or left, as this one was. */
  pressed(form, tick, shift) {
    const ticks = [...rowsOf(form).querySelectorAll("[data-choose]")];
    const [from, to] = [ticks.indexOf(lastChosen), ticks.indexOf(tick)].sort((a, b) => a - b);
    if (shift && from >= 0) {
      for (const other of ticks.slice(from, to + 1)) if (!other.disabled) other.checked = tick.checked;
    }
    lastChosen = tick;
    showChosen(form);
  },
  all(form, on) {
    for (const tick of rowsOf(form).querySelectorAll("[data-choose]")) tick.checked = on && !tick.disabled;
    showChosen(form);
  },
};

export function showChosen(form) {
  const count = rowsOf(form).querySelectorAll("[data-choose]:checked").length;
  const tools = form.querySelector("[data-tools]");
  tools.hidden = count === 0;
  form.querySelector("[data-tools-hint]").hidden = count > 0;
  tools.querySelector("[data-chosen-count]").textContent = `${word("chosen")} ${count}`;
  if (count === 0) form.querySelector("[data-choose-all]").checked = false;
}

/** Where rows can go: before each row that is not played yet, or to the end. */
function offerPlaces(form) {
  const select = document.querySelector("[data-places]");
  const end = select.options[0];
  const rows = [...rowsOf(form).children].map((row, index) => [index, row]);
  const places = rows.filter(([, row]) => !isFixed(row)).map(([index, row]) => {
    const number = row.querySelector("[data-number]").textContent;
    const name = number ? `${word("before-level")} ${number}` : `${word("before-break")} ${index + 1}`;
    return new Option(name, String(index));
  });
  select.replaceChildren(end, ...places);
}

/** Why a tool could not be used: in its dialog, or beside the button that saves when it has none. */
function sayErrors(form, dialog, errors) {
  const says = dialog?.querySelector("[data-tool-error]");
  if (!says) {
    form.querySelector("[data-status]").textContent = errors.join(" ");
    return;
  }
  says.hidden = errors.length === 0;
  says.replaceChildren(...errors.map((text) => Object.assign(document.createElement("li"), { className: "error", textContent: text })));
}

/** Where a tool added and removed no row, the next one is for the same rows. */
function keepChosen(form, chosen) {
  const ticks = [...rowsOf(form).querySelectorAll("[data-choose]")];
  if (ticks.length !== chosen.length) return;
  for (const [index, tick] of ticks.entries()) tick.checked = chosen[index] && !tick.disabled;
}

async function use(form, tool, fields, dialog, page) {
  const body = new FormData(form);
  for (const [name, value] of fields) body.append(name, value);
  body.set("tool", tool);
  const answer = (await ask(form, "reshape", body)) ?? { errors: [sentence("no-answer")] };
  sayErrors(form, dialog, answer.errors);
  if (answer.errors.length) return;
  const shape = document.createElement("template");
  shape.innerHTML = answer.html;
  const chosen = [...rowsOf(form).querySelectorAll("[data-choose]")].map((tick) => tick.checked);
  rowsOf(form).replaceChildren(...shape.content.children);
  keepChosen(form, chosen);
  for (const name of answer.shows) page.show(form, name, true);
  dialog?.close();
  page.changed(form);
  showChosen(form);
}

export function startTools(form, page) {
  document.addEventListener("click", (event) => {
    const now = event.target.closest("[data-tool-now]");
    if (now) use(form, now.dataset.toolNow, [], null, page);
    if (event.target.closest("[data-open=tool-place]")) offerPlaces(form);
  });
  document.addEventListener("submit", (event) => {
    const tool = event.target.closest("[data-tool]");
    if (!tool) return;
    event.preventDefault();
    tool.removeAttribute("data-dirty");
    use(form, event.submitter?.dataset.toolAs ?? tool.dataset.tool, new FormData(tool), tool.closest("dialog"), page);
  });
  const rotation = document.querySelector("[data-rotation]");
  rotation.addEventListener("change", () => {
    document.querySelector("[data-own-list]").hidden = rotation.value !== "";
  });
}
