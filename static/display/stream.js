// The open stream: one EventSource, a watchdog for connections that died silently, polling where streams are refused.

const SILENCE_MS = 26000;
const REOPEN_MS = [1000, 2000, 4000, 8000, 15000];
const POLL_MS = 5000;

export class Stream {
  /** handlers: state(object), time(ms), screen(object), me(object), closed(reason), lost(boolean). */
  constructor(urls, handlers, state) {
    this.urls = urls;
    this.handlers = handlers;
    this.heard = performance.now();
    this.failures = 0;
    this.over = false;
    this.version = state.version;
    this.madeMs = state.server_ms;
    this.wasLost = false;
    this.etag = "";
    this.polled = 0;
    this.open();
    setInterval(() => this.watch(), 1000);
    addEventListener("online", () => this.reopenNow());
    addEventListener("pageshow", (event) => event.persisted && this.reopenNow());
  }

  open() {
    this.source = new EventSource(this.version ? `${this.urls.events}&v=${this.version}` : this.urls.events);
    this.opened = performance.now();
    const on = (name, handle) => this.source.addEventListener(name, (event) => {
      this.listen();
      handle(JSON.parse(event.data));
    });
    this.source.addEventListener("open", () => this.listen());
    on("state", (state) => this.take(state));
    on("time", (data) => this.handlers.time(data.server_ms));
    on("screen", (data) => this.handlers.screen(data));
    on("me", (data) => this.handlers.me(data));
    on("closed", (data) => this.finish(data.reason));
  }

  /** A state made before the one shown is dropped; a smaller version made later is a restored backup. */
  take(state) {
    if (state.version < this.version && state.server_ms <= this.madeMs) return;
    this.version = state.version;
    this.madeMs = state.server_ms;
    this.handlers.state(state);
  }

  listen() {
    this.heard = performance.now();
    this.failures = 0;
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
    const pause = REOPEN_MS[Math.min(this.failures, REOPEN_MS.length - 1)];
    const since = performance.now() - this.opened;
    const dead = this.source.readyState === EventSource.CLOSED || performance.now() - this.heard > SILENCE_MS;
    if (dead && since > pause) {
      this.failures += 1;
      this.source.close();
      this.open();
    }
    if (this.failures >= 2 && performance.now() - this.polled > POLL_MS) this.poll();
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
      const state = await answer.json();
      this.handlers.time(state.server_ms);
      return this.take(state);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      return undefined;
    }
  }
}
