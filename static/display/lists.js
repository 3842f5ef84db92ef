// Lists: seats by name, the whole structure, and everything a phone shows under the clock.
import { nextBreak } from "./clock_state.js";
import { h, name } from "./dom.js";
import { clockText, lengthText } from "./figures.js";
import {
  bets, betsLine, buyInText, facts, freshMoves, gameName, inBlinds, levelName, moneyNote, nextPrize, nextWindow, placeText, prizeText,
  windowTitle,
} from "./parts.js";

const PAGE_MS = 12000;
const LEAST_SEATS = 3;

/**
 * Seats by name, one page after the other, each for twelve seconds; the page in view follows the clock, so walls agree.
 * Nobody may be missing, so a page that does not fit is drawn anew with fewer rows (see trim in dom.js).
 */
export function seatsBoard(view, rows) {
  const columns = rows ? 1 : view.layout === "portrait" ? 2 : 3;
  const note = h("span");
  const box = h(columns > 1 ? "div.w-columns-grid" : "div");
  let size = rows || (view.layout === "portrait" ? 28 : 14);
  let shown = "";
  const draw = (wanted) => {
    const pages = Math.max(1, Math.ceil(view.seats.length / (size * columns)));
    const page = wanted % pages;
    if (`${page}/${size}` === shown) return;
    shown = `${page}/${size}`;
    note.textContent = pages > 1 ? `${page + 1} / ${pages}` : "";
    box.replaceChildren(...columnsOf(view, page * size * columns, size, columns));
  };
  // The first page is a full one: it is drawn first, so that what fits is measured on it.
  draw(0);
  let measured = false;
  box.fewer = () => {
    size -= 1;
    draw(0);
    return size > LEAST_SEATS;
  };
  view.live.each(box, (now) => {
    if (measured) draw(Math.floor(now.now / PAGE_MS));
    measured = true;
  });
  return h("section.w-sec", columns > 1 ? null : h("h2", view.say("seats"), note), box);
}

function columnsOf(view, start, size, columns) {
  const parts = Array.from({ length: columns }, (_, index) => view.seats.slice(start + index * size, start + (index + 1) * size));
  return parts.filter((part) => part.length).map((part) => h("table.w-moves.w-seats", seatsHead(view), h("tbody", part.map(seatRow))));
}

function seatsHead(view) {
  return h("thead", h("tr", h("th", view.say("player")), h("th.num", view.say("table")), h("th.num", view.say("seat"))));
}

function seatRow(seat) {
  return h("tr", h("td", name(seat.name)), h("td.num.to", seat.table), h("td.num.to", seat.seat));
}

/** The structure from the present level on. rows 0: over the whole screen. */
export function structureBoard(view, rows) {
  const { levels } = view.state.clock;
  const from = rows ? view.clock.levelIndex : Math.max(0, view.clock.levelIndex - 2);
  const size = rows || (view.layout === "portrait" ? 26 : 24);
  const shown = levels.slice(from, from + size);
  const big = !rows && shown.length <= 18 && view.layout !== "portrait" ? ".is-big" : "";
  const table = (part) => h(`table.w-board.w-structure${big}`, h("tbody", part.map((level) => structureRow(view, level, levels.indexOf(level)))));
  const half = Math.ceil(shown.length / 2);
  const tables = rows || view.layout === "portrait" || shown.length < 12 ? table(shown) : h("div.w-columns-grid", table(shown.slice(0, half)), table(shown.slice(half)));
  return h("section.w-sec", rows ? h("h2", view.say("structure")) : null, tables);
}

function structureRow(view, level, index) {
  const length = lengthOf(view, level);
  if (level.kind === "break") return h("tr.is-break", h("td"), h("td", view.say("break")), h("td"), h("td", length));
  const ante = bets(view, level)[1];
  const isNow = index === view.clock.levelIndex && view.clock.mode !== "unscheduled" && view.clock.mode !== "countdown";
  return h(isNow ? "tr.is-now" : "tr", h("td", level.level_number), h("td", betsLine(view, level), gameName(view, level) ? h("small", ` ${gameName(view, level)}`) : null),
    h("td", ante ? h("small", `${ante[0]} ${ante[1]}`) : ""), h("td", length));
}

/** How long a level is, or of how many hands. */
function lengthOf(view, level) {
  return level.hands ? view.many("hands_n", level.hands) : view.say("minutes", { n: lengthText(level.duration_ms) });
}

