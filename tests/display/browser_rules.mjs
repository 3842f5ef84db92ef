// Holds the pure rules of static/display to vectors. Prints what differs as JSON; runs in node and in a browser.
export async function differences(load, clockFile, stageFile, signalFile) {
  const { clockState, nextBreak, windowLeft } = await load("clock_state.js");
  const { stageOf } = await load("stage.js");
  const { signalsAhead, signalOfAct } = await load("signals.js");
  const { clockText, decimal, figures } = await load("figures.js");
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
      overtimeMs: state.overtimeMs, running: state.running, nextBreakIndex: ahead && ahead.index,
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
  return wrong;
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
    final_table: facts.final_table ? {} : null, windows, clock: { levels },
  }, { mode: clock.started ? "level" : "countdown", levelIndex: 0, elapsedMs: clock.started ? 0 : -60000, remainingMs: 3600000 }];
}
