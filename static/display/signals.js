// Which signals sound when: a pure function of the structure and the last anchor. The sound card keeps the time.
import { clockState } from "./clock_state.js";

const MINUTE_MS = 60000;
/** A signal older than this is history: a display that wakes does not sound it. */
export const STALE_MS = 3000;

/**
 * Signals between nowMs − STALE_MS and nowMs + horizonMs: [{key, kind, atMs}], soonest first.
 * kind: "minute" (one minute of the level left), "prepare" (one minute until play), "level" (a level begins),
 * "break" (a break begins), "play" (play begins, at the start, after a break or a wait). A clock that stands has none.
 */
export function signalsAhead(levels, anchor, nowMs, horizonMs) {
  if (!anchor || !anchor.running) return [];
  const clock = clockState(levels, anchor, Math.max(nowMs - STALE_MS, anchor.at_ms));
  const found = [];
  let index = clock.levelIndex;
  let startMs = Math.max(nowMs - STALE_MS, anchor.at_ms) - clock.elapsedMs;
  if (clock.mode === "countdown") addStart(found, anchor, startMs);
  const waits = anchor.kind === "wait";
  if (waits) addStart(found, anchor, anchor.at_ms);
  // The end of a level of hands comes with a tap: nobody can announce it before.
  while (index < levels.length - 1 && !levels[index].hands && startMs <= nowMs + horizonMs + MINUTE_MS) {
    const endMs = startMs + levels[index].duration_ms;
    addEnd(found, anchor, levels, index, endMs);
    startMs = endMs;
    index += 1;
  }
  return found.filter((one) => one.atMs >= nowMs - STALE_MS && one.atMs <= nowMs + horizonMs && (waits || one.atMs > anchor.at_ms));
}

function addStart(found, anchor, startMs) {
  found.push({ key: `${anchor.sequence}:start:prepare`, kind: "prepare", atMs: startMs - MINUTE_MS });
  found.push({ key: `${anchor.sequence}:start`, kind: "play", atMs: startMs });
}

function addEnd(found, anchor, levels, index, endMs) {
  const [level, next] = [levels[index], levels[index + 1]];
  if (level.duration_ms > MINUTE_MS) {
    const kind = next.kind === "play" && level.kind === "break" ? "prepare" : "minute";
    found.push({ key: `${anchor.sequence}:${index}:minute`, kind, atMs: endMs - MINUTE_MS });
  }
  found.push({ key: `${anchor.sequence}:${index}:end`, kind: beginning(level, next), atMs: endMs });
}

function beginning(level, next) {
  if (next.kind === "break") return "break";
  return level.kind === "break" ? "play" : "level";
}

/** Anchors of these kinds begin a level themselves; under any other the level was running before. */
const BEGINNING = new Set(["start", "advance", "go_to_level"]);

/**
 * The signal that an act itself asks for, or null: a director who begins a level is heard at once. Pausing, going on,
 * undoing and editing are silent: an undone change does not sound twice.
 */
export function signalOfAct(levels, before, after, nowMs) {
  if (!before || !after || after.sequence <= before.sequence) return null;
  if (!BEGINNING.has(after.kind) || nowMs - after.at_ms > STALE_MS) return null;
  const level = levels[after.level_index];
  const from = level.kind === "break" ? null : levels[clockState(levels, before, after.at_ms).levelIndex];
  if (level.kind === "break") return { key: `${after.sequence}:act`, kind: "break" };
  return { key: `${after.sequence}:act`, kind: after.kind === "start" || from.kind === "break" ? "play" : "level" };
}
