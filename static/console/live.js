// The page and the server: "version n" comes over an event stream, the live region is fetched again when n is newer than
// what is shown. Says so when the server is lost, and asks by itself where streams are refused.
import { keepsHeldForms, startGuard, versionIn } from "./guard.js";
import { heardServerTime } from "./clock.js";
import { toast } from "./toasts.js";
import { word } from "./words.js";

const SILENCE_MS = 26000;
const LOST_AFTER_MS = 3000;
const POLL_MS = 5000;
const GAP_MS = 150;
const MOST_TRIES = 5;
const STUCK_MS = 8000;
const SLEEP_MS = 30000;
const REOPEN_MS = [1000, 2000, 4000, 8000, 15000];

const state = {
  source: null, opened: 0, heard: Date.now(), failures: 0, over: "", sleep: null,
  wanted: 0, busy: false, held: false, polled: 0, tried: 0, tries: 0, later: null,
};

function region() {
  return document.getElementById("live");
}

function shownVersion() {
  return Number(region()?.dataset.version ?? 0);
}

function ask() {
  state.tried = Date.now();
  state.tries += 1;
  window.htmx.trigger(document.body, "version", {});
}

/** Fetch again when something newer is known, nothing is under way and somebody looks; a few times, never for ever. */
function pump() {
  if (!region() || state.busy || state.held || document.hidden) return;
  if (state.wanted <= shownVersion() || state.tries >= MOST_TRIES) return;
  if (Date.now() - state.tried > GAP_MS * (1 + state.tries)) ask();
  else {
    clearTimeout(state.later);
    state.later = setTimeout(pump, GAP_MS);
  }
}

/** Something happened: version n, or unknown (then fetch once whatever is shown). */
function want(version) {
  const newest = Math.max(state.wanted, version || shownVersion() + 1);
  if (newest > state.wanted) state.tries = 0;
  state.wanted = newest;
  pump();
}

function heard() {
  state.heard = Date.now();
  state.failures = 0;
}

function open() {
  const { events } = document.body.dataset;
  if (!events) return;
  state.opened = Date.now();
  state.source = new EventSource(events);
  const on = (name, handle) => state.source.addEventListener(name, (event) => {
    heard();
    handle(event.data ? JSON.parse(event.data) : {});
  });
  state.source.addEventListener("open", heard);
  state.source.addEventListener("error", () => { state.opened = Date.now(); });
  on("version", (data) => want(typeof data === "number" ? data : data.version));
  on("look", () => { if (!state.busy && !document.hidden) ask(); });
  on("time", (data) => heardServerTime(data.server_ms));
  on("closed", (data) => finish(data.reason));
}

/** The server ended the stream: signed out or no longer on the staff ("closed"), or its token is old ("reload"). */
function finish(reason) {
  state.source.close();
  state.over = reason;
  showConnection(true);
  if (reason === "closed") toast({ text: word("signed-out"), kind: "bad" });
}

/** An old token is renewed with the page, once nobody is typing. */
function renew() {
  if (state.over === "reload" && !document.querySelector("form[data-dirty]")) location.reload();
}

function reopen() {
  state.source?.close();
  open();
}

function isLost() {
  const silent = Date.now() - state.heard;
  return silent > SILENCE_MS || (state.source?.readyState !== EventSource.OPEN && silent > LOST_AFTER_MS);
}

function showConnection(lost) {
  if (document.body.classList.contains("is-lost") === lost) return;
  document.body.classList.toggle("is-lost", lost);
  const bar = document.querySelector("[data-lost]");
  if (bar) bar.hidden = !lost;
  for (const time of document.querySelectorAll("[data-lost-time]")) {
    time.textContent = new Date(state.heard).toLocaleTimeString("en-GB");
  }
  const text = document.querySelector("[data-live-text]");
  if (text) text.textContent = lost ? text.dataset.wordLost : text.dataset.wordLive;
}

/** The stream will not come back by itself: closed, silent for long, or stuck in an attempt to connect. */
function isDead() {
  const since = Date.now() - state.opened;
  if (state.source.readyState === EventSource.CONNECTING && since > STUCK_MS) return true;
  const over = state.source.readyState === EventSource.CLOSED || Date.now() - state.heard > SILENCE_MS;
  return over && since > REOPEN_MS[Math.min(state.failures, REOPEN_MS.length - 1)];
}

/** Once a second: is the stream alive, does it need opening, must the page ask by itself? */
function watch() {
  if (state.over) renew();
  if (state.over || !state.source) return;
  const lost = isLost();
  showConnection(lost);
  if (isDead()) {
    state.failures += 1;
    reopen();
  }
  if (lost && Date.now() - state.polled > POLL_MS && !document.hidden) {
    state.polled = Date.now();
    if (!state.busy) ask();
  }
}

/** A hidden tab gives its stream back (a browser allows six to one server) and catches up when it is looked at. */
function sleepOrWake() {
  clearTimeout(state.sleep);
  if (state.over) return;
  if (document.hidden) {
    state.sleep = setTimeout(() => { state.source?.close(); state.source = null; }, SLEEP_MS);
    return;
  }
  if (document.body.dataset.events && !state.source) {
    heard();
    open();
    ask();
  }
  pump();
}

function isRefresh(ctx) {
  return ctx.sourceElement?.id === "live" && ctx.request.method === "GET";
}

/** An answer older than what is shown is dropped; one that would take away a half-typed form waits. */
function decide(event) {
  const { ctx } = event.detail;
  if (!isRefresh(ctx)) return;
  const live = region();
  if (ctx.response.status >= 400 || versionIn(ctx.text) < shownVersion()) event.preventDefault();
  else if (!keepsHeldForms(live, ctx.text)) {
    state.held = true;
    event.preventDefault();
  }
}

function finished(event) {
  if (!isRefresh(event.detail.ctx)) return;
  state.busy = false;
  if (event.detail.ctx.response?.status < 400) heard();
  pump();
}

function released() {
  if (!state.held) return;
  setTimeout(() => {
    state.held = false;
    pump();
  }, 200);
}

export function startLive() {
  startGuard();
  document.addEventListener("acted", (event) => want(event.detail.version));
  document.addEventListener("htmx:before:request", (event) => { if (isRefresh(event.detail.ctx)) state.busy = true; });
  document.addEventListener("htmx:before:swap", decide);
  document.addEventListener("htmx:finally:request", finished);
  document.addEventListener("focusout", released);
  document.addEventListener("visibilitychange", sleepOrWake);
  window.addEventListener("online", () => { if (!state.over) reopen(); });
  window.addEventListener("pageshow", (event) => { if (event.persisted) { reopen(); ask(); } });
  window.addEventListener("pagehide", () => state.source?.close());
  open();
  setInterval(watch, 1000);
}

