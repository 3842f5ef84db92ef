// "Clock!": a player's seconds to act, then the last ones counted aloud. Stored on the server; each page counts by itself.
import { serverNow } from "./clock.js";

const TICK_MS = 100;

function show(box, now) {
  const { callFrom: from, callUntil: until, callLast: last } = box.dataset;
  const left = Math.max(0, Number(until) - now);
  const gone = (now - from) / (until - from);
  box.querySelector("[data-call-left]").textContent = String(Math.ceil(left / 1000));
  box.querySelector("[data-call-gone]").setAttribute("width", String(Math.round(300 * Math.min(1, Math.max(0, gone)))));
  const counting = left <= Number(last);
  if (counting && left > 0 && !box.classList.contains("is-over")) navigator.vibrate?.(200);
  box.classList.toggle("is-over", counting);
}

function tick() {
  const now = serverNow();
  if (Number.isNaN(now)) return;
  for (const box of document.querySelectorAll("[data-call]")) show(box, now);
}

export function startCalls() {
  tick();
  setInterval(tick, TICK_MS);
}
