// While it is typed: what is wrong or odd stands beside the level, as the server would say it on saving.
import { ask, rowsOf } from "./structure_tools.js";

const WAIT_MS = 400;
let timer = 0;
let asked = 0;

export function checkLater(form) {
  clearTimeout(timer);
  timer = setTimeout(() => check(form), WAIT_MS);
}

async function check(form) {
  const number = (asked += 1);
  const found = await ask(form, "check", new FormData(form));
  // An answer to what was typed before is not shown over a newer one.
  if (found && number === asked) showFindings(form, found);
}

function line(name, text) {
  return Object.assign(document.createElement("p"), { className: name, textContent: text });
}

export function showFindings(form, { rows, errors, totals }) {
  let wrong = errors.length;
  for (const [index, row] of [...rowsOf(form).children].entries()) {
    const said = rows[index] ?? { bad: [], problems: [], warnings: [] };
    wrong += said.problems.length > 0;
    for (const field of row.querySelectorAll("[name]")) {
      if (said.bad.includes(field.name)) field.setAttribute("aria-invalid", "true");
      else field.removeAttribute("aria-invalid");
    }
    row.querySelector("[data-says]").replaceChildren(
      ...said.problems.map((text) => line("error", text)), ...said.warnings.map((text) => line("hint", text)),
    );
  }
  const whole = document.querySelector("[data-whole]");
  whole.hidden = errors.length === 0;
  whole.replaceChildren(...errors.map((text) => Object.assign(document.createElement("li"), { className: "error", textContent: text })));
  document.querySelector("[data-totals]").textContent = totals;
  const word = document.getElementById("structure-words").content.querySelector("[data-word=to-correct]").textContent;
  form.querySelector("[data-status]").textContent = wrong ? `${wrong} ${word}` : "";
}
