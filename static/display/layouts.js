// Which pieces make the picture of each stage, for a wall, an upright screen and a phone.
import { playAfter } from "./clock_state.js";
import { h, name, sized, svg } from "./dom.js";
import { briefText, clockText } from "./figures.js";
import { onPhone, seatsBoard, structureBoard } from "./lists.js";
import { lastMinute, strip } from "./notices.js";
import { isPanel, panelPage } from "./pages.js";
import {
  bets, betsLine, blinds, board, breakLine, buyInText, byHands, chipRace, digits, digitsText, foot, freshMoves, gameName, handLine, inBlinds, isPaused, levelName,
  levelOf, moves, nextPrize, placeText, prizes, prizeText, qr, runway, sponsor, top,
} from "./parts.js";
import { together } from "./several.js";

/** The whole picture: an element that the page shows. views: of all tournaments that are shown at once. */
export function picture(view, views) {
  if (view.layout === "phone") return phone(view, views);
  if (views.length > 1) return together(views);
  if (isPanel(view.mode)) return panelPage(view);
  return view.mode === "clock" ? playing(view) : STAGES[view.stage](view);
}

const STAGES = {
  before, playing, closing, in_money: inTheMoney, break: onBreak, bubble, final_table: finalTable, deal, winner, finished,
};

function wall(view, kind, line, main, side, extra = {}) {
  const upright = view.layout === "portrait";
  const parts = [top(view, line), strip(view), h("main.w-main", main)];
  const aside = h("aside.w-side", side);
  const feet = extra.foot === false ? null : foot(view);
  parts.push(...(upright ? [feet, aside, qr(view)] : [aside, feet]));
  return h(`div.w.w--${kind}`, { "data-lines": extra.lines || null }, parts);
}

function levelRow(view) {
  const level = levelOf(view);
  const named = view.clock.mode === "countdown" ? view.say("starts_in") : levelName(view, level);
  const title = h("div", named, badge(view), gameName(view, level) ? h("small", gameName(view, level)) : null);
  const aside = view.live.text(h("span"), (now) => handLine(now) || level.note || breakLine(now));
  return h("div.w-level", title, aside);
}

/** A word beside the level: the clock stands, the structure is at its end, or the last minute runs. */
export function badge(view) {
  if (view.clock.waitsMs) return view.live.text(h("em.w-badge"), (now) => now.say("goes_on_in", { left: briefText(now.clock.waitsMs) }));
  if (isPaused(view)) return h("em.w-badge", view.say("paused"));
  if (view.clock.mode === "overtime") return h("em.w-badge", view.say("overtime"));
  return lastMinute(view);
}

/** Moves come first, then what lies ahead and the prizes. */
function sides(view, rows, places) {
  const fresh = freshMoves(view, view.layout === "portrait" ? 6 : 8);
  if (fresh.length) return [moves(view, fresh), prizes(view, Math.min(places, fresh.length > 4 ? 4 : 8))];
  const money = prizes(view, places);
  return [board(view, view.wide ? 12 : rows), money || (view.layout === "portrait" ? null : qr(view))];
}

function playing(view) {
  if (!levelOf(view)) return before(view);
  const upright = view.layout === "portrait";
  const shown = view.state.money.shown && view.state.money.prizes.length > 0;
  const main = [levelRow(view), digits(view), runway(view), blinds(view, levelOf(view))];
  return wall(view, "playing", playingLine(view), main, sides(view, upright ? (view.urls.qr ? 3 : 6) : shown ? 5 : 8, 12));
}

/** When the next level counts; in the first level, which began by no signal, whose evening it is. */
function signalHint(view) {
  return view.clock.levelIndex > 0 ? view.say("signal_hint") : view.state.tournament.club;
}

function playingLine(view) {
  if (view.stage !== "in_money") return signalHint(view);
  const next = nextPrize(view);
  return next ? view.say("in_money_next", { amount: prizeText(view, next) }) : view.say("in_money");
}

