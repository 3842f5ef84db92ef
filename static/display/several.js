// Two to four tournaments side by side on one wall: each clock as large as it can be.
import { h, name } from "./dom.js";
import { strip } from "./notices.js";
import {
  betsLine, bets, breakLine, digits, facts, handLine, isPaused, levelName, levelOf, logo, nextWindow, runway, sponsor, windowTitle,
} from "./parts.js";
import { clockText } from "./figures.js";
import { playAfter } from "./clock_state.js";

/** The wall of several tournaments. */
export function together(views) {
  const [first] = views;
  const now = first.live.text(h("time.now"), (fresh) => fresh.figures.at(fresh.now));
  const head = h("header.w-top", logo(first), h("h1", first.state.tournament.club), h("p"), sponsor(first), now);
  return h(`div.w.w--several`, { "data-count": views.length }, head, h("main.w-several", views.map(one)));
}

function one(view) {
  const { tournament } = view.state;
  const over = view.stage === "winner" || view.stage === "finished";
  return h("section.w-one", h("h2", name(tournament.name)), over ? ended(view) : running(view));
}

function ended(view) {
  const { winners } = view.state;
  const title = view.say(winners.length === 1 ? "winner" : view.state.status === "cancelled" ? "cancelled" : "over");
  return [h("div.w-level", h("div", title)), h("div.w-champion", winners.map((one) => h("p", name(one))))];
}

function running(view) {
  const level = levelOf(view);
  if (!level || view.clock.mode === "unscheduled") {
    return [h("div.w-level", h("div", view.say("starts_at")), h("span", view.figures.day(tournamentStart(view)))),
      h("div.w-clock", { "data-digits": "4" }, h("b", view.figures.at(tournamentStart(view)))), figuresOf(view)];
  }
  const shown = level.kind === "break" ? playAfter(view.state.clock.levels, view.clock.levelIndex) : level;
  const title = view.clock.mode === "countdown" ? view.say("starts_in") : levelName(view, level);
  const badge = isPaused(view) ? h("em.w-badge", view.say("paused")) : view.clock.mode === "overtime" ? h("em.w-badge", view.say("overtime")) : null;
  const ante = shown ? bets(view, shown)[1] : null;
  const left = h("b.w-left", view.figures.chips(view.state.field.players_left), h("small", ` / ${view.figures.chips(view.state.field.entries)}`));
  const stakes = shown ? h("div.w-stakes", h("b", betsLine(view, shown)), ante ? h("span", h("i", `${ante[0]} `), ante[1].join(" / ")) : null, left) : null;
  return [strip(view), h("div.w-level", h("div", title, badge), view.live.text(h("span"), (now) => handLine(now) || breakLine(now))),
    digits(view), runway(view), stakes, figuresOf(view)];
}

function tournamentStart(view) {
  return view.state.tournament.starts_at_ms;
}

/** Who is left, the average, and what closes next. */
function figuresOf(view) {
  const kind = nextWindow(view);
  const rows = facts(view).filter((_, index) => index !== 1).slice(0, kind ? 2 : 3);
  const list = h("dl.w-foot", rows.map(([title, value, small]) => h("div", h("dt", title), h("dd", value, small ? h("small", small) : null))));
  if (kind) list.append(h("div.is-last", h("dt", windowTitle(view, kind)), view.live.text(h("dd"), (now) => clockText(now.open[kind] || 0))));
  return list;
}
