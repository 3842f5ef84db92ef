// A page of players: takes the open state from the page, then from the stream, and draws it whenever a second passes.
import { Awake } from "./awake.js";
import { clockState } from "./clock_state.js";
import { Controls } from "./controls.js";
import { Live, trim } from "./dom.js";
import { figures, speech } from "./figures.js";
import { Lists } from "./fetched.js";
import { modeOf, turnOf } from "./panels.js";
import { ServerTime, firstGuess, probe } from "./server_time.js";
import { openWindows, stageOf } from "./stage.js";
import { Stream } from "./stream.js";
import { wear } from "./theme.js";

const LISTS_PAUSE_MS = 1500;
const PLAN_MS = 20000;
const SLEEP_CHECK_MS = 200;
/** Worse than this, the first estimate from the page's own journey is not good enough. */
const GOOD_ERROR_MS = 100;

export class Page {
  /** boot: see display/views.py. picture(view) draws; layout() names the layout. */
  constructor(boot, { picture, layout }) {
    Object.assign(this, { boot, picture, layout });
    this.states = new Map([boot.state, ...(boot.others ?? [])].map((state) => [state.tournament.id, state]));
    this.screen = { tournaments: [...this.states.keys()], ...boot.screen };
    this.me = boot.me ?? null;
    this.lists = new Lists(boot.urls, () => this.draw(true));
    this.box = document.getElementById("stage");
    this.time = new ServerTime(boot.server_ms, firstGuess());
    this.heardMs = boot.server_ms;
    this.lives = new Map();
    this.kept = new Map();
    this.words = new Map([[boot.screen.language, boot.words]]);
    this.formats = new Map();
    this.drawn = "";
    this.sound = null;
    this.speech = null;
    this.controls = new Controls(document.getElementById("controls"), {
      sound: () => this.sound, speech: () => this.speech, languages: boot.languages,
      speak: (language) => this.choose(language), lastHeard: () => this.heardMs,
    });
  }

  /** The state of the display's own tournament: it sounds for that one. */
  get state() {
    return this.states.get(this.screen.tournaments[0]) ?? this.states.values().next().value;
  }