/** The last minutes of late registration: how long, and what to do. The clock of the level stays what is largest. */
function closing(view) {
  const main = [levelRow(view), digits(view), runway(view), blinds(view, levelOf(view))];
  const fresh = freshMoves(view, 4);
  const rest = fresh.length ? moves(view, fresh) : board(view, view.layout === "portrait" ? 3 : 4);
  return wall(view, "closing", signalHint(view), main, [closes(view), rest, view.wide ? prizes(view, 8) : null]);
}

function closes(view) {
  const { tournament, field } = view.state;
  const left = view.live.text(h("b.w-huge", { role: "timer", "aria-live": "off" }), (now) => clockText(now.open.late || 0));
  const rows = [[view.say("starting_stack"), [view.figures.chips(tournament.stack_chips), inBlinds(view, tournament.stack_chips)].filter(Boolean).join(", ")]];
  const price = buyInText(view);
  if (price) rows.unshift([view.say("buy_in"), price]);
  if (field.waiting) rows.push([view.say(tournament.words === "home" ? "waiting_list" : "alternates"), view.figures.chips(field.waiting)]);
  return h("section.w-sec.w-close", h("h2", view.say("late_closes")), left, h("p", view.say("enter_at_desk")),
    h("table.w-board", h("tbody", rows.map(([title, value]) => h("tr", h("td", title), h("td", value))))));
}

/** In the money: what the next place wins, and what each further step is worth. */
function inTheMoney(view) {
  if (!levelOf(view)) return before(view);
  const next = nextPrize(view);
  const main = [levelRow(view), digits(view), runway(view), blinds(view, levelOf(view))];
  const fresh = freshMoves(view, 4);
  const rest = fresh.length ? [moves(view, fresh)] : [payJumps(view, view.wide ? 9 : 5), view.layout === "portrait" ? null : board(view, view.wide ? 4 : 2)];
  const side = [next ? nextOut(view, next) : null, ...rest];
  return wall(view, "in_money", view.say("in_money"), main, side);
}

function nextOut(view, prize) {
  const amount = prizeText(view, prize);
  return h("section.w-sec.w-close", h("h2", view.say("next_out_wins"), h("span", view.say("place_n", { n: placeText(prize) }))),
    sized(h("b.w-huge", amount), amount));
}

/** The prizes still ahead, the next one last in line first; each with what it is more than the one before. */
function payJumps(view, rows) {
  const left = view.state.field.players_left;
  const ahead = view.state.money.prizes.filter((one) => one.place_from < left && !(one.place_from <= left && left <= one.place_to)).reverse();
  const shown = ahead.length > rows ? [...ahead.slice(0, rows - 1), ahead.at(-1)] : ahead;
  if (!shown.length) return null;
  const before = (prize) => ahead[ahead.indexOf(prize) - 1] ?? nextPrize(view);
  const jump = (prize) => (before(prize) ? prize.amount_minor - before(prize).amount_minor : 0);
  return h("section.w-sec", h("h2", view.say("pay_jumps")), h("table.w-board.w-jumps", h("tbody", shown.map((prize) =>
    h("tr", h("td", placeText(prize)), h("td", jump(prize) > 0 ? h("small", `+${view.figures.money(jump(prize))}`) : ""), h("td", prizeText(view, prize)))))));
}

function onBreak(view) {
  const levels = view.state.clock.levels;
  const level = levelOf(view);
  const then = playAfter(levels, view.clock.levelIndex);
  const after = levels.slice(0, view.clock.levelIndex).findLast((one) => one.kind === "play");
  const back = h("dl.w-back", h("div", h("dt", view.say("back_at"), badge(view)),
    view.live.text(h("dd"), (now) => (now.clock.running || now.clock.waitsMs ? now.figures.at(now.now + now.clock.waitsMs + now.clock.remainingMs) : "––:––"))));
  const main = [back, digits(view), runway(view), then ? blinds(view, then, view.say("then_level", { n: then.level_number })) : null];
  const fresh = freshMoves(view, 8);
  const race = chipRace(view, level);
  const rest = view.wide ? h("div", race, board(view, race ? 8 : 12)) : race;
  const side = fresh.length ? [moves(view, fresh), rest] : [board(view, view.wide ? 12 : 5), race || prizes(view, 12)];
  return wall(view, fresh.length ? "break.w--moves" : "break", after ? view.say("break_after", { n: after.level_number }) : "", main, side);
}

