// Holds the pure rules of static/display to vectors. Prints what differs as JSON; runs in node and in a browser.
export async function differences(load, clockFile, stageFile, signalFile) {
  const { clockState, nextBreak, windowLeft } = await load("clock_state.js");
  const { stageOf } = await load("stage.js");
  const { signalsAhead, signalOfAct } = await load("signals.js");
  const { clockText, decimal, figures } = await load("figures.js");
  const { ServerTime } = await load("server_time.js");
  const wrong = [];
  const expect = (name, found, wanted) => {
    if (JSON.stringify(found) !== JSON.stringify(wanted)) wrong.push({ name, found, wanted });
  };
  for (const one of clockFile.vectors) {
    const levels = clockFile.structures[one.structure];
    const state = clockState(levels, one.anchor, one.now_ms);
    const ahead = nextBreak(levels, state, one.now_ms);
    const windowsMs = clockFile.windows[one.structure].map((window) => {
      const left = windowLeft(levels, state, window);
      return left === Infinity ? -1 : left;
    });
    expect(one.name, {
      mode: state.mode, levelIndex: state.levelIndex, elapsedMs: state.elapsedMs, remainingMs: state.remainingMs,
      overtimeMs: state.overtimeMs, running: state.running, hands: state.hands, waitsMs: state.waitsMs, nextBreakIndex: ahead && ahead.index,
      nextBreakInMs: ahead && ahead.inMs, windowsMs,
    }, one.state);
  }
  for (const { name, facts, clock, stage } of stageFile) expect(name, stageOf(...stateLike(facts, clock)), stage);
  for (const { name, levels, anchor, now_ms: now, horizon_ms: horizon, signals } of signalFile.ahead) {
    expect(name, signalsAhead(levels, anchor, now, horizon).map(({ kind, atMs }) => [kind, atMs - now]), signals);
  }
  for (const { name, levels, before, after, now_ms: now, kind } of signalFile.acts) {
    expect(name, signalOfAct(levels, before, after, now)?.kind ?? null, kind);
  }
  expect("durations", [0, 1, 999, 60000, 593000, 3600000, 3864000].map(clockText), ["00:00", "00:01", "00:01", "01:00", "09:53", "1:00:00", "1:04:24"]);
  expect("exact money", [decimal(5, 2), decimal(123456, 2), decimal(-7, 0)], ["0.05", "1234.56", "-7"]);
  const english = figures("en", "EUR", 2, "Europe/Tallinn");
  expect("F100 nothing is rounded away", [15250, 30500, 1250000, 10000000, 12345678].map((count) => english.chipsIn(count, 9)),
    ["15,250", "30,500", "1,250,000", "10M", "12,345,678"]);
  expect("money", [english.money(480000), english.money(480005)], ["€4,800", "€4,800.05"]);
  expect("groups of Estonian", figures("et", "EUR", 2, "Europe/Tallinn").chips(1500), "1\u00a0500");
  for (const [name, found, wanted] of serverTimes(ServerTime, clockState)) expect(name, found, wanted);
  return wrong;
}

/** A machine whose clocks are moved by hand. */
function machine() {
  const hands = { monotonic: 5000, wall: 1700000000000 };
  return { hands, clocks: { monotonic: () => hands.monotonic, wall: () => hands.wall } };
}

const SERVER_MS = 1800000000000;
const LEVELS = Array.from({ length: 4 }, () => ({ kind: "play", duration_ms: 20 * 60000 }));

