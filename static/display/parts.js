// The pieces displays are made of. Each takes the view: {state, clock, stage, open, figures, say, many, live, now}.
import { handOf, nextBreak, playAfter, upcoming } from "./clock_state.js";
import { h, name, sized, svg } from "./dom.js";
import { briefText, clockText, countText, lengthText } from "./figures.js";

/** The level the clock stands in; before the start the first. */
export function levelOf(view) {
  return view.state.clock.levels[view.clock.levelIndex] || null;
}

/** Whether the level ends by hands: its time is only what they should take. */
export function byHands(view) {
  const level = levelOf(view);
  return view.clock.mode === "level" && level?.hands ? level : null;
}

/** "Hand 3 of 8, about 12 min", or nothing in a level that ends by time. */
export function handLine(view) {
  const played = handOf(view.state.clock.levels, view.clock);
  if (!played) return "";
  const hand = view.say("hand_of", played);
  const minutes = Math.ceil(view.clock.remainingMs / 60000);
  return minutes ? `${hand}, ${view.say("about_minutes", { n: minutes })}` : hand;
}

/** The digits, and what they say: time left, countdown, "+" overtime; in a level of hands the hand being played. */
export function digitsText(view) {
  const played = handOf(view.state.clock.levels, view.clock);
  if (played) return `${played.n}/${played.of}`;
  return view.clock.mode === "overtime" ? `+${countText(view.clock.overtimeMs)}` : clockText(view.clock.remainingMs);
}

export function digits(view, tag = "div.w-clock") {
  const face = h("b", { role: "timer", "aria-live": "off" });
  return view.live.each(h(tag, face), (now, box) => {
    const text = digitsText(now);
    if (face.textContent !== text) face.replaceChildren(...spelled(text));
    box.classList.toggle("is-last-minute", isLastMinute(now));
    box.classList.toggle("is-paused", isPaused(now));
    box.dataset.digits = String(text.replace(/[^0-9+/]/g, "").length);
  });
}

/** Colons are set apart, so that the digits can be drawn together. */
function spelled(text) {
  return text.split(/(:)/).map((part) => (part === ":" ? h("span.colon", ":") : h("span", part)));
}

export function isPaused(view) {
  return view.clock.mode !== "unscheduled" && !view.clock.running && !["winner", "finished"].includes(view.stage);
}

export function isLastMinute(view) {
  return view.clock.mode === "level" && view.clock.running && view.clock.remainingMs <= 60000 && !byHands(view);
}

export function runway(view, tag = "w-run") {
  const gone = svg("rect.gone", { width: 0, height: 10 });
  const bar = svg(`svg.${tag}`, { viewBox: "0 0 1000 10", preserveAspectRatio: "none", "aria-hidden": "true" },
    svg("rect", { width: 1000, height: 10 }), gone);
  return view.live.each(bar, (now) => {
    const level = levelOf(now);
    const share = level && now.clock.mode !== "countdown" ? Math.min(1, Math.max(0, playedShare(now, level))) : 0;
    gone.setAttribute("width", (share * 1000).toFixed(1));
    bar.classList.toggle("is-last-minute", isLastMinute(now));
  });
}

function playedShare(view, level) {
  return byHands(view) ? view.clock.hands / level.hands : view.clock.elapsedMs / level.duration_ms;
}

/** The forced bets of a level as [label, text] pairs: blinds and ante, or ante, bring-in and bets. */
export function bets(view, level, room = 9) {
  const { say, figures } = view;
  const chips = (count) => figures.chipsIn(count, room);
  const pairs = [];
  if (level.big_blind) pairs.push([say("blinds"), [chips(level.small_blind || 0), chips(level.big_blind)]]);
  else if (level.big_bet) pairs.push([say("bets"), [chips(level.small_bet || 0), chips(level.big_bet)]]);
  if (level.ante) pairs.push([say(level.ante_kind === "bba" ? "bb_ante" : "ante"), [chips(level.ante)]]);
  if (level.bring_in) pairs.push([say("bring_in"), [chips(level.bring_in)]]);
  if (level.big_blind && level.big_bet) pairs.push([say("bets"), [chips(level.small_bet || 0), chips(level.big_bet)]]);
  return pairs;
}