/** Under the clock of a phone, most wanted first. */
export function onPhone(view) {
  if (view.stage === "winner" || view.stage === "finished") return [resultsOnPhone(view)];
  return [movesOnPhone(view), momentOnPhone(view), windowOnPhone(view), breakOnPhone(view), fieldOnPhone(view), prizesOnPhone(view), structureOnPhone(view)];
}

export function head(title, note) {
  return h("div.head", h("h2", title), note ? h("span.quiet", note) : null);
}

function resultsOnPhone(view) {
  const rows = view.state.results.map((row) => h("tr", h("td", placeText(row)), h("td", name(row.name)),
    h("td", view.state.money.shown && row.amount_minor ? prizeText(view, row) : row.label || "")));
  return rows.length ? h("section", head(view.say("results"), view.many("entries_n", view.state.field.entries)), h("table.board", h("tbody", rows))) : null;
}

function movesOnPhone(view) {
  const fresh = freshMoves(view, 12);
  if (!fresh.length || view.me) return null;
  return h("section", head(view.say("please_move")), h("table.board", h("tbody", fresh.map((move) =>
    h("tr", h("td", name(move.name)), h("td", view.say("table_seat", { table: move.to_table, seat: move.to_seat })))))));
}

/** What the moment is about: what an entry costs while there is still time, the bubble, what the next place wins. */
function momentOnPhone(view) {
  if (view.stage === "closing" && !view.me) {
    const { stack_chips: stack } = view.state.tournament;
    const rows = [[view.say("buy_in"), buyInText(view)], [view.say("starting_stack"), [view.figures.chips(stack), inBlinds(view, stack)].filter(Boolean).join(", ")]];
    return h("section", head(view.say("enter_at_desk")), h("table.board", h("tbody", rows.filter(([, value]) => value).map(([title, value]) => h("tr", h("td", title), h("td", value))))));
  }
  if (view.stage === "bubble") return bubbleOnPhone(view);
  const next = view.stage === "in_money" ? nextPrize(view) : null;
  return next ? h("section", h("div.head", h("h2", view.say("next_out_wins")), h("span", prizeText(view, next)))) : null;
}

/** How far it is to the money, what it would be, and that all tables play one hand at a time. */
function bubbleOnPhone(view) {
  const { field, money } = view.state;
  const hands = view.state.hand_for_hand;
  const last = money.prizes.at(-1);
  const row = (prize) => h("tr.is-break", h("td", view.say("place_n", { n: placeText(prize) })), h("td", prizeText(view, prize)));
  return h("section", h("h2", view.many("from_money", field.players_left - money.places_paid)),
    h("p.quiet", view.say("place_wins_nothing", { n: field.players_left })),
    hands ? h("p", view.say("hand_n", { n: hands.hand_number })) : null, last ? h("table.board", h("tbody", row(last))) : null);
}

function windowOnPhone(view) {
  const kind = nextWindow(view);
  if (!kind) return null;
  const left = view.live.text(h("span"), (now) => clockText(now.open[kind] || 0));
  return h("section", h("div.head", h("h2", windowTitle(view, kind)), left));
}

export function breakOnPhone(view) {
  if (!nextBreak(view.state.clock.levels, view.clock, view.now) || view.clock.mode === "unscheduled") return null;
  return h("section", h("div.head", h("h2", view.say("next_break")), view.live.text(h("span"), breakText)));
}

function breakText(now) {
  const next = nextBreak(now.state.clock.levels, now.clock, now.now);
  if (!next) return "";
  if (!now.clock.running) return clockText(next.inMs);
  return now.say("at_back", { at: now.figures.at(next.atMs), back: now.figures.at(next.backMs) });
}

export function fieldOnPhone(view) {
  return h("section", h("dl.figs", facts(view).map(([title, value, small]) =>
    h("div.fig", h("dt", title), h("dd", value, small ? h("small", small) : null)))));
}

export function prizesOnPhone(view) {
  const { money } = view.state;
  if (!money.shown || !money.prizes.length) return null;
  const rows = money.prizes.map((prize) => h("li", h("span", placeText(prize)), h("b", prizeText(view, prize))));
  return h("section", head(view.say("prizes"), moneyNote(view)), h("ul.prizes-2", rows));
}

function structureOnPhone(view) {
  const { levels } = view.state.clock;
  if (!levels.length) return null;
  const rows = levels.slice(view.clock.levelIndex).map((level) => h(level.kind === "break" ? "tr.is-break" : "tr",
    h("td", level.level_number || "–"), h("td", level.kind === "break" ? levelName(view, level) : betsLine(view, level)),
    h("td", lengthOf(view, level))));
  return h("section", head(view.say("structure")), h("table.board", h("tbody", rows)));
}
