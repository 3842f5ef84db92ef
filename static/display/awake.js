// Keeps the screen on. The wake lock needs a secure context; on plain HTTP in a club's own network a muted looping video
// does the same. Both end when the page is hidden, so both are asked for again when it comes back.

export class Awake {
  /** videos: {webm, mp4}, addresses of the same seconds of black. */
  constructor(videos) {
    this.videos = videos;
    this.video = null;
    this.lock = null;
    this.state = "none";
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.ask());
    addEventListener("pointerdown", () => this.state === "none" && this.ask());
    this.ask();
  }

  async ask() {
    if (document.visibilityState !== "visible") return;
    this.state = (await this.askLock()) || (await this.playVideo()) || "none";
    document.documentElement.dataset.awake = this.state;
  }

  async askLock() {
    if (!("wakeLock" in navigator)) return "";
    if (this.lock && !this.lock.released) return "lock";
    try {
      this.lock = await navigator.wakeLock.request("screen");
      return "lock";
    } catch (error) {
      if (error.name !== "NotAllowedError") throw error;
      return "";
    }
  }

  async playVideo() {
    if (!this.video) {
      this.video = document.createElement("video");
      const src = this.video.canPlayType('video/webm; codecs="vp8"') ? this.videos.webm : this.videos.mp4;
      Object.assign(this.video, { src, muted: true, loop: true, playsInline: true });
      this.video.className = "awake";
      this.video.setAttribute("aria-hidden", "true");
      document.body.append(this.video);
    }
    try {
      await this.video.play();
      return "video";
    } catch (error) {
      if (error.name !== "NotAllowedError" && error.name !== "AbortError" && error.name !== "NotSupportedError") throw error;
      return "";
    }
  }
}