/** Blinds as they are called, on one line. */
export function betsLine(view, level) {
  const pair = bets(view, level)[0];
  return pair ? pair[1].join(" / ") : "";
}

function betFigure(numbers) {
  return numbers.flatMap((number, index) => (index ? [h("span.slash", "/"), number] : [number]));
}

export function blinds(view, level, label = null) {
  const pairs = bets(view, level);
  const chars = pairs.reduce((sum, [, numbers]) => sum + numbers.join("/").length + 2, 0);
  const list = h("dl.w-blinds", pairs.map(([title, numbers], index) =>
    h("div", h("dt", index === 0 && label ? label : title), h("dd", betFigure(numbers)))));
  list.style.setProperty("--chars", String(chars));
  return list;
}

/** The name of a level: "Level 9", "Break". */
export function levelName(view, level) {
  return level.kind === "break" ? view.say("break") : view.say("level_n", { n: level.level_number });
}

export function gameName(view, level) {
  return level.game ? view.say(`game_${level.game}`) : "";
}

/** "Break at 21:25, back at 21:40", or the time of play until it while the clock stands. */
export function breakLine(view) {
  const found = nextBreak(view.state.clock.levels, view.clock, view.now);
  if (!found) return "";
  if (!view.clock.running) return view.say("break_in", { left: briefText(found.inMs) });
  const about = isAbout(view, found.index);
  return view.say(about ? "break_about" : "break_at", { at: view.figures.at(found.atMs), back: view.figures.at(found.backMs) });
}

/** Whether a level of hands lies between now and the level with this index: then its time is not sure. */
export function isAbout(view, index) {
  return view.state.clock.levels.slice(view.clock.levelIndex, index).some((level) => level.hands);
}

/** The departures board: when, what, how much. */
export function board(view, rows) {
  const list = upcoming(view.state.clock.levels, view.clock, view.now, rows);
  if (!list.length) return null;
  return h("section.w-sec", h("h2", view.say("next")), h("table.w-board", h("tbody", list.map((row) => boardRow(view, row)))));
}

function boardRow(view, row) {
  const { level } = row;
  const at = view.live.text(h(isAbout(view, row.index) ? "td.is-about" : "td"), (now) => boardTime(now, row.index));
  if (level.kind === "break") {
    return h("tr.is-break", at, h("td", view.say("break")), h("td", view.say("minutes", { n: lengthText(level.duration_ms) })));
  }
  const called = gameName(view, level);
  return h("tr", at, h("td", levelName(view, level), called ? h("small", ` ${called}`) : null), h("td", betsLine(view, level)));
}

/** A running clock has times of day, a standing one only distances. */
function boardTime(now, index) {
  const row = upcoming(now.state.clock.levels, now.clock, now.now, now.state.clock.levels.length).find((one) => one.index === index);
  if (!row) return "";
  if (now.clock.running) return `${isAbout(now, index) ? "~" : ""}${now.figures.at(row.atMs)}`;
  return `+${lengthText(Math.ceil(row.inMs / 60000) * 60000)}′`;
}

/** The rows around what matters now: who is next to be paid; before the money the first places. */
export function prizeRows(view, rows) {
  const { prizes } = view.state.money;
  if (prizes.length <= rows) return prizes;
  const left = view.state.field.players_left;
  const current = prizes.findIndex((prize) => left >= prize.place_from && left <= prize.place_to);
  if (current >= 0) return prizes.slice(Math.max(0, current - rows + 1), Math.max(rows, current + 1));
  return [...prizes.slice(0, rows - 1), prizes.at(-1)];
}

export function placeText(prize) {
  return prize.place_from === prize.place_to ? String(prize.place_from) : `${prize.place_from}–${prize.place_to}`;
}

export function prizeText(view, prize) {
  const money = prize.amount_minor ? view.figures.money(prize.amount_minor) : "";
  return [prize.label, money].filter(Boolean).join(" + ") || view.figures.money(0);
}

