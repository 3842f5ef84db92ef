// What the room must read, in one line above everything: one notice after the other, each long enough to be read.
import { h } from "./dom.js";
import { clockText } from "./figures.js";
import { isLastMinute } from "./parts.js";

const LEAST_MS = 8000;
const LETTER_MS = 90;

/** The strip: notices in turn, else tables that wait, else (where nothing else says it) nothing. */
export function strip(view, tag = "p.w-note") {
  const said = aliveAt(view);
  if (said.length) return ticker(view, tag, said);
  const halted = haltedText(view);
  if (halted) return h(tag, { role: "status" }, halted);
  if (view.stage !== "closing" || view.layout !== "phone") return null;
  return view.live.text(h(tag), (now) => `${now.say("late_closes")} ${clockText(now.open.late || 0)}`);
}

/** A word beside the clock in its last minute: of the level, or (in a break, before the start) to come back. */
export function lastMinute(view) {
  return view.live.each(h("em"), (now, word) => {
    const starts = now.clock.mode === "countdown" && now.clock.running && now.clock.remainingMs <= 60000;
    const breaks = now.state.clock.levels[now.clock.levelIndex]?.kind === "break";
    const text = isLastMinute(now) || starts ? now.say(starts || breaks ? "take_seats" : "last_minute") : "";
    if (word.textContent === text) return;
    word.textContent = text;
    word.className = text ? "w-badge" : "";
  });
}

/** Texts of the notices that are alive. What is called out has the word alone while it lasts. */
export function aliveAt(view) {
  const alive = view.state.notices.filter((one) => one.from_ms <= view.now && (!one.until_ms || view.now < one.until_ms) && !isPast(view, one));
  const calls = alive.filter((one) => one.kind === "announce");
  return (calls.length ? calls : alive).map((one) => noticeText(view, one)).filter(Boolean);
}

const OF_THE_LEVEL = new Set(["one_minute", "last_hand"]);

/**
 * "One minute" and "last hand" are about the level in which they were called: the next one ends them. That a break was put in is
 * about that break.
 */
function isPast(view, notice) {
  if (notice.kind === "structure_changed" && notice.facts.code === "break") return view.clock.levelIndex > notice.facts.level_index;
  if (notice.kind !== "announce" || !OF_THE_LEVEL.has(notice.facts.code)) return false;
  return view.clock.running && view.now - view.clock.elapsedMs > notice.from_ms;
}

/** A notice in the display's language. */
export function noticeText(view, notice) {
  if (notice.text) return notice.text;
  const { code } = notice.facts;
  const keys = notice.kind === "announce" ? [`call_${code}`] : [`notice_${notice.kind}_${code}`, `notice_${notice.kind}`];
  const key = keys.find((one) => view.has(one));
  return key ? view.say(key, notice.facts) : "";
}

/** Which of the texts is to be read at a moment, the same on every wall: each stays as long as it takes to read. */
export function turnAt(texts, nowMs) {
  const lengths = texts.map((text) => Math.max(LEAST_MS, text.length * LETTER_MS));
  let rest = nowMs % lengths.reduce((sum, one) => sum + one, 0);
  return lengths.findIndex((length) => (rest -= length) < 0);
}

function ticker(view, tag, first) {
  const text = h("bdi", first[turnAt(first, view.now)]);
  const count = h("small");
  const box = h(tag, { role: "status" }, text, count);
  return view.live.each(box, (now) => {
    const texts = aliveAt(now);
    box.hidden = !texts.length;
    if (!texts.length) return;
    const turn = turnAt(texts, now.now);
    if (text.textContent !== texts[turn]) text.textContent = texts[turn];
    const place = texts.length > 1 ? `${turn + 1}/${texts.length}` : "";
    if (count.textContent !== place) count.textContent = place;
  });
}

function haltedText(view) {
  const tables = view.state.halted_tables;
  return tables.length ? view.say("halted", { tables: tables.join(", ") }) : "";
}
