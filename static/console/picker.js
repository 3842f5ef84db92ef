// Type letters, pick with the arrow keys and Enter. The server finds; this moves the mark and takes the choice.

function listOf(input) {
  return document.getElementById(input.getAttribute("aria-controls"));
}

function options(list) {
  return [...list.querySelectorAll("[role=option]:not([aria-disabled=true])")];
}

function mark(input, option) {
  const list = listOf(input);
  for (const other of list.querySelectorAll("[aria-selected=true]")) other.setAttribute("aria-selected", "false");
  if (!option) {
    input.removeAttribute("aria-activedescendant");
    return;
  }
  option.setAttribute("aria-selected", "true");
  option.id ||= `${list.id}-${[...list.children].indexOf(option)}`;
  input.setAttribute("aria-activedescendant", option.id);
  option.scrollIntoView({ block: "nearest" });
}

function marked(list) {
  return list.querySelector("[role=option][aria-selected=true]");
}

function clear(input) {
  listOf(input).replaceChildren();
  input.setAttribute("aria-expanded", "false");
  input.removeAttribute("aria-activedescendant");
}

/** A choice inside a form fills its hidden field; any other choice is a link or a request of its own. */
function choose(input, option) {
  const form = input.form;
  const field = input.dataset.pickerFor && form?.elements.namedItem(input.dataset.pickerFor);
  if (!field) {
    const link = option.matches("[hx-get], [hx-post]") ? option : option.querySelector("a, button") ?? option;
    link.click();
    clear(input);
    return;
  }
  field.value = option.dataset.value;
  input.value = option.dataset.label ?? option.querySelector("b")?.textContent ?? "";
  clear(input);
  field.dispatchEvent(new Event("change", { bubbles: true }));
  const rest = [...form.elements];
  rest.slice(rest.indexOf(input) + 1).find((next) => next.checkVisibility() && next.type !== "hidden")?.focus();
}

function step(input, by) {
  const all = options(listOf(input));
  if (all.length === 0) return;
  const at = all.indexOf(marked(listOf(input)));
  mark(input, all[(at + by + all.length) % all.length]);
}

function pressed(event) {
  const input = event.target.closest?.("[data-picker]");
  if (!input) return;
  const list = listOf(input);
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    event.preventDefault();
    step(input, event.key === "ArrowDown" ? 1 : -1);
  } else if (event.key === "Enter" && marked(list)) {
    event.preventDefault();
    choose(input, marked(list));
  } else if (event.key === "Escape" && list.children.length) {
    event.preventDefault();
    event.stopPropagation();
    clear(input);
  }
}

/** New results: the first is marked, so that three letters and Enter are enough. */
function arrived(event) {
  const list = event.detail.task?.target;
  if (!list?.matches?.("[role=listbox]")) return;
  const input = document.querySelector(`[data-picker][aria-controls="${list.id}"]`);
  if (!input) return;
  input.setAttribute("aria-expanded", String(list.children.length > 0));
  mark(input, options(list)[0] ?? null);
}

function clicked(event) {
  const option = event.target.closest?.("[role=option]");
  const list = option?.closest("[role=listbox]");
  const input = list && document.querySelector(`[data-picker][aria-controls="${list.id}"]`);
  if (input?.dataset.pickerFor && option.getAttribute("aria-disabled") !== "true") choose(input, option);
  else if (!event.target.closest?.("[data-picker], [role=listbox]")) {
    for (const other of document.querySelectorAll("[data-picker][aria-expanded=true]")) clear(other);
  }
}

export function startPickers() {
  document.addEventListener("keydown", pressed, true);
  document.addEventListener("click", clicked);
  document.addEventListener("htmx:after:settle", arrived);
  document.addEventListener("input", (event) => {
    const input = event.target.closest?.("[data-picker]");
    const field = input?.dataset.pickerFor && input.form.elements.namedItem(input.dataset.pickerFor);
    if (field) field.value = "";
    if (input && !input.value) clear(input);
  });
}
