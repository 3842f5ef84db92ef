// The clock and the countdowns of a staff page. They never count down: each tick works the time out from the last stored
// anchor and the server's time, with the same function as the displays.
import { clockState, handOf } from "../display/clock_state.js";
import { briefText, clockText, countText } from "../display/figures.js";
import { ServerTime, firstGuess, probe } from "../display/server_time.js";

const TIME_URL = "/d/time";
/** Worse than this, the first estimate from the page's own journey is not good enough. */
const GOOD_ERROR_MS = 100;
/** So often a page looks whether the machine slept. */
const LOOK_MS = 200;
/** What the page takes for the server's time may be off by this much at most. */
const OVERTIME_SEEN_MS = 500;

let time = null;
let schedule = null;
let scheduleText = "";
let shownIndex = null;
let waited = false;
let overtimeAsked = null;

/** The server's time as far as this page knows it, NaN before it knows. */
export function serverNow() {
  return time ? time.now() : Number.NaN;
}

/** A keep-alive of the stream carries the server's time. */
export function heardServerTime(serverMs) {
  if (time && serverMs && time.learnPush(performance.now(), serverMs)) resync();
}

/** The estimate is contradicted (the machine slept, its clock was set): ask the server, and draw again. */
async function resync() {
  await probe(time, TIME_URL);
  tick();
}

/** The first estimate comes with the page; one that comes later, with a refresh, knows nothing of the journey. */
function learn(serverMs, withThePage) {
  if (time) return heardServerTime(serverMs);
  time = new ServerTime(serverMs, withThePage ? firstGuess() : { at: performance.now(), error: 60000 });
  if (time.error > GOOD_ERROR_MS) resync();
}

function readSchedule(withThePage) {
  const text = document.getElementById("clock-schedule")?.textContent ?? "";
  if (text === scheduleText) return;
  scheduleText = text;
  shownIndex = null;
  schedule = text ? JSON.parse(text) : null;
  if (!schedule) return;
  learn(schedule.server_ms, withThePage);
}

/** As on the displays: what is left, "+" overtime, or in a level of hands the hand being played. */
function digits(state, played) {
  if (played) return `${played.n}/${played.of}`;
  if (state.mode === "overtime") return `+${countText(state.overtimeMs)}`;
  return clockText(state.remainingMs);
}

function showTime(box, state) {
  const face = box.querySelector("[data-clock-time]");
  const played = handOf(schedule.levels, state);
  const text = digits(state, played);
  if (face.textContent !== text) face.textContent = text;
  face.dataset.digits = String(text.replace(/[^\d+/]/g, "").length);
  const length = schedule.levels[state.levelIndex]?.duration_ms ?? 1;
  const share = played ? state.hands / played.of : state.elapsedMs / length;
  // A minute given at the beginning of a level leaves less than nothing gone.
  const gone = state.mode === "level" ? Math.max(0, Math.round(1000 * share)) : 0;
  box.querySelector("[data-clock-gone]")?.setAttribute("width", String(gone));
  const last = state.mode === "level" && !played && state.running && state.remainingMs <= 60000;
  box.classList.toggle("is-last-minute", last);
}

/** Without the server the next level still begins on time: its number and bets are in the schedule. */
function showLevel(box, state) {
  if (shownIndex === null) shownIndex = state.levelIndex;
  if (state.levelIndex === shownIndex) return;
  shownIndex = state.levelIndex;
  const level = schedule.levels[state.levelIndex];
  const label = box.querySelector("[data-clock-label]");
  const { wordLevel, wordBreak } = label.dataset;
  label.textContent = level.kind === "break" ? wordBreak : wordLevel.replace("{}", level.level_number);
  const count = new Intl.NumberFormat(document.documentElement.lang, { useGrouping: "always" });
  const stake = box.querySelector("[data-clock-stake]");
  const [low, high] = level.big_blind ? [level.small_blind, level.big_blind] : [level.small_bet, level.big_bet];
  if (stake && high) stake.textContent = `${count.format(low)}\u00a0/\u00a0${count.format(high)}`;
  const ante = box.querySelector("[data-clock-ante]");
  if (ante && level.ante) ante.textContent = count.format(level.ante);
}

/** A clock that waited has gone on, or the last level has run out: no act says so, so the page asks for its buttons anew. */
function showTurn(box, state) {
  const goesOn = waited && state.waitsMs === 0 && state.running;
  waited = state.waitsMs > 0;
  if ((goesOn || runsOver(box, state)) && !document.hidden) window.htmx.trigger(document.body, "version", {});
}

/** Whether overtime has begun since the page was drawn; asked for once, and not so early that the server may not see it. */
function runsOver(box, state) {
  const { sequence } = schedule.anchor;
  if (state.mode !== "overtime" || state.overtimeMs < OVERTIME_SEEN_MS) return false;
  if (document.hidden || box.dataset.clock === "over" || overtimeAsked === sequence) return false;
  overtimeAsked = sequence;
  return true;
}

function tickClock() {
  const box = document.querySelector("[data-clock]");
  if (!box || !schedule?.anchor) return null;
  const state = clockState(schedule.levels, schedule.anchor, time.now());
  showTime(box, state);
  showLevel(box, state);
  showTurn(box, state);
  return state;
}

/** A countdown in the words around it: "in 14:05". */
function inWords(part, left) {
  const text = briefText(Math.max(0, left));
  return part.dataset.pattern?.replace("{}", text) ?? text;
}

/** What is left of a window or a card stands still while the tournament clock does; an offer runs on the wall clock. */
function tickCountdowns(running) {
  const rendered = Number(document.getElementById("live")?.dataset.serverMs ?? 0);
  if (!rendered || !time) return;
  const since = Math.max(0, time.now() - rendered);
  for (const part of document.querySelectorAll("[data-countdown]")) {
    part.textContent = inWords(part, Number(part.dataset.countdown) - (running ? since : 0));
  }
  for (const part of document.querySelectorAll("[data-until]")) {
    part.textContent = inWords(part, Number(part.dataset.until) - time.now());
  }
}

function tick(withThePage = false) {
  readSchedule(withThePage);
  if (!time) {
    const rendered = Number(document.getElementById("live")?.dataset.serverMs ?? 0);
    if (!rendered) return null;
    learn(rendered, withThePage);
  }
  if (time.checkSleep()) resync();
  const state = tickClock();
  tickCountdowns(state ? state.running : true);
  return state;
}

/** The next look comes when the digits change, and before that if it is long until then. */
function look(withThePage = false) {
  const state = tick(withThePage);
  let rest = LOOK_MS;
  if (state?.running) rest = state.mode === "overtime" ? 1000 - (state.overtimeMs % 1000) : state.remainingMs % 1000 || 1000;
  setTimeout(look, Math.min(LOOK_MS, rest + 4));
}

export function startClocks() {
  look(true);
  document.addEventListener("visibilitychange", () => {
    tick();
    if (time && document.visibilityState === "visible") resync();
  });
}