  start() {
    this.stream = new Stream(this.boot.urls, this.handlers(), [...this.states.values()]);
    this.awake = new Awake(this.boot.urls.awake);
    setInterval(() => this.checkSleep() && this.draw(), SLEEP_CHECK_MS);
    setInterval(() => this.planSound(), PLAN_MS);
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.shown());
    addEventListener("resize", () => this.draw());
    const chosen = this.boot.guest && localStorage.getItem("language");
    if (chosen) this.speak(chosen);
    if (this.time.error > GOOD_ERROR_MS) this.resync();
    this.loadSound();
    this.draw();
    this.loadLists();
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
    this.states.set(state.tournament.id, state);
    this.heardMs = this.time.now();
    this.loadListsSoon();
    this.draw();
  }

  takeScreen(fresh) {
    const { language } = fresh;
    // A guest keeps his own language; which tournaments are shown he is told like everybody.
    if (this.boot.guest) this.screen = { ...this.screen, tournaments: fresh.tournaments };
    else this.screen = { ...fresh, language: this.screen.language };
    if (!this.boot.guest && language !== this.screen.language) this.speak(language);
    this.loadSound();
    this.draw();
    this.loadLists();
  }

  /** Only the display that was chosen to sound fetches what makes sound, and what speaks where it is to speak. */
  async loadSound() {
    if (!this.screen.sound) return;
    if (!this.sound) {
      const { Sound } = await import("./sound.bundle.js");
      this.sound ??= new Sound(() => this.heard());
    }
    if (this.screen.speaks && !this.speech) {
      const { Speech } = await import("./speech.bundle.js");
      this.speech ??= new Speech(() => this.heard());
    }
    this.heard();
  }

  planSound() {
    const { clock } = this.state;
    this.sound?.plan(clock.levels, clock.anchor, this.time.now());
    if (this.sound?.on && this.screen.speaks) this.speech?.plan(this.view());
    else this.speech?.stop();
  }

  /** Everything the picture is made of, at this moment: of the display's own tournament. */
  view() {
    return this.viewOf(this.state, this.time.now());
  }

  viewOf(state, now) {
    const { screen } = this;
    const clock = clockState(state.clock.levels, state.clock.anchor, now);
    const language = screen.language;
    const { id } = state.tournament;
    if (!this.lives.has(id)) this.lives.set(id, new Live());
    const view = {
      state, screen, clock, now, locale: language, me: this.me, live: this.lives.get(id), kept: this.kept, urls: this.boot.urls,
      lists: this.lists.of(id), layout: this.layout(), wide: matchMedia("(min-aspect-ratio: 2/1)").matches,
      stage: stageOf(state, clock), open: openWindows(state, clock), figures: this.formatsOf(state.tournament, language),
      ...speech(this.words.get(language), language),
    };
    return { ...view, mode: modeOf(view), seats: view.lists.seats };
  }

  /** One view for each tournament shown; those that take turns come one at a time. */
  views() {
    const now = this.time.now();
    const shown = this.screen.tournaments.map((id) => this.states.get(id)).filter(Boolean);
    const views = (shown.length ? shown : [this.state]).map((state) => this.viewOf(state, now));
    return views.length > 1 ? turnOf(views) : views;
  }

  formatsOf({ currency, currency_digits: digits, time_zone: zone }, language) {
    const key = [language, currency, digits, zone].join("|");
    if (!this.formats.has(key)) this.formats.set(key, figures(language, currency, digits, zone));
    return this.formats.get(key);
  }

  /** What the shape of the picture depends on; while it is the same, only texts that follow the clock change. */
  shape(view) {
    const { clock, state } = view;
    const open = Object.keys(view.open).join();
    return [state.tournament.id, state.version, state.server_ms, view.stage, clock.levelIndex, clock.mode, clock.running, clock.hands,
      view.layout, view.wide, view.locale, view.mode, open, view.lists.version, Math.floor(view.now / 30000)].join("|");
  }

  draw(anew = false) {
    this.checkSleep();
    const views = this.views();
    const wanted = views.map((view) => this.shape(view)).join(" ");
    if (anew || wanted !== this.drawn) this.redraw(views, wanted);
    for (const view of views) view.live.tick(view);
    this.controls.tick(views[0]);
    this.again(views);
  }

  redraw(views, wanted) {
    const [view] = views;
    const { layout, stage } = view;
    this.drawn = wanted;
    for (const live of this.lives.values()) live.clear();
    Object.assign(document.documentElement.dataset, { layout, stage, surface: layout === "phone" ? "phone" : "wall" });
    document.documentElement.lang = view.locale;
    wear(view.state.theme);
    this.box.replaceChildren(this.picture(view, views));
    for (const one of views) one.live.tick(one);
    trim(this.box);
    this.planSound();
    this.loadListsSoon();
  }

  /** The next drawing is due when the first digits change. */
  again(views) {
    clearTimeout(this.timer);
    const rest = Math.min(...views.map(restOf));
    this.timer = setTimeout(() => this.draw(), Math.min(1000, rest + 4));
  }

  /** A hidden page's timers are slow, so showing it draws at once. */
  shown() {
    this.draw();
    this.resync();
  }

  /** Before anything is drawn: a machine that slept has to learn the time first. True when it did. */
  checkSleep() {
    if (!this.time.checkSleep()) return false;
    this.stream?.reopenNow();
    this.resync();
    return true;
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

  /** Names and texts that the document does not hold, for the panels that need them; changes come in swarms. */
  loadListsSoon() {
    clearTimeout(this.listsTimer);
    this.listsTimer = setTimeout(() => this.loadLists(), LISTS_PAUSE_MS);
  }

  loadLists() {
    for (const id of this.screen.tournaments) {
      const state = this.states.get(id);
      if (state) this.lists.load(this.viewOf(state, this.time.now()));
    }
  }

  choose(language) {
    localStorage.setItem("language", language);
    this.speak(language);
  }

  async speak(language) {
    if (!this.words.has(language)) {
      const words = await this.lists.fetched(this.boot.urls.words.replace("__", encodeURIComponent(language)));
      if (!words) return;
      this.words.set(language, words);
    }
    this.screen = { ...this.screen, language };
    this.draw();
  }
}

/** Milliseconds until the digits of a view change. */
function restOf(view) {
  const { running, mode, remainingMs, overtimeMs, waitsMs } = view.clock;
  if (waitsMs) return waitsMs % 1000 || 1000;
  if (!running) return 1000 - (view.now % 1000);
  return mode === "overtime" ? 1000 - (overtimeMs % 1000) : remainingMs % 1000 || 1000;
}

/** What the server put into the page. */
export function bootOf() {
  return JSON.parse(document.getElementById("boot").textContent);
}
