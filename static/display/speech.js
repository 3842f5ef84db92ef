// Announcements spoken in the display's language, where the browser has a voice for it. Each once, after the tune, and
// never late: what could not be said in time is not said at all.
import { noticeText } from "./notices.js";
import { STALE_MS, signalOfAct, signalsAhead } from "./signals.js";

const HORIZON_MS = 90000;
/** The tune comes first. */
const AFTER_TUNE_MS = 1600;

export class Speech {
  /** onChange is called when the browser's voices have become known. */
  constructor(onChange, synthesis = window.speechSynthesis) {
    this.synthesis = synthesis;
    this.timers = new Map();
    this.said = new Set();
    this.anchor = null;
    synthesis?.addEventListener("voiceschanged", onChange);
  }

  /** The voice for a language, or null: no other language's voice takes its place. */
  voice(locale) {
    const voices = (this.synthesis?.getVoices() ?? []).filter((one) => one.lang.toLowerCase().split(/[-_]/)[0] === locale);
    return voices.find((one) => one.localService) ?? voices[0] ?? null;
  }

  /** Whether it can speak that language here. */
  speaks(locale) {
    return this.voice(locale) !== null;
  }

  /** Plan what lies ahead: on each new state, and again every while. */
  plan(view) {
    const { levels, anchor } = view.state.clock;
    if (this.anchor?.sequence !== anchor?.sequence) this.forget();
    const act = this.anchor ? signalOfAct(levels, this.anchor, anchor, view.now) : null;
    this.anchor = anchor;
    if (act) this.later(view, act.key, view.now, () => sentence(view, act.kind, anchor.level_index));
    for (const signal of signalsAhead(levels, anchor, view.now, HORIZON_MS)) {
      this.later(view, signal.key, signal.atMs, () => sentence(view, signal.kind, indexAfter(signal)));
    }
    for (const notice of view.state.notices) {
      if (view.now - notice.from_ms < STALE_MS) this.later(view, `notice:${notice.id}`, notice.from_ms, () => noticeText(view, notice));
    }
  }

  /** Say it after its tune, once. A machine that slept until then keeps silent. */
  later(view, key, atMs, text) {
    if (this.timers.has(key) || this.said.has(key)) return;
    const wait = atMs + AFTER_TUNE_MS - view.now;
    if (wait < -STALE_MS) return;
    const due = Date.now() + wait;
    this.timers.set(key, setTimeout(() => {
      this.timers.delete(key);
      this.said.add(key);
      if (Date.now() - due < STALE_MS) this.say(text(), view.locale);
    }, Math.max(0, wait)));
  }

  say(text, locale) {
    const voice = this.voice(locale);
    if (!voice || !text) return;
    const spoken = new SpeechSynthesisUtterance(text);
    Object.assign(spoken, { voice, lang: voice.lang });
    this.synthesis.speak(spoken);
  }

  /** Another anchor: what was planned under the one before will not come. */
  forget() {
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
  }

  stop() {
    this.forget();
    this.synthesis?.cancel();
  }
}

/** The level that begins with a signal at the end of another: its key names the one that ends. */
function indexAfter(signal) {
  const [, index] = signal.key.split(":");
  return index === "start" ? 0 : Number(index) + 1;
}

/** What is said: the same words as on the wall, with numbers that are read as numbers. */
function sentence(view, kind, index) {
  const level = view.state.clock.levels[index];
  if (kind === "minute") return view.say("say_minute");
  if (kind === "prepare") return view.say("say_prepare");
  if (!level) return "";
  if (level.kind === "break") return view.say("say_break", { n: Math.round(level.duration_ms / 60000) });
  return [kind === "play" ? view.say("say_play") : "", ...levelSaid(view, level)].filter(Boolean).join(" ");
}

function levelSaid(view, level) {
  const said = [view.say("say_level", { n: level.level_number })];
  if (level.big_blind) said.push(view.say("say_blinds", { small: level.small_blind ?? 0, big: level.big_blind }));
  else if (level.big_bet) said.push(view.say("say_bets", { small: level.small_bet ?? 0, big: level.big_bet }));
  if (level.ante) said.push(view.say(level.ante_kind === "bba" ? "say_bb_ante" : "say_ante", { n: level.ante }));
  return said;
}
