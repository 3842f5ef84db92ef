// A player's own page: the clock, then where he sits, what he won, or how many wait in front of him.
import { h, name } from "./dom.js";
import { instrument } from "./layouts.js";
import { head, onPhone } from "./lists.js";
import { strip } from "./notices.js";
import { Page, bootOf } from "./page.js";
import { placeText } from "./parts.js";

const MOVED_MS = 5 * 60000;

function picture(view) {
  return h("div.player", instrument(view), h("div.player-body", moved(view), strip(view, "p.notice.notice--call"), mine(view), onPhone(view)));
}

/** A move that the player may not have seen yet. */
function moved(view) {
  const seat = view.me?.seat;
  if (!seat || seat.from_table === null || view.now - seat.since_ms > MOVED_MS) return null;
  const text = view.say("you_move", { table: seat.table, seat: seat.seat });
  return h("div.notice.notice--call", { role: "status" }, h("p", h("b", text), h("br"), view.say("take_chips")));
}

const CARDS = { seated, registered, waiting, offered, out, cancelled };

function mine(view) {
  return view.me ? CARDS[view.me.status](view, view.me) : null;
}

function seated(view, me) {
  const { seat } = me;
  const before = seat.from_table === null ? null
    : h("div.who", h("dt", view.say("seat_before")), h("dd", view.say("table_seat", { table: seat.from_table, seat: seat.from_seat })));
  return h("section", head(view.say("my_seat"), [name(me.name), ", ", view.say("since", { at: view.figures.at(seat.since_ms) })]),
    h("dl.ticket", h("div", h("dt", view.say("table")), h("dd", seat.table)), h("div", h("dt", view.say("seat")), h("dd", seat.seat)), before));
}

function registered(view, me) {
  return h("section", head(view.say("my_seat"), name(me.name)), h("p.notice", view.say("no_seat_yet")));
}

function cancelled(view, me) {
  return h("section", head(view.say("my_seat"), name(me.name)), h("p.notice", view.say("entry_cancelled")));
}

function waiting(view, me) {
  const { line } = me;
  const text = line.ahead ? view.many("ahead_n", line.ahead) : view.say("you_are_next");
  return h("section", head(waitingTitle(view), name(me.name)),
    h("div.waitno", h("b", line.ahead + 1), h("div", h("p", h("b", text)), h("p.quiet", view.say("list_number", { n: line.number })))));
}

function offered(view, me) {
  const until = me.line.offer_until_ms;
  const left = until ? view.say("come_until", { at: view.figures.at(until) }) : "";
  return h("section", head(waitingTitle(view), name(me.name)),
    h("p.notice.notice--call", { role: "status" }, h("span", h("b", view.say("place_offered")), " ", left)));
}

function waitingTitle(view) {
  return view.say(view.state.tournament.words === "home" ? "waiting_list" : "alternates");
}

function out(view, me) {
  const { place } = me;
  if (!place) return h("section", head(view.say("you_are_out"), name(me.name)));
  const title = view.say(place.provisional ? "your_place_now" : "your_place");
  const won = !place.provisional && (place.amount_minor || place.label)
    ? h("div.who", h("dt", view.say("your_prize")), h("dd", place.label || view.figures.money(place.amount_minor))) : null;
  return h("section", head(view.say("you_are_out"), name(me.name)),
    h("dl.ticket", h("div", h("dt", title), h("dd", placeText(place))), won));
}

new Page(bootOf(), { picture, layout: () => "phone" }).start();
