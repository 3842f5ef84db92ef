import { signalOfAct, signalsAhead } from "./signals.js";

// Tones made by the machine itself: no files. Each signal is told from the others by its tune, not by its loudness.

const HORIZON_MS = 90000;
/** [semitones above A4, start in seconds, length in seconds] */
const TUNES = {
  minute: [[7, 0, 0.18], [7, 0.26, 0.3]],
  prepare: [[0, 0, 0.18], [0, 0.26, 0.18], [7, 0.52, 0.5]],
  level: [[0, 0, 0.22], [4, 0.24, 0.22], [7, 0.48, 0.22], [12, 0.72, 0.9]],
  break: [[12, 0, 0.3], [7, 0.34, 0.3], [3, 0.68, 1.1]],
  play: [[0, 0, 0.16], [7, 0.2, 0.16], [12, 0.4, 0.16], [7, 0.6, 0.16], [12, 0.8, 1.0]],
};

export class Sound {
  /** onChange is called when the sound comes on or goes away. */
  constructor(onChange) {
    this.onChange = onChange;
    this.context = null;
    this.planned = new Map();
    this.sounded = new Set();
    this.anchor = null;
    this.channel = "BroadcastChannel" in window ? new BroadcastChannel("display-sound") : null;
    if (this.channel) this.channel.onmessage = () => this.stop();
  }

  get on() {
    return this.context !== null && this.context.state === "running";
  }

  /** Called by a tap. The window tapped last is the one that sounds; others of this browser fall silent. */
  async start() {
    this.context = this.context || new AudioContext();
    await this.context.resume();
    if (this.channel) this.channel.postMessage("taken");
    this.play("minute", 0);
    this.onChange();
  }

  stop() {
    if (!this.context) return;
    this.cancel();
    this.context.close();
    this.context = null;
    this.onChange();
  }

  /** Plan what lies ahead: on each new state, and again every half minute. */
  plan(levels, anchor, nowMs) {
    if (this.on) {
      const changed = !this.anchor || !anchor || anchor.sequence !== this.anchor.sequence;
      if (changed) this.cancel();
      const act = changed ? signalOfAct(levels, this.anchor, anchor, nowMs) : null;
      if (act) this.once(act.key, act.kind, 0);
      for (const signal of signalsAhead(levels, anchor, nowMs, HORIZON_MS)) {
        this.once(signal.key, signal.kind, Math.max(0, signal.atMs - nowMs) / 1000);
      }
    }
    this.anchor = anchor;
  }

  /** The machine slept: the sound card stood still, so what was planned would come late. */
  replan(levels, nowMs) {
    if (!this.on) return;
    this.cancel();
    this.plan(levels, this.anchor, nowMs);
  }

  once(key, kind, inSeconds) {
    if (this.planned.has(key) || this.sounded.has(key)) return;
    this.planned.set(key, { nodes: this.play(kind, inSeconds), at: this.context.currentTime + inSeconds });
  }

  /** Drop what has not begun yet; what was heard stays known, so that it is not heard again. */
  cancel() {
    for (const [key, { nodes, at }] of this.planned) {
      if (at <= this.context.currentTime + 0.05) this.sounded.add(key);
      else nodes.forEach((node) => node.stop());
    }
    this.planned.clear();
  }

  play(kind, inSeconds) {
    return TUNES[kind].map(([semitones, start, length]) => this.tone(440 * 2 ** (semitones / 12), inSeconds + start, length));
  }

  tone(frequency, inSeconds, length) {
    const begin = this.context.currentTime + inSeconds;
    const tone = new OscillatorNode(this.context, { type: "triangle", frequency });
    const gain = new GainNode(this.context, { gain: 0 });
    gain.gain.setValueAtTime(0, begin);
    gain.gain.linearRampToValueAtTime(0.5, begin + 0.015);
    gain.gain.exponentialRampToValueAtTime(0.001, begin + length);
    tone.connect(gain).connect(this.context.destination);
    tone.start(begin);
    tone.stop(begin + length + 0.05);
    return tone;
  }
}