export function prizes(view, rows) {
  const { money } = view.state;
  if (!money.shown || !money.prizes.length) return null;
  const shown = prizeRows(view, rows);
  const left = view.state.field.players_left;
  const list = h("ul.w-prizes", shown.map((prize) => {
    const next = view.stage !== "playing" && left >= prize.place_from && left <= prize.place_to;
    return h(`li${next ? ".is-next" : ""}`, h("span", placeText(prize)), h("b", prizeText(view, prize)));
  }));
  return h("section.w-sec", h("h2", view.say("prizes"), h("span", view.layout === "portrait" ? moneyNote(view) : placesNote(view))), list);
}

/** "18 places paid", "€20,000 guaranteed", and that it may still change. */
export function moneyNote(view) {
  const { money } = view.state;
  const notes = [];
  if (money.guarantee_minor && money.pool_minor <= money.guarantee_minor) {
    notes.push(view.say("guaranteed", { amount: view.figures.money(money.guarantee_minor) }));
  }
  return [...notes, placesNote(view)].join(", ");
}

function placesNote(view) {
  const { locked, places_paid: places } = view.state.money;
  return view.many(locked ? "places_paid" : "places_paid_now", places);
}

/** [label, value, small, accent] of the figures under the clock. */
export function facts(view) {
  const { field, money } = view.state;
  const entries = view.figures.chips(field.entries);
  const whole = view.stage === "before" || view.stage === "bubble";
  const list = [whole ? [view.say("entries"), entries, capacity(view)] : [view.say("players_left"), view.figures.chips(field.players_left), `/ ${entries}`]];
  list.push([view.say("tables"), view.figures.chips(field.tables)]);
  if (field.players_left && view.stage !== "before") list.push([view.say("average"), view.figures.chips(field.average_stack_chips), inBlinds(view)]);
  if (money.shown && money.pool_minor) list.push([view.say("pool"), view.figures.money(money.pool_minor)]);
  return list;
}

/** How many seats there are, while people still enter. */
function capacity(view) {
  const seats = view.state.tournament.capacity;
  return view.stage === "before" && seats ? `/ ${view.figures.chips(seats)}` : "";
}

/** The average in big blinds of the level being played: a measure, so rounded. */
export function inBlinds(view, chips = view.state.field.average_stack_chips) {
  const level = levelOf(view);
  const played = level && level.kind === "break" ? playAfter(view.state.clock.levels, view.clock.levelIndex) : level;
  if (!played || !played.big_blind) return "";
  const count = chips / played.big_blind;
  return view.say("bb_n", { n: count < 10 ? Math.round(count * 10) / 10 : Math.round(count) });
}

/** Of those that close together the first is named: in their break add-ons concern everybody in the room. */
const WINDOW_WORDS = { addon: "addon_closes", late: "late_closes", rebuy: "rebuy_closes", reentry: "reentry_closes" };

/** The window that closes first of those players ask about. */
export function nextWindow(view) {
  const kinds = Object.keys(WINDOW_WORDS).filter((kind) => view.open[kind] > 0 && view.open[kind] < Infinity && !(kind === "late" && view.stage === "closing"));
  return kinds.sort((a, b) => view.open[a] - view.open[b])[0] || null;
}

export function windowTitle(view, kind) {
  return view.say(WINDOW_WORDS[kind]);
}

export function foot(view) {
  const kind = nextWindow(view);
  const shown = facts(view).slice(0, view.layout === "portrait" && kind ? 3 : 4);
  const list = h("dl.w-foot", shown.map(([title, value, small]) =>
    h("div", h("dt", title), h("dd", value, small ? h("small", small) : null))));
  const first = view.state.money.prizes[0];
  if (kind) {
    const left = view.live.text(h("dd"), (now) => clockText(now.open[kind] || 0));
    list.append(h("div.is-last", h("dt", windowTitle(view, kind)), left));
  } else if (view.state.money.shown && first && view.state.deal.status !== "agreed") {
    list.append(h("div", h("dt", view.say("first_place")), h("dd", prizeText(view, first))));
  }
  return list;
}