function before(view) {
  const { tournament } = view.state;
  const counting = view.clock.mode === "countdown";
  const starts = counting ? view.now + view.clock.remainingMs : tournament.starts_at_ms;
  const title = h("div.w-level", h("div", view.say(counting ? "starts_in" : "starts_at"), badge(view)), h("span", view.figures.day(starts)));
  const face = counting ? digits(view) : sized(h("div.w-clock", { "data-digits": "4" }, h("b", spell(view.figures.at(starts)))), "00:00");
  const price = Object.values(tournament.buy_in).reduce((sum, part) => sum + part, 0);
  const pairs = [[view.say("starting_stack"), view.figures.chips(tournament.stack_chips)]];
  if (price) pairs.unshift([view.say("buy_in"), buyInText(view)]);
  const figuresRow = h("dl.w-blinds", pairs.map(([dt, dd]) => h("div", h("dt", dt), h("dd", dd))));
  figuresRow.style.setProperty("--chars", String(pairs.reduce((sum, [, dd]) => sum + dd.length + 2, 0)));
  const seats = view.seats && view.seats.length ? seatsBoard(view, 11) : null;
  return wall(view, "before", tournament.club, [title, face, h("div.w-run"), figuresRow], [seats || structureBoard(view, 11)]);
}

function spell(text) {
  return text.split(/(:)/).map((part) => (part === ":" ? h("span.colon", ":") : h("span", part)));
}

function bubble(view) {
  const { field, money } = view.state;
  const last = money.prizes.at(-1);
  const paidText = last ? view.say("places_from", { amount: prizeText(view, last) }) : view.say("places_paid_short");
  const score = h("div.w-score",
    h("div", h("b", view.figures.chips(field.players_left)), h("span", view.say("players_left"))),
    h("div.mid", "/"), h("div.paid", h("b", view.figures.chips(money.places_paid)), h("span", paidText)));
  const hands = view.state.hand_for_hand;
  const level = levelOf(view);
  const ante = bets(view, level)[1];
  const frozen = h("dl.w-frozen",
    h("div", h("dt", hands ? view.say("clock_stands", { step: briefText(hands.step_ms) }) : timeLabel(view)), view.live.text(h("dd"), digitsText)),
    h("div", h("dt", [levelName(view, level), ante ? `${ante[0]} ${ante[1]}` : ""].filter(Boolean).join(", ")), h("dd", betsLine(view, level))));
  const title = h("div.w-level", h("div", view.many("from_money", field.players_left - money.places_paid), hands ? null : badge(view)));
  const line = hands ? view.say("hand_for_hand_since", { at: view.figures.at(hands.since_ms) }) : signalHint(view);
  const side = hands ? [handSays(view, hands), ticks(view, hands), nextPrizes(view, 2)] : [nextPrizes(view, 6), board(view, 3)];
  return wall(view, "bubble", line, [title, score, frozen], side);
}

function handSays(view, hands) {
  return h("section.w-sec", h("div.w-say", view.say("hand_n", { n: hands.hand_number }), h("small", view.say("hand_hint"))));
}

const TICKS = {
  done: ["hand_done", "is-done", ["M4 13l5 5L20 6"]],
  all_in: ["all_in", "is-wait", ["M8 5v14M16 5v14"]],
  playing: ["still_playing", "is-playing", ["M12 3a9 9 0 1 0 0.001 0", "M12 7v5l3 3"]],
};

