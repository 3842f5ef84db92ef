// Which picture the players need now. Same rules as display/rules/stage.py, held to the same vectors.
import { hasStarted, windowLeft } from "./clock_state.js";

export const CLOSING_MS = 10 * 60 * 1000;

/** The windows that are open, with the time left on the clock: {late: 14000, rebuy: Infinity}. */
export function openWindows(state, clock) {
  const open = {};
  for (const window of state.windows) {
    const leftMs = windowLeft(state.clock.levels, clock, window);
    if (leftMs > 0) open[window.kind] = leftMs;
  }
  return open;
}

/** The stage at a moment: the facts of the open state and where the clock stands. */
export function stageOf(state, clock) {
  if (state.status === "finished" || state.status === "cancelled") {
    return state.winners.length === 1 ? "winner" : "finished";
  }
  if (state.deal.status === "talking") return "deal";
  if (!hasStarted(clock)) return "before";
  if (state.clock.levels[clock.levelIndex].kind === "break") return "break";
  const open = openWindows(state, clock);
  return moneyStage(state, open) || (open.late > 0 && open.late <= CLOSING_MS ? "closing" : "playing");
}

function moneyStage(state, open) {
  const paid = state.money.shown ? state.money.places_paid : 0;
  const counted = paid > 0 && !open.late && !open.reentry;
  const left = state.field.players_left;
  if (counted && (left === paid + 1 || (left > paid && state.hand_for_hand))) return "bubble";
  if (state.final_table) return "final_table";
  return counted && left > 0 && left <= paid ? "in_money" : "";
}
