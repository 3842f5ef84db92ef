// Panels over the whole wall: lists in large type, with the clock always in sight above them.
import { h, name } from "./dom.js";
import { seatsBoard, structureBoard } from "./lists.js";
import { strip } from "./notices.js";
import { betsLine, digits, foot, handLine, levelName, levelOf, moneyNote, placeText, prizeText, top } from "./parts.js";

const PAGES = { seats, moves, prizes, structure, waiting, rules };
const TURN_MS = 12000;

export function isPanel(mode) {
  return mode in PAGES;
}

export function panelPage(view) {
  return PAGES[view.mode](view);
}

/** A list over the whole screen, with the clock above it. */
function wide(view, line, content) {
  const level = levelOf(view);
  const hands = view.live.text(h("small"), handLine);
  const clock = level && view.clock.mode !== "unscheduled"
    ? h("div.w-small", h("div", levelName(view, level), hands), level.kind === "break" ? backLine(view) : h("div", betsLine(view, level)), digits(view, "div.w-mini"))
    : null;
  return h(`div.w.w--wide.w--${view.mode}`, top(view, line), strip(view), h("main.w-main", clock, content), foot(view));
}

function backLine(view) {
  const at = (now) => (now.clock.running ? `${now.say("back_at")} ${now.figures.at(now.now + now.clock.remainingMs)}` : "");
  return view.live.text(h("div"), at);
}

function seats(view) {
  return wide(view, view.say("seats"), seatsBoard(view, 0));
}

function structure(view) {
  return wide(view, view.say("structure"), structureBoard(view, 0));
}

function prizes(view) {
  const rows = view.state.money.prizes.map((prize) => h("li", h("span", placeText(prize)), h("b", prizeText(view, prize))));
  const size = rows.length > 24 ? "" : rows.length > 10 ? ".is-big" : ".is-big.is-huge";
  return wide(view, view.say("prizes"), h("section.w-sec", h("h2", view.say("prizes"), h("span", moneyNote(view))), h(`ul.w-prizes.w-columns${size}`, rows)));
}

/** Seats that were changed lately, in large type: who, from where, to where; the newest first. */
function moves(view) {
  const list = view.state.moves.filter((move) => move.from_table !== null).sort((a, b) => b.at_ms - a.at_ms || a.name.localeCompare(b.name, view.locale));
  const head = () => h("tr", h("th", view.say("player")), h("th.num", view.say("from_table")), h("th.num", view.say("to_table")), h("th.num", view.say("to_seat")));
  const row = (move) => h("tr", h("td", name(move.name)), h("td.num.from", move.from_table), h("td.num.to", move.to_table), h("td.num.to", move.to_seat));
  const table = (part) => h("table.w-moves.w-large", h("thead", head()), h("tbody", part.map(row)));
  return wide(view, view.say("moves"), inTurn(view, view.say("moves"), view.layout === "portrait" ? 16 : 8, (size) => parts(list, size), table));
}

/** Who waits, in order, with his number on the list. */
function waiting(view) {
  const title = view.say(view.state.tournament.words === "home" ? "waiting_list" : "alternates");
  const columns = view.layout === "portrait" || view.lists.waiting.length < 8 ? 1 : 2;
  const row = (one) => h(one.offered ? "tr.is-break" : "tr", h("td", one.place), h("td", name(one.name)), h("td", one.offered ? view.say("come_to_desk") : ""));
  const table = (rows) => h("table.w-board.w-waiting", h("tbody", rows.map(row)));
  const draw = (part) => h("div.w-columns-grid", parts(part, Math.ceil(part.length / columns)).map(table));
  return wide(view, title, inTurn(view, title, view.layout === "portrait" ? 18 : 10, (size) => parts(view.lists.waiting, size * columns), draw));
}

const LETTERS = 60;
/** So few letters, in so few lines, are set larger, over the whole width. */
const FEW_LETTERS = 320;
const FEW_LINES = 6;

/** The house rules, a page after the other: paragraphs stay whole. */
function rules(view) {
  const title = view.say("house_rules");
  const isShort = view.lists.rules.length <= FEW_LETTERS && view.lists.rules.split("\n").length <= FEW_LINES;
  const shape = isShort ? "div.w-rules.is-short" : "div.w-rules";
  const draw = (text) => h(shape, text.split("\n").map((line) => h("p", line)));
  return wide(view, title, inTurn(view, title, view.layout === "portrait" ? 30 : 20, (size) => pagesOf(view.lists.rules, size * LETTERS), draw));
}

function parts(list, size) {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, index) => list.slice(index * size, (index + 1) * size));
}

/** A text in pages of about so many letters, cut between lines; a line alone is cut between words. */
export function pagesOf(text, room) {
  const pages = [];
  let page = "";
  for (const line of text.split(/\n+/).flatMap((one) => cut(one.trim(), room)).filter(Boolean)) {
    if (page && page.length + line.length > room) {
      pages.push(page);
      page = "";
    }
    page += page ? `\n${line}` : line;
  }
  return page ? [...pages, page] : pages;
}

function cut(line, room) {
  const parts = [];
  let rest = line;
  while (rest.length > room) {
    const at = rest.lastIndexOf(" ", room);
    parts.push(rest.slice(0, at > 0 ? at : room));
    rest = rest.slice(at > 0 ? at + 1 : room);
  }
  return [...parts, rest];
}

const LEAST_SIZE = 3;

/**
 * Pages one after the other, each for twelve seconds; the page in view follows the clock, so walls agree. paged(size) cuts
 * what there is into pages; where one does not fit, all are cut smaller (see trim in dom.js), so that nothing is left out.
 */
function inTurn(view, title, size, paged, draw) {
  const note = h("span");
  const box = h("div.w-turn");
  let pages = paged(size);
  let shown = -1;
  const show = (turn) => {
    const page = turn % pages.length;
    if (page === shown) return;
    shown = page;
    note.textContent = pages.length > 1 ? `${page + 1} / ${pages.length}` : "";
    box.replaceChildren(draw(pages[page]));
  };
  // Measured at the first look of trim, when the page stands in the picture.
  show(0);
  box.begin = () => {
    shown = -1;
    show(highest(pages, box, draw));
  };
  box.fewer = () => {
    size -= 1;
    pages = paged(size);
    shown = -1;
    // Pages of texts differ in height: the highest is measured.
    show(highest(pages, box, draw));
    return size > LEAST_SIZE;
  };
  let measured = false;
  view.live.each(box, (now) => {
    if (measured) show(Math.floor(now.now / TURN_MS));
    measured = true;
  });
  return h("section.w-sec", h("h2", title, note), box);
}

function highest(pages, box, draw) {
  const heights = pages.map((page) => {
    box.replaceChildren(draw(page));
    return box.scrollHeight;
  });
  return heights.indexOf(Math.max(...heights));
}
