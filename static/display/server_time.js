// The server's clock, estimated. Drawn with the monotonic clock of this machine, so that a stepped wall clock moves
// nothing. Probes (round trips) bound the offset; the server time of each keep-alive is a lower bound of it.

const PROBES = 4;
const DOUBT_MS = 400;
const ASLEEP_MS = 1500;
const SLEW = 0.5;

export class ServerTime {
  /** serverMs was read by the server at some moment of guess (see firstGuess): the first estimate. */
  constructor(serverMs, guess, clocks = { monotonic: () => performance.now(), wall: () => Date.now() }) {
    this.clocks = clocks;
    this.offset = serverMs - guess.at;
    this.error = guess.error;
    this.shown = this.offset;
    this.pushes = [];
    this.lastTick = clocks.monotonic();
    this.skew = clocks.wall() - clocks.monotonic();
  }

  /** The estimate at this moment, epoch milliseconds. Ahead of the server it goes at half pace: seconds never run back. */
  now() {
    const at = this.clocks.monotonic();
    const step = Math.max(0, at - this.lastTick) * SLEW;
    const gap = this.offset - this.shown;
    this.shown = gap > 0 || gap < -2000 ? this.offset : this.shown + Math.max(-step, gap);
    this.lastTick = at;
    return at + this.shown;
  }

  /** One round trip: sent and received on the monotonic clock, serverMs read in between. */
  learnTrip(sent, received, serverMs) {
    const error = (received - sent) / 2;
    if (error > this.error) return;
    this.error = error;
    this.offset = serverMs - (sent + received) / 2;
  }

  /** Forget how good the last estimate was: what comes next replaces it. */
  doubt() {
    this.error = 30000;
    this.pushes = [];
  }

  /** A time that was pushed: late by an unknown delay, never early. True when it contradicts the estimate: probe. */
  learnPush(received, serverMs) {
    const sample = serverMs - received;
    this.pushes.push(sample);
    if (this.pushes.length > 12) this.pushes.shift();
    const best = Math.max(...this.pushes);
    const early = best > this.offset + this.error + DOUBT_MS;
    const late = this.pushes.length >= 6 && best < this.offset - this.error - DOUBT_MS;
    if (best > this.offset) this.offset = best;
    return early || late;
  }

  /**
   * The machine slept (or its wall clock was set): the two clocks parted. Takes the wall clock's word until the next
   * probe, since the monotonic clock may have stood still. True when that happened.
   */
  checkSleep() {
    const skew = this.clocks.wall() - this.clocks.monotonic();
    const jump = skew - this.skew;
    this.skew = skew;
    if (Math.abs(jump) < ASLEEP_MS) return false;
    if (jump > 0) this.offset += jump;
    this.doubt();
    return true;
  }
}

/** The page's own journey as a round trip: its time was read between the request and the first byte of the answer. */
export function firstGuess() {
  const [entry] = performance.getEntriesByType("navigation");
  if (!entry || !entry.responseStart) return { at: performance.now(), error: 60000 };
  const error = (entry.responseStart - entry.requestStart) / 2;
  return { at: entry.responseStart - error, error };
}

/** A few round trips, the shortest counts. Resolves to whether any was answered. */
export async function probe(time, url) {
  let answered = false;
  time.doubt();
  for (let turn = 0; turn < PROBES; turn += 1) {
    const trip = await roundTrip(url);
    if (!trip) break;
    time.learnTrip(...trip);
    answered = true;
  }
  return answered;
}

async function roundTrip(url) {
  const sent = performance.now();
  try {
    const answer = await fetch(url, { cache: "no-store", signal: AbortSignal.timeout(4000) });
    const received = performance.now();
    return answer.ok ? [sent, received, (await answer.json()).server_ms] : null;
  } catch (error) {
    if (error instanceof TypeError || error.name === "TimeoutError" || error.name === "AbortError") return null;
    throw error;
  }
}