function serverTimes(ServerTime, clockState) {
  const rows = [];
  const minutes = (hands, count) => { hands.monotonic += count * 60000; hands.wall += count * 60000; };

  const plain = machine();
  const time = new ServerTime(SERVER_MS, { at: 5000, error: 40 }, plain.clocks);
  minutes(plain.hands, 1);
  rows.push(["a minute passes", time.now() - SERVER_MS, 60000]);
  plain.hands.wall -= 3600000;
  rows.push(["a wall clock set back an hour moves nothing", [time.checkSleep(), time.now() - SERVER_MS], [true, 60000]]);

  const countdown = { sequence: 1, kind: "schedule", at_ms: SERVER_MS, level_index: 0, elapsed_ms: -30 * 60000, running: true };
  const lid = machine();
  const slept = new ServerTime(SERVER_MS, { at: 5000, error: 40 }, lid.clocks);
  lid.hands.wall += 31 * 60000;
  slept.checkSleep();
  const woken = clockState([{ kind: "play", duration_ms: 25 * 60000 }], countdown, slept.now());
  rows.push(["F45 asleep through the countdown, the monotonic clock stood still", [woken.levelIndex, woken.remainingMs], [0, 24 * 60000]]);

  const tab = machine();
  const frozen = new ServerTime(SERVER_MS, { at: 5000, error: 40 }, tab.clocks);
  minutes(tab.hands, 65);
  const start = { sequence: 1, kind: "start", at_ms: SERVER_MS, level_index: 0, elapsed_ms: 0, running: true };
  const late = clockState(LEVELS, start, frozen.now());
  rows.push(["F53 a tab asleep over three levels", [late.levelIndex + 1, late.remainingMs], [4, 15 * 60000]]);

  const slow = machine();
  const pushed = new ServerTime(SERVER_MS, { at: 5000, error: 40 }, slow.clocks);
  for (let turn = 0; turn < 12; turn += 1) {
    minutes(slow.hands, 1);
    pushed.learnPush(slow.hands.monotonic, SERVER_MS + (turn + 1) * 60000 - 300);
  }
  rows.push(["pushes that are late do not slow the clock", pushed.now() - SERVER_MS, 12 * 60000]);
  const doubted = [];
  for (let turn = 0; turn < 12; turn += 1) doubted.push(pushed.learnPush(slow.hands.monotonic, SERVER_MS + 12 * 60000 - 5000));
  rows.push(["pushes that stay far behind make it ask", doubted.at(-1), true]);

  for (const [name, off, wanted] of [["behind", 1010, [true, 0, 0]], ["ahead", -990, [true, 500, 0]]]) {
    const drifting = machine();
    const near = new ServerTime(SERVER_MS, { at: 5000, error: 40 }, drifting.clocks);
    near.learnTrip(5000, 5020, SERVER_MS + off);
    const shown = [];
    for (let passed = 10; passed <= 3000; passed += 10) {
      drifting.hands.monotonic += 10;
      const value = near.now();
      shown.push([value, value - (SERVER_MS + off - 10 + passed)]);
    }
    const rises = shown.every(([value], index) => index === 0 || value > shown[index - 1][0]);
    rows.push([`a clock a second ${name} is right soon and never runs back`, [rises, shown[99][1], shown.at(-1)[1]], wanted]);
  }
  return rows;
}

/** An open state and a clock that have just these facts. */
function stateLike(facts, clock) {
  const left = (ms) => ({ closes_level_index: 0, closes_elapsed_ms: ms });
  const windows = [];
  if (clock.late_left_ms) windows.push({ kind: "late", ...left(clock.late_left_ms) });
  if (clock.entry_left_ms && clock.entry_left_ms !== clock.late_left_ms) windows.push({ kind: "reentry", ...left(clock.entry_left_ms) });
  const levels = [{ kind: clock.on_break ? "break" : "play", duration_ms: 3600000 }];
  return [{
    status: facts.finished ? "finished" : "running", winners: facts.winner ? ["A"] : [], deal: { status: facts.deal },
    money: { shown: facts.prizes_on, places_paid: facts.places_paid }, field: { players_left: facts.players_left },
    final_table: facts.final_table ? {} : null, hand_for_hand: facts.hand_for_hand ? {} : null, windows, clock: { levels },
  }, { mode: clock.started ? "level" : "countdown", levelIndex: 0, elapsedMs: clock.started ? 0 : -60000, remainingMs: 3600000 }];
}
