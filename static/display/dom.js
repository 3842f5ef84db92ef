// Small building blocks: elements without markup in strings, and texts that follow the clock.

const SVG = "http://www.w3.org/2000/svg";

/** h("p.quiet", {lang: "en"}, "text", child): an element; null children are left out, strings become text. */
export function h(name, ...rest) {
  const [tag, ...classes] = name.split(".");
  const element = document.createElement(tag || "div");
  if (classes.length) element.className = classes.join(" ");
  return fill(element, rest);
}

export function svg(name, ...rest) {
  const [tag, ...classes] = name.split(".");
  const element = document.createElementNS(SVG, tag);
  if (classes.length) element.setAttribute("class", classes.join(" "));
  return fill(element, rest);
}

function fill(element, rest) {
  for (const one of rest.flat(Infinity)) {
    if (one === null || one === undefined || one === "" || one === false) continue;
    if (one instanceof Node) element.append(one);
    else if (typeof one === "object") set(element, one);
    else element.append(String(one));
  }
  return element;
}

function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== null && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
}

/** Texts and attributes that follow the clock; the page calls tick(view) whenever a second has passed. */
export class Live {
  constructor() {
    this.bindings = [];
  }

  clear() {
    this.bindings = [];
  }

  /** The element's text becomes read(view) on each tick, written only when it differs. */
  text(element, read) {
    let last = null;
    this.bindings.push((view) => {
      const text = read(view);
      if (text !== last) element.textContent = text;
      last = text;
    });
    return element;
  }

  /** Any other change: apply(view, element). */
  each(element, apply) {
    this.bindings.push((view) => apply(view, element));
    return element;
  }

  tick(view) {
    for (const binding of this.bindings) binding(view);
  }
}

/** A name of a person or a tournament: its own direction, cut where there is no room. */
export function name(text) {
  return h("bdi.name", text);
}

/** How many characters a figure may need: the type scale of displays shrinks with it (see --chars in display.css). */
export function sized(element, text) {
  element.style.setProperty("--chars", String(Math.max(1, [...text].length)));
  return element;
}

const LEAST_ROWS = 1;

/**
 * Lists lose rows from their end until they fit: how many fit depends on the language, a notice, the shape of the screen.
 * Takes away last rows of the longest list in each cut-off column.
 */
export function trim(box) {
  for (const paged of box.querySelectorAll(".w-turn")) paged.begin?.();
  for (const column of box.querySelectorAll(".w-side, .w--wide .w-main")) {
    for (let turn = 0; turn < 60 && column.scrollHeight > column.clientHeight + 1; turn += 1) {
      if (!shorten(column)) break;
    }
  }
}

function shorten(column) {
  const paged = [...column.querySelectorAll("div")].find((box) => box.fewer);
  if (paged) return paged.fewer();
  const roomy = column.querySelector(".w-tick:not(.is-tight)");
  if (roomy) {
    roomy.classList.add("is-tight");
    return true;
  }
  const lists = [...column.querySelectorAll("tbody, ul")].filter((list) => list.children.length > LEAST_ROWS);
  // The tables of hand-for-hand are waited for: other lists give way first.
  const less = lists.filter((list) => !list.matches(".w-tick, .w-ticks"));
  const longest = (less.length ? less : lists).sort((a, b) => b.offsetHeight - a.offsetHeight)[0];
  if (!longest) return false;
  const count = getComputedStyle(longest).columnCount;
  for (let row = 0; row < (Number(count) || 1); row += 1) longest.lastElementChild.remove();
  return true;
}