/** How far every table is: in rows with words, or, where there are too many, numbers with a sign each. */
function ticks(view, hands) {
  if (!hands.tables.length) return null;
  const few = hands.tables.length <= 4;
  return h(few ? "ul.w-tick" : "ul.w-ticks", hands.tables.map((table) => {
    const [word, mark, paths] = TICKS[table.state];
    const icon = svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, paths.map((d) => svg("path", { d })));
    if (!few) return h(`li.${mark}`, { "aria-label": `${table.table_number}: ${view.say(word)}` }, h("span.no", table.table_number), icon);
    return h(`li.${mark}`, h("span.no", table.table_number),
      h("div", h("b", view.say(word)), h("small", view.many("players_n", table.players))), icon);
  }));
}

function nextPrizes(view, rows) {
  const paid = view.state.money.prizes.slice(-rows).reverse();
  return h("section.w-sec", h("h2", view.say("next_prizes"), h("span", view.say("place_wins_nothing", { n: view.state.field.players_left }))),
    h("table.w-board", h("tbody", paid.map((prize, index) => h(index ? "tr" : "tr.is-break", h("td", placeText(prize)), h("td"), h("td", prizeText(view, prize)))))));
}

function finalTable(view) {
  const table = view.state.final_table;
  const main = [levelRow(view), digits(view), runway(view), blinds(view, levelOf(view))];
  const counted = table.seats.some((seat) => seat.stack_chips);
  const rows = h("table.w-board.w-final", h("tbody", table.seats.map((seat) =>
    h("tr", h("td", seat.seat), h("td", name(seat.name)), h("td", seat.stack_chips ? view.figures.chips(seat.stack_chips) : "")))));
  const seats = h("section.w-sec", h("h2", view.say("final_table"), counted ? h("span", view.say("stacks")) : null), rows);
  if (view.state.deal.status === "agreed") return wall(view, "final", view.state.tournament.club, main, [seats, dealBoard(view)]);
  const places = view.wide ? 12 : view.layout === "portrait" ? 6 : Math.max(2, Math.min(6, (10 - table.seats.length) * 2));
  return wall(view, "final", playingLine({ ...view, stage: inMoney(view) ? "in_money" : "" }), main, [seats, prizes(view, places)]);
}

function inMoney(view) {
  return view.state.money.shown && view.state.field.players_left <= view.state.money.places_paid;
}

/** What was agreed, and what is still played for. */
function dealBoard(view) {
  const { shares, kept_minor: kept } = view.state.deal;
  const rows = shares.map((share) => h("tr", h("td"), h("td", name(share.name)), h("td", view.figures.money(share.amount_minor))));
  const note = kept ? h("span", view.say("played_for", { amount: view.figures.money(kept) })) : null;
  return h("section.w-sec", h("h2", view.say("deal_agreed"), note), h("table.w-board.w-final", h("tbody", rows)));
}

function deal(view) {
  const main = [h("div.w-level", h("div", view.say("deal"))), bigText(view, view.say("deal_talk")), frozenLine(view)];
  return wall(view, "deal", view.state.tournament.club, main, [prizes(view, 12)]);
}

function bigText(view, text) {
  return h("div.w-big", sized(h("p", text), text));
}

/** What the digits beside it are: time left, or the time past the end of the last level. */
function timeLabel(view) {
  return view.say(view.clock.mode === "overtime" ? "overtime" : "time_left");
}

function frozenLine(view) {
  const level = levelOf(view);
  if (!level) return null;
  return h("dl.w-frozen", h("div", h("dt", timeLabel(view)), h("dd", digitsText(view))),
    h("div", h("dt", levelName(view, level)), h("dd", betsLine(view, level))));
}

function winner(view) {
  const champion = view.state.winners[0];
  const won = firstPrize(view);
  const face = h("div.w-win", sized(h("p", name(champion)), champion), won ? h("p.w-sum", won) : null);
  return wall(view, "winner", view.say("thanks"), [h("div.w-level", h("div", view.say("winner"))), face], [results(view)], { foot: false });
}

