// A display: takes the open state from the page, then from the stream, and draws it once a second.
import { Awake } from "./awake.js";
import { clockState } from "./clock_state.js";
import { Live } from "./dom.js";
import { figures } from "./figures.js";
import { picture } from "./layouts.js";
import { Controls } from "./controls.js";
import { trim } from "./trim.js";
import { ServerTime, probe } from "./server_time.js";
import { Sound } from "./sound.js";
import { openWindows, stageOf } from "./stage.js";
import { Stream } from "./stream.js";
import { speech } from "./words.js";

const boot = JSON.parse(document.getElementById("boot").textContent);
const { urls } = boot;
const stageBox = document.getElementById("stage");
const time = new ServerTime(boot.state.server_ms);
const live = new Live();
const sound = new Sound(() => heardChanged());
const wordsOf = new Map([[boot.screen.language, boot.words]]);

let state = boot.state;
let screen = boot.screen;
let seats = [];
let drawn = "";
let timer = 0;
let heardMs = boot.state.server_ms;

/** Everything the picture is made of, at this moment. */
function viewNow() {
  const now = time.now();
  const clock = clockState(state.clock.levels, state.clock.anchor, now);
  const language = wordsOf.has(screen.language) ? screen.language : boot.screen.language;
  const { currency, currency_digits: digits, time_zone: zone } = state.tournament;
  return {
    state, screen, clock, now, live, urls, seats, locale: language, layout: layoutNow(), wide: matchMedia("(min-aspect-ratio: 2/1)").matches,
    stage: stageOf(state, clock), open: openWindows(state, clock),
    figures: figuresFor(language, currency, digits, zone), ...speech(wordsOf.get(language), language),
  };
}

const formats = new Map();

function figuresFor(...key) {
  const name = key.join("|");
  if (!formats.has(name)) formats.set(name, figures(...key));
  return formats.get(name);
}

function layoutNow() {
  if (matchMedia("(max-width: 700px)").matches) return "phone";
  return matchMedia("(max-aspect-ratio: 9/10)").matches ? "portrait" : "wall";
}

/** What the shape of the picture depends on; while it is the same, only texts that follow the clock change. */
function shape(view) {
  const { clock } = view;
  const moment = Math.floor(view.now / 30000);
  return [state.version, view.stage, clock.levelIndex, clock.mode, clock.running, view.layout, view.wide, view.locale, screen.mode,
    Object.keys(view.open).filter((kind) => view.open[kind] > 0).join(), seats.length, seats.stamp, moment].join("|");
}

function draw() {
  const view = viewNow();
  const wanted = shape(view);
  if (wanted !== drawn) {
    drawn = wanted;
    live.clear();
    const { layout, stage } = view;
    Object.assign(document.documentElement.dataset, { layout, stage, surface: layout === "phone" ? "phone" : "wall" });
    document.documentElement.lang = view.locale;
    stageBox.replaceChildren(picture(view));
    live.tick(view);
    trim(stageBox);
    sound.plan(state.clock.levels, state.clock.anchor, view.now);
  }
  live.tick(view);
  controls.tick(view);
  again(view);
}

/** The next drawing is due when the digits change; a hidden page's timers are slow, so showing it draws at once. */
function again(view) {
  clearTimeout(timer);
  const rest = view.clock.running ? view.clock.remainingMs % 1000 || 1000 - (view.clock.overtimeMs % 1000) : 1000 - (view.now % 1000);
  timer = setTimeout(draw, Math.min(1000, rest + 4));
}

async function resync() {
  await probe(time, urls.time);
  sound.replan(state.clock.levels, time.now());
  draw();
}

function heardChanged() {
  sound.plan(state.clock.levels, state.clock.anchor, time.now());
  controls.tick(viewNow());
}

async function loadSeats() {
  if (!wantsSeats()) return;
  const answer = await fetch(urls.seats, { cache: "no-cache" }).catch(() => null);
  if (!answer || !answer.ok) return;
  seats = (await answer.json()).seats;
  seats.stamp = state.version;
  draw();
}

function wantsSeats() {
  return screen.mode === "seats" || (stageOf(state, clockState(state.clock.levels, state.clock.anchor, time.now())) === "before" && layoutNow() !== "phone");
}

let seatsTimer = 0;

function seatsLater() {
  clearTimeout(seatsTimer);
  if (wantsSeats()) seatsTimer = setTimeout(loadSeats, seats.length ? 1500 : 0);
}

async function speak(language) {
  if (!wordsOf.has(language)) {
    const answer = await fetch(urls.words.replace("__", encodeURIComponent(language))).catch(() => null);
    if (!answer || !answer.ok) return;
    wordsOf.set(language, await answer.json());
  }
  screen = { ...screen, language };
  draw();
}

const controls = new Controls(document.getElementById("controls"), {
  sound, languages: boot.languages, speak: (language) => { localStorage.setItem("language", language); speak(language); },
  lastHeard: () => heardMs,
});

const stream = new Stream(urls, {
  state(fresh) {
    state = fresh;
    if (time.learnPush(performance.now(), fresh.server_ms)) resync();
    heardMs = time.now();
    seatsLater();
    draw();
  },
  time(serverMs) {
    if (time.learnPush(performance.now(), serverMs)) resync();
    heardMs = time.now();
  },
  screen(fresh) {
    const language = boot.guest ? screen.language : fresh.language;
    screen = { ...fresh, language: screen.language, sound: fresh.sound && !boot.guest };
    if (language !== screen.language) speak(language);
    draw();
  },
  me() {},
  closed(reason) { controls.close(reason, viewNow()); },
  lost(isLost) { controls.lose(isLost, viewNow()); },
}, boot.state);

setInterval(() => { if (time.checkSleep()) { stream.reopenNow(); resync(); } }, 500);
document.addEventListener("visibilitychange", () => { if (document.visibilityState === "visible") { draw(); resync(); } });
addEventListener("resize", draw);
setInterval(() => sound.plan(state.clock.levels, state.clock.anchor, time.now()), 20000);
if (boot.guest && localStorage.getItem("language")) speak(localStorage.getItem("language"));
new Awake(urls.awake);
resync();
seatsLater();
draw();
