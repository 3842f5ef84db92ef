// The open stream: one EventSource, a watchdog for connections that died silently, polling where streams are refused.

const SILENCE_MS = 26000;
const WATCH_MS = 250;
/** Where the server answers and refuses the stream (too many of them, a proxy), it is asked less and less often. */
const REFUSED_MS = [1000, 2000, 4000, 8000, 15000];
/** A server that is away is about to come back: ask soon, but not all displays of a hall at one moment. */
const AWAY_MS = 1000;
const SPREAD_MS = 500;
const POLL_MS = 5000;

export class Stream {
  /** handlers: state(object), time(ms), screen(object), me(object), closed(reason), lost(boolean). states: those known. */
  constructor(urls, handlers, states) {
    this.urls = urls;
    this.handlers = handlers;
    this.heard = performance.now();
    this.failures = 0;
    this.isAway = false;
    this.over = false;
    this.known = new Map(states.map((state) => [state.tournament.id, state]));
    this.wasLost = false;
    this.etag = "";
    this.polled = 0;
    this.open();
    setInterval(() => this.watch(), WATCH_MS);
    addEventListener("online", () => this.reopenNow());
    addEventListener("pageshow", (event) => event.persisted && this.reopenNow());
  }

  open() {
    // A version is of one tournament; a display of several is sent them all.
    const [version] = this.known.size === 1 ? [...this.known.values()].map((state) => state.version) : [];
    this.source = new EventSource(version ? `${this.urls.events}&v=${version}` : this.urls.events);
    this.opened = performance.now();
    this.pauseMs = null;
    const on = (name, handle) => this.source.addEventListener(name, (event) => {
      this.listen();
      handle(JSON.parse(event.data));
    });
    this.hasOpened = false;
    this.source.addEventListener("open", () => { this.hasOpened = true; this.listen(); });
    this.source.addEventListener("error", () => this.failed());
    on("state", (state) => this.take(state));
    on("time", (data) => this.handlers.time(data.server_ms));
    on("screen", (data) => this.handlers.screen(data));
    on("me", (data) => this.handlers.me(data));
    on("closed", (data) => this.finish(data.reason));
  }

  /** A state made before the one shown is dropped; a smaller version made later is a restored backup. */
  take(state) {
    const shown = this.known.get(state.tournament.id);
    if (shown && state.version < shown.version && state.server_ms <= shown.server_ms) return;
    this.known.set(state.tournament.id, state);
    this.handlers.state(state);
  }

  listen() {
    this.heard = performance.now();
    this.failures = 0;
    this.isAway = false;
  }

  /** A stream that was open once is opened again by the browser itself, as soon as the server asked it to (retry). */
  failed() {
    if (this.source.readyState === EventSource.CLOSED) this.refused();
    else if (!this.hasOpened) {
      this.isAway = true;
      this.source.close();
    }
  }

  /** The browser gives a stream up at any answer but 200 and does not say which: whether the server answers at all is asked. */
  async refused() {
    try {
      const answer = await fetch(this.urls.time, { cache: "no-store", signal: AbortSignal.timeout(2000) });
      this.isAway = !answer.ok;
    } catch (error) {
      if (!(error instanceof TypeError) && error.name !== "TimeoutError") throw error;
      this.isAway = true;
    }
  }

  finish(reason) {
    if (reason === "reload") return location.reload();
    this.over = true;
    this.source.close();
    return this.handlers.closed(reason);
  }

  /** After waking or coming back online: do not wait for a timeout. */
  reopenNow() {
    if (this.over) return;
    this.source.close();
    this.open();
  }

  get lost() {
    const silent = performance.now() - this.heard;
    return silent > SILENCE_MS || (this.source.readyState !== EventSource.OPEN && silent > 3000);
  }

  watch() {
    if (this.over) return;
    if (this.lost !== this.wasLost) {
      this.wasLost = this.lost;
      this.handlers.lost(this.lost);
    }
    const dead = this.source.readyState === EventSource.CLOSED || performance.now() - this.heard > SILENCE_MS;
    if (dead && performance.now() - this.opened > this.pause()) {
      if (!this.isAway) this.failures += 1;
      this.source.close();
      this.open();
    }
    if (this.failures >= 2 && performance.now() - this.polled > POLL_MS) this.poll();
  }

  /** How long a stream that was opened and refused is left alone; chosen once for each refusal. */
  pause() {
    if (this.isAway) this.pauseMs ??= AWAY_MS + Math.random() * SPREAD_MS;
    return this.isAway ? this.pauseMs : REFUSED_MS[Math.min(this.failures, REFUSED_MS.length - 1)];
  }

  /** Where no stream can be had (a proxy that buffers, too many tabs), the document itself. */
  async poll() {
    this.polled = performance.now();
    try {
      const headers = this.etag ? { "If-None-Match": this.etag } : {};
      const answer = await fetch(this.urls.state, { headers, cache: "no-store" });
      if (answer.status === 410) return this.finish("closed");
      if (answer.status === 404) return this.finish("expired");
      if (answer.ok || answer.status === 304) this.heard = performance.now();
      if (!answer.ok) return undefined;
      this.etag = answer.headers.get("ETag") || "";
      const found = await answer.json();
      for (const state of found.states ?? [found]) {
        this.handlers.time(state.server_ms);
        this.take(state);
      }
      return undefined;
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      return undefined;
    }
  }
}
