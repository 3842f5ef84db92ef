// What a refresh leaves alone: a half-typed or focused form, an opened part, and anything newer than the answer.

function holdsFocus(form) {
  const at = document.activeElement;
  return form.contains(at) && at.matches("input:not([type=hidden]), textarea, select");
}

/** A form that must not be touched now. */
export function isHeld(form) {
  return form.hasAttribute("data-dirty") || form.hasAttribute("data-busy") || holdsFocus(form);
}

function heldForms(region) {
  return [...region.querySelectorAll("form")].filter(isHeld);
}

/** Whether the answer still has a place for every held form; if not, the refresh waits until the form is left. */
export function keepsHeldForms(region, text) {
  return heldForms(region).every((form) => {
    const place = form.closest("[id]");
    return !place || place === region || text.includes(`id="${place.id}"`);
  });
}

/** The version an answer was made from; an answer without one is never dropped. */
export function versionIn(text) {
  const found = text.match(/data-version="(\d+)"/);
  return found ? Number(found[1]) : Infinity;
}

export function startGuard() {
  window.htmx.registerExtension("console-guard", {
    htmx_before_morph_node: (node) => !(node.tagName === "FORM" && isHeld(node)),
    htmx_before_morph_attr: (element, detail) =>
      !(detail.attrName === "open" && element.matches("details, dialog")) && detail.attrName !== "aria-busy",
  });
}