/** What the first place has won, or nothing where prizes are not shown. */
function firstPrize(view) {
  const result = view.state.results.find((one) => one.place_from === 1);
  return result && result.amount_minor && view.state.money.shown ? prizeText(view, result) : "";
}

function finished(view) {
  const cancelled = view.state.status === "cancelled";
  const title = h("div.w-level", h("div", view.state.tournament.club));
  return wall(view, "winner", "", [title, bigText(view, view.say(cancelled ? "cancelled" : "over"))], [results(view)], { foot: false });
}

function results(view) {
  const rows = view.state.results.slice(0, view.layout === "portrait" ? 18 : 12);
  if (!rows.length) return null;
  return h("section.w-sec", h("h2", view.say("results"), h("span", view.many("entries_n", view.state.field.entries))),
    h("table.w-board.w-final", h("tbody", rows.map((row) => h(row.place_from === 1 ? "tr.is-break" : "tr", h("td", placeText(row)), h("td", name(row.name)),
      h("td", view.state.money.shown && row.amount_minor ? prizeText(view, row) : row.label || ""))))));
}

/** A display of several tournaments shows a phone all their clocks, and below them what the first has to say. */
function phone(view, views) {
  return h("div.player", views.map(instrument), h("div.player-body", strip(view, "p.notice.notice--call"), onPhone(view), sponsor(view)));
}

/** The clock as an instrument: what a phone shows on top, also on a player's own page. */
export function instrument(view) {
  const { tournament } = view.state;
  const about = h("span.quiet", name(tournament.name));
  if (view.stage === "winner" || view.stage === "finished") return champions(view, about);
  const unset = view.clock.mode === "unscheduled";
  const face = unset ? h("div.clock-time", { "data-digits": "4" }, spell(view.figures.at(tournament.starts_at_ms))) : digits(view, "div.clock-time");
  const hand = byHands(view) ? view.live.text(h("p.clock-hand"), handLine) : startHere(view);
  return panel(h("div.clock-top", h("span", instrumentTitle(view), badge(view)), about), face, hand, runway(view, "runway"), instrumentBets(view));
}

function champions(view, about) {
  const { winners } = view.state;
  const won = winners.length ? firstPrize(view) : "";
  return panel(h("div.clock-top", h("span", view.say(view.stage === "winner" ? "winner" : "over")), about),
    winners.map((one) => sized(h("p.champion", name(one)), one)),
    won ? h("div.clock-blinds", h("div", h("span", view.say("first_place")), h("b", won))) : null);
}

/** When play starts by the reader's own clock, if that shows another time than clocks at the table. */
function startHere(view) {
  const { mode, remainingMs } = view.clock;
  if (mode !== "unscheduled" && mode !== "countdown") return null;
  const text = view.figures.here(mode === "countdown" ? view.now + remainingMs : view.state.tournament.starts_at_ms);
  return text ? h("p.clock-hand", text) : null;
}

function panel(...parts) {
  return h("section.clock", { "data-surface": "instrument" }, parts);
}

function instrumentTitle(view) {
  if (view.clock.mode === "unscheduled") return view.say("starts_at");
  return view.clock.mode === "countdown" ? view.say("starts_in") : levelName(view, levelOf(view));
}

function instrumentBets(view) {
  const level = levelOf(view);
  if (!level) return null;
  const shown = level.kind === "break" ? playAfter(view.state.clock.levels, view.clock.levelIndex) : level;
  if (!shown) return null;
  const first = level.kind === "break" ? view.say("then_level", { n: shown.level_number }) : null;
  return h("div.clock-blinds", bets(view, shown).map(([title, numbers], index) =>
    h("div", h("span", index === 0 && first ? first : title), h("b", numbers.join(" / ")))));
}
