// A page of players: takes the open state from the page, then from the stream, and draws it whenever a second passes.
import { Awake } from "./awake.js";
import { clockState } from "./clock_state.js";
import { Controls } from "./controls.js";
import { Live, trim } from "./dom.js";
import { figures, speech } from "./figures.js";
import { ServerTime, firstGuess, probe } from "./server_time.js";
import { openWindows, stageOf } from "./stage.js";
import { Stream } from "./stream.js";

const SEATS_PAUSE_MS = 1500;
const PLAN_MS = 20000;
const SLEEP_CHECK_MS = 500;
/** Worse than this, the first estimate from the page's own journey is not good enough. */
const GOOD_ERROR_MS = 100;

export class Page {
  /** boot: see display/views.py. picture(view) draws; layout() names the layout. */
  constructor(boot, { picture, layout }) {
    Object.assign(this, { boot, picture, layout });
    this.state = boot.state;
    this.screen = boot.screen;
    this.me = boot.me ?? null;
    this.seats = { rows: [], version: 0 };
    this.box = document.getElementById("stage");
    this.time = new ServerTime(boot.server_ms, firstGuess());
    this.heardMs = boot.server_ms;
    this.live = new Live();
    this.words = new Map([[boot.screen.language, boot.words]]);
    this.formats = new Map();
    this.drawn = "";
    this.sound = null;
    this.controls = new Controls(document.getElementById("controls"), {
      sound: () => this.sound, languages: boot.languages, speak: (language) => this.choose(language), lastHeard: () => this.heardMs,
    });
  }

  start() {
    this.stream = new Stream(this.boot.urls, this.handlers(), this.state);
    this.awake = new Awake(this.boot.urls.awake);
    setInterval(() => this.checkSleep(), SLEEP_CHECK_MS);
    setInterval(() => this.planSound(), PLAN_MS);
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.shown());
    addEventListener("resize", () => this.draw());
    const chosen = this.boot.guest && localStorage.getItem("language");
    if (chosen) this.speak(chosen);
    if (this.time.error > GOOD_ERROR_MS) this.resync();
    this.loadSeats();
    this.loadSound();
    this.draw();
  }

  handlers() {
    return {
      state: (state) => this.take(state),
      time: (serverMs) => this.hear(serverMs),
      screen: (screen) => this.takeScreen(screen),
      me: (me) => { this.me = me; this.draw(true); },
      closed: (reason) => this.controls.close(reason, this.view()),
      lost: (isLost) => this.controls.lose(isLost, this.view()),
    };
  }

  hear(serverMs) {
    if (this.time.learnPush(performance.now(), serverMs)) this.resync();
    this.heardMs = this.time.now();
  }

  take(state) {
    this.state = state;
    this.heardMs = this.time.now();
    clearTimeout(this.seatsTimer);
    this.seatsTimer = setTimeout(() => this.loadSeats(), SEATS_PAUSE_MS);
    this.draw();
  }

  takeScreen(fresh) {
    if (this.boot.guest) return;
    const { language } = fresh;
    this.screen = { ...fresh, language: this.screen.language };
    if (language !== this.screen.language) this.speak(language);
    this.loadSeats();
    this.loadSound();
    this.draw();
  }

  /** Only the display that was chosen to sound fetches what makes sound. */
  async loadSound() {
    if (!this.screen.sound || this.sound) return;
    const { Sound } = await import("./sound.js");
    this.sound ??= new Sound(() => this.heard());
    this.heard();
  }

  planSound() {
    this.sound?.plan(this.state.clock.levels, this.state.clock.anchor, this.time.now());
  }

  /** Everything the picture is made of, at this moment. */
  view() {
    const now = this.time.now();
    const { state, screen } = this;
    const clock = clockState(state.clock.levels, state.clock.anchor, now);
    const language = screen.language;
    return {
      state, screen, clock, now, locale: language, me: this.me, live: this.live, urls: this.boot.urls, seats: this.seats.rows,
      layout: this.layout(), wide: matchMedia("(min-aspect-ratio: 2/1)").matches, stage: stageOf(state, clock),
      open: openWindows(state, clock), figures: this.formatsOf(language), ...speech(this.words.get(language), language),
    };
  }

  formatsOf(language) {
    const { currency, currency_digits: digits, time_zone: zone } = this.state.tournament;
    const key = [language, currency, digits, zone].join("|");
    if (!this.formats.has(key)) this.formats.set(key, figures(language, currency, digits, zone));
    return this.formats.get(key);
  }

  /** What the shape of the picture depends on; while it is the same, only texts that follow the clock change. */
  shape(view) {
    const { clock } = view;
    const open = Object.keys(view.open).join();
    return [this.state.version, this.state.server_ms, view.stage, clock.levelIndex, clock.mode, clock.running, view.layout, view.wide,
      view.locale, this.screen.mode, open, this.seats.version, Math.floor(view.now / 30000)].join("|");
  }

  draw(anew = false) {
    const view = this.view();
    const wanted = this.shape(view);
    if (anew || wanted !== this.drawn) this.redraw(view, wanted);
    this.live.tick(view);
    this.controls.tick(view);
    this.again(view);
  }

  redraw(view, wanted) {
    const { layout, stage } = view;
    this.drawn = wanted;
    this.live.clear();
    Object.assign(document.documentElement.dataset, { layout, stage, surface: layout === "phone" ? "phone" : "wall" });
    document.documentElement.lang = view.locale;
    this.box.replaceChildren(this.picture(view));
    this.live.tick(view);
    trim(this.box);
    this.planSound();
  }

  /** The next drawing is due when the digits change. */
  again(view) {
    clearTimeout(this.timer);
    const { running, mode, remainingMs, overtimeMs } = view.clock;
    let rest = 1000 - (view.now % 1000);
    if (running) rest = mode === "overtime" ? 1000 - (overtimeMs % 1000) : remainingMs % 1000 || 1000;
    this.timer = setTimeout(() => this.draw(), Math.min(1000, rest + 4));
  }

  /** A hidden page's timers are slow, so showing it draws at once. */
  shown() {
    this.draw();
    this.resync();
  }

  checkSleep() {
    if (!this.time.checkSleep()) return;
    this.draw();
    this.stream.reopenNow();
    this.resync();
  }

  async resync() {
    await probe(this.time, this.boot.urls.time);
    this.sound?.replan(this.state.clock.levels, this.time.now());
    this.draw();
  }

  heard() {
    this.planSound();
    this.controls.tick(this.view());
  }

  async loadSeats() {
    const view = this.view();
    const wanted = this.screen.mode === "seats" || (view.stage === "before" && view.layout !== "phone");
    if (!wanted || !this.boot.urls.seats) return;
    const found = await fetched(this.boot.urls.seats);
    if (!found || found.version === this.seats.version) return;
    this.seats = { rows: found.seats, version: found.version };
    this.draw();
  }

  choose(language) {
    localStorage.setItem("language", language);
    this.speak(language);
  }

  async speak(language) {
    if (!this.words.has(language)) {
      const words = await fetched(this.boot.urls.words.replace("__", encodeURIComponent(language)));
      if (!words) return;
      this.words.set(language, words);
    }
    this.screen = { ...this.screen, language };
    this.draw();
  }
}

/** JSON of an address; null where it cannot be had now. */
async function fetched(url) {
  try {
    const answer = await fetch(url, { cache: "no-cache" });
    return answer.ok ? await answer.json() : null;
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/** What the server put into the page. */
export function bootOf() {
  return JSON.parse(document.getElementById("boot").textContent);
}