export function top(view, line) {
  const now = view.live.text(h("time.now"), (fresh) => fresh.figures.at(fresh.now));
  return h("header.w-top", logo(view), h("h1", name(view.state.tournament.name)),
    h(view.stage === "in_money" ? "p.is-good" : "p", line || ""), sponsor(view), now);
}

/** The club's own picture, if it has one. */
export function logo(view) {
  const own = view.state.theme?.logo;
  return own ? h("div.w-logo", keptImage(view, own, view.state.tournament.club)) : null;
}

const SPONSOR_MS = 15000;

/** The slot of the club's sponsors: one after the other, the same on every wall. */
export function sponsor(view) {
  const sponsors = view.state.theme?.sponsors ?? [];
  if (!sponsors.length) return null;
  const images = sponsors.map((one) => keptImage(view, one.image, one.name));
  return view.live.each(h("div.w-sponsor", images), (now) => {
    const turn = Math.floor(now.now / SPONSOR_MS) % images.length;
    images.forEach((image, index) => { image.hidden = index !== turn; });
  });
}

/** Who moves where, in the order of freshMoves. */
export function moves(view, list) {
  const head = h("tr", h("th", view.say("player")), h("th.num", view.say("from_table")), h("th.num", view.say("to_table")), h("th.num", view.say("to_seat")));
  const rows = list.map((move) => h("tr", h("td", name(move.name)), h("td.num.from", move.from_table ?? "–"),
    h("td.num.to", move.to_table), h("td.num.to", move.to_seat)));
  return h("section.w-sec", h("h2", view.say("please_move"), h("span", view.many("seats_n", list.length))),
    h("table.w-moves", h("thead", head), h("tbody", rows)));
}

/** So long is a move asked for: by then the player sits, or somebody has fetched him. */
const MOVE_MS = 5 * 60000;

/** Moves of players already seated that were just asked for; the newest first, those of one act by name. */
export function freshMoves(view, rows) {
  const fresh = view.state.moves.filter((move) => move.from_table !== null && view.now - move.at_ms < MOVE_MS);
  return fresh.sort((a, b) => b.at_ms - a.at_ms || a.name.localeCompare(b.name, view.locale)).slice(0, rows);
}

export function chipRace(view, level) {
  const out = level.chips_out || [];
  if (!out.length) return null;
  const values = out.map((value) => view.figures.chips(value)).join(", ");
  const chip = svg("svg.w-chip", { viewBox: "0 0 100 100", "aria-hidden": "true" },
    svg("circle.e", { cx: 50, cy: 50, r: 44 }), svg("circle.c", { cx: 50, cy: 50, r: 31 }),
    svg("text", { x: 50, y: 61 }, view.figures.chipsIn(out[0], 5)));
  return h("section.w-race", chip, h("div", h("b", view.say("chip_race", { values })), h("p.quiet", view.say("chip_race_hint"))));
}

/** The same picture element through all redrawings: it is fetched once. */
export function keptImage(view, src, alt, size = {}) {
  if (!view.kept.has(src)) view.kept.set(src, h("img", { src, ...size }));
  const image = view.kept.get(src);
  image.alt = alt;
  return image;
}

export function qr(view, title) {
  if (!view.urls.qr) return null;
  return h("section.w-qr", keptImage(view, view.urls.qr, view.say("qr_alt"), { width: 176, height: 176 }),
    h("div", h("b", title || view.say("qr_title")), h("p", view.say("qr_hint"))));
}

export function bigText(text, tag = "p.w-say", small = "") {
  return sized(h(tag, text, small ? h("small", small) : null), text);
}

/** What the next player out wins. */
export function nextPrize(view) {
  const left = view.state.field.players_left;
  return view.state.money.prizes.find((one) => left <= one.place_to && left >= one.place_from);
}

/** The price with its parts, as players are used to reading it: €100 + €20. */
export function buyInText(view) {
  const { prize_minor: prize, fee_minor: fee, bounty_minor: bounty, staff_minor: staff } = view.state.tournament.buy_in;
  return [prize, bounty, fee + staff].filter((part) => part > 0).map((part) => view.figures.money(part)).join(" + ");
}
