// The tournament clock: a pure function of (levels, last anchor, now). Same rules as clock/rules/state.py, held to the
// same vectors. Nothing here reads a clock, keeps state or counts down.

/** Milliseconds played in level `level_index` of the anchor at `nowMs`, before any level has ended. */
function elapsedAt(anchor, nowMs) {
  return anchor.elapsed_ms + (anchor.running ? Math.max(0, nowMs - anchor.at_ms) : 0);
}

/**
 * Where the clock stands at `nowMs`.
 * mode: "unscheduled" | "countdown" | "level" | "overtime"; remainingMs counts down to the start or the end of the level,
 * overtimeMs counts up after the last level. Negative elapsed time is a countdown under a "schedule" anchor; under any
 * other it is time the director added, and more than the level's length is left. A level of hands does not end by time:
 * remainingMs is what its hands are still expected to take, overtimeMs how much longer they take, `hands` were played.
 * Under a "wait" anchor the clock stands until the anchor's time, waitsMs from now, and goes on by itself.
 */
export function clockState(levels, anchor, nowMs) {
  if (!anchor || levels.length === 0 || (anchor.kind === "unschedule" && !anchor.running)) return notStarted(levels);
  let levelIndex = anchor.level_index;
  let elapsedMs = elapsedAt(anchor, nowMs);
  while (levelIndex < levels.length - 1 && !levels[levelIndex].hands && elapsedMs >= levels[levelIndex].duration_ms) {
    elapsedMs -= levels[levelIndex].duration_ms;
    levelIndex += 1;
  }
  const leftMs = levels[levelIndex].duration_ms - elapsedMs;
  const hands = levelIndex === anchor.level_index ? anchor.hands || 0 : 0;
  const waitsMs = anchor.kind === "wait" && anchor.running ? Math.max(0, anchor.at_ms - nowMs) : 0;
  const running = anchor.running && waitsMs === 0;
  const found = { running, levelIndex, elapsedMs, overtimeMs: Math.max(0, -leftMs), hands, waitsMs };
  if (elapsedMs < 0 && anchor.kind === "schedule") return { ...found, mode: "countdown", remainingMs: -elapsedMs };
  return { ...found, mode: leftMs <= 0 && !levels[levelIndex].hands ? "overtime" : "level", remainingMs: Math.max(0, leftMs) };
}

function notStarted(levels) {
  const remainingMs = levels.length ? levels[0].duration_ms : 0;
  return { mode: "unscheduled", running: false, levelIndex: 0, elapsedMs: 0, remainingMs, overtimeMs: 0, hands: 0, waitsMs: 0 };
}

/** The first level has begun at some time. */
export function hasStarted(state) {
  return state.mode === "level" || state.mode === "overtime";
}

/** The hand being played of those of its level, {n, of}; null in a level that ends by time. */
export function handOf(levels, state) {
  const of = state.mode === "level" ? levels[state.levelIndex]?.hands : 0;
  return of ? { n: Math.min(state.hands + 1, of), of } : null;
}

/** Whether a point is reached; elapsedMs undefined is the moment the level begins. */
function reached(state, index, elapsedMs) {
  if (!hasStarted(state)) return false;
  if (state.levelIndex !== index) return state.levelIndex > index;
  return elapsedMs === undefined || state.elapsedMs >= elapsedMs;
}

/** Time of the tournament clock to a point ahead, from the start of play if that is not yet; breaks between count. */
function until(levels, state, index, elapsedMs = 0) {
  const here = levels[state.levelIndex];
  const counted = here?.hands ? Math.min(state.elapsedMs, here.duration_ms) : state.elapsedMs;
  const played = hasStarted(state) ? counted : 0;
  let between = 0;
  for (let i = state.levelIndex; i < Math.min(index, levels.length); i += 1) between += levels[i].duration_ms;
  return Math.max(0, between - played + elapsedMs);
}

/** Time of the tournament clock until the window closes; 0 when it is not open, Infinity when it never closes. */
export function windowLeft(levels, state, window) {
  if (window.closed) return 0;
  if (window.opens_level_index !== undefined && !reached(state, window.opens_level_index, window.opens_elapsed_ms)) return 0;
  if (window.closes_level_index === undefined) return Infinity;
  if (reached(state, window.closes_level_index, window.closes_elapsed_ms)) return 0;
  return until(levels, state, window.closes_level_index, window.closes_elapsed_ms);
}

/**
 * What comes next: [{index, level, inMs, atMs}], inMs on the tournament clock (a countdown is not on it: "next break in
 * 40:00" stands still until zero), atMs the time of day if it runs on.
 */
export function upcoming(levels, state, nowMs, count) {
  const rows = [];
  if (state.mode === "overtime") return rows;
  const started = hasStarted(state);
  const waitMs = state.mode === "countdown" ? state.remainingMs : state.waitsMs;
  let inMs = started ? state.remainingMs : 0;
  for (let index = state.levelIndex + (started ? 1 : 0); index < levels.length && rows.length < count; index += 1) {
    rows.push({ index, level: levels[index], inMs, atMs: nowMs + waitMs + inMs });
    inMs += levels[index].duration_ms;
  }
  return rows;
}

/** The next break: {index, level, inMs, atMs, backMs}, or null. In a break: the one after it. */
export function nextBreak(levels, state, nowMs) {
  const rows = upcoming(levels, state, nowMs, levels.length);
  const inBreak = hasStarted(state) && levels[state.levelIndex].kind === "break";
  const first = inBreak ? rows.findIndex((row) => row.level.kind === "play") : 0;
  const row = first < 0 ? undefined : rows.slice(first).find((one) => one.level.kind === "break");
  return row ? { ...row, backMs: row.atMs + row.level.duration_ms } : null;
}

/** The first level of play after the level with this index, or null. */
export function playAfter(levels, index) {
  return levels.slice(index + 1).find((level) => level.kind === "play") || null;
}
