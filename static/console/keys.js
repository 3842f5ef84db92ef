// The keys of the night: two touches or one key for every act. They never act while somebody types, nor in a dialog.

let byKeyboard = false;

function isTyping(element) {
  return element.matches("input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable]");
}

/** A button reached with Tab keeps its own Space and Enter; one that was clicked gives them up. */
function pressesItself(element, key) {
  return key === "Space" && byKeyboard && element.matches("button, summary, a, input, [role=option]");
}

/** The key as the pages name it. Letters are found by their place where the layout is not Latin. */
function named(event) {
  if (event.key === " ") return "Space";
  if (event.key === "\u2212" || event.key === "_") return "-";
  if (event.key === "=" && event.code === "Equal") return "+";
  if (/^\p{L}$/u.test(event.key) && !/^[a-z]$/i.test(event.key)) return event.code.replace(/^Key/, "").toLowerCase();
  return event.key.length === 1 ? event.key.toLowerCase() : event.key;
}

function visible(element) {
  return element && element.checkVisibility() && !element.disabled;
}

function undoButton() {
  const toasts = [...document.querySelectorAll("#toasts [data-undo]:not([hidden])")];
  return toasts.at(-1) ?? document.querySelector("[data-undo-first] button[type=submit]");
}

function press(element) {
  if (!visible(element)) return false;
  if (element.form) element.form.requestSubmit(element);
  else element.click();
  return true;
}

/** Whether the key did something here. */
function run(key) {
  if (key === "?") {
    document.getElementById("keys")?.showModal();
    return true;
  }
  if (key === "/") {
    const find = document.getElementById("find") ?? document.querySelector("[data-find]");
    find?.focus();
    find?.select();
    return Boolean(find);
  }
  if (key === "u") return press(undoButton());
  const wanted = CSS.escape(key);
  return press([...document.querySelectorAll(`[data-key~="${wanted}"]`)].find(visible));
}

function pressed(event) {
  const at = document.activeElement ?? document.body;
  if (event.key === "Tab") byKeyboard = true;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (event.key === "Escape" && at.matches("#find")) at.blur();
  if (isTyping(at) || document.querySelector("dialog[open]")) return;
  const key = named(event);
  if (pressesItself(at, key) || (event.repeat && key !== "+" && key !== "-")) return;
  if (run(key)) event.preventDefault();
}

export function startKeys() {
  document.addEventListener("keydown", pressed);
  document.addEventListener("pointerdown", () => { byKeyboard = false; });
}
