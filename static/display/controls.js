// What a person at the screen can do: sound after one tap, full screen and out of it, the language; and what the page
// must say about itself: that the connection is lost, or that the display was switched off.
import { h } from "./dom.js";

const SHOWN_MS = 4000;

export class Controls {
  constructor(box, { sound, speech, languages, speak, lastHeard }) {
    this.box = box;
    this.sound = sound;
    this.speech = speech;
    this.lastHeard = lastHeard;
    this.soundButton = h("button.c-btn.c-sound", { type: "button", hidden: true, onclick: () => this.sound()?.start() });
    this.fullButton = h("button.c-btn", { type: "button", onclick: () => toggleFullScreen() });
    this.languages = languages.map(([code, title]) => h("button.c-btn.c-lang", { type: "button", lang: code, "aria-label": title, onclick: () => speak(code) }, code.toUpperCase()));
    this.bar = h("div.c-bar", this.languages, this.fullButton);
    this.message = h("p.c-lost", { role: "alert", hidden: true });
    this.mute = h("p.c-mute", { role: "status", hidden: true });
    box.append(this.message, this.soundButton, this.mute, this.bar);
    this.over = "";
    for (const event of ["pointermove", "pointerdown", "keydown"]) addEventListener(event, () => this.wake(), { passive: true });
    addEventListener("keydown", (event) => isFullKey(event) && toggleFullScreen());
    addEventListener("keydown", (event) => event.key === "Escape" && document.fullscreenElement && document.exitFullscreen());
    addEventListener("dblclick", (event) => !event.target.closest("button, a, input") && toggleFullScreen());
  }

  /** Shown while somebody moves the mouse or touches the screen, then out of the way again. */
  wake() {
    this.box.classList.add("is-awake");
    document.documentElement.classList.remove("is-idle");
    clearTimeout(this.sleeping);
    this.sleeping = setTimeout(() => {
      this.box.classList.remove("is-awake");
      document.documentElement.classList.add("is-idle");
    }, SHOWN_MS);
  }

  tick(view) {
    this.tickSound(view, this.sound());
    this.fullButton.hidden = !document.fullscreenEnabled;
    write(this.fullButton, view.say(document.fullscreenElement ? "leave_full_screen" : "full_screen"));
    for (const button of this.languages) button.setAttribute("aria-pressed", String(button.lang === view.locale));
    if (this.isLost) write(this.message, view.say("lost", { at: view.figures.atSeconds(this.lastHeard()) }));
  }

  tickSound(view, sound) {
    const wanted = sound !== null && view.screen.sound && !this.over;
    const on = sound?.on ?? false;
    this.soundButton.hidden = !wanted || (on && !this.box.classList.contains("is-awake"));
    write(this.soundButton, view.say(on ? "sound_on" : "tap_for_sound"));
    this.soundButton.classList.toggle("is-on", on);
    const speech = this.speech();
    const isMute = wanted && view.screen.speaks && speech && !speech.speaks(view.locale);
    // For whoever stands at the screen; the room needs the name and the sponsor that it would cover.
    this.mute.hidden = !(isMute && this.box.classList.contains("is-awake"));
    write(this.mute, view.say("no_voice"));
    if (on && !wanted) sound.stop();
  }

  lose(isLost, view) {
    this.isLost = isLost && !this.over;
    this.message.hidden = !this.isLost && !this.over;
    document.documentElement.classList.toggle("is-lost", this.isLost);
    this.tick(view);
  }

  close(reason, view) {
    this.over = reason;
    this.isLost = false;
    this.message.hidden = false;
    write(this.message, view.say(view.has(reason) ? reason : "closed"));
    this.tick(view);
  }
}

function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** F, as in players of films; Esc leaves by itself. Not with Ctrl or Alt, and not while somebody types. */
function isFullKey(event) {
  return event.key.toLowerCase() === "f" && !event.ctrlKey && !event.altKey && !event.metaKey && !event.target.closest?.("input, textarea");
}

function toggleFullScreen() {
  if (!document.fullscreenEnabled) return undefined;
  if (document.fullscreenElement) return document.exitFullscreen();
  return document.documentElement.requestFullscreen({ navigationUI: "hide" });
}
