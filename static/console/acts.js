// Acts: forms that do something. Sent once, with an id of their own; nothing typed is lost when no answer comes.
import { answered, idFor, keyOf, newId } from "./request_ids.js";
import { closeDialogOf } from "./dialogs.js";
import { markClean } from "./forms.js";
import { toast } from "./toasts.js";
import { word } from "./words.js";

const sent = new WeakMap(); // request context → { form, key, id }

function actForm(source) {
  return source?.closest?.("form[data-act]") ?? null;
}

function isAct(ctx) {
  return ctx.request.method === "POST" && (ctx.request.action.includes("/act/") || actForm(ctx.sourceElement) !== null);
}

/** Each press of a repeating act (+1 minute) is an act of its own; every other form is one act until it is answered. */
function stampRequest(event) {
  const { ctx } = event.detail;
  if (!isAct(ctx)) return;
  const form = actForm(ctx.sourceElement);
  const key = keyOf(ctx.request.action, ctx.request.body, Boolean(form && "fresh" in form.dataset));
  const repeats = Boolean(form && "repeat" in form.dataset);
  const id = repeats ? newId() : idFor(form, ctx.request.action, key);
  ctx.request.body.set("request_id", id);
  sent.set(ctx, { form, key, id, repeats });
}

function setBusy(form, busy) {
  if (!form || "repeat" in form.dataset) return;
  form.toggleAttribute("data-busy", busy);
  for (const button of form.querySelectorAll("button[type=submit]")) {
    if (busy) button.setAttribute("aria-busy", "true");
    else button.removeAttribute("aria-busy");
  }
}

/** The place in the form where the server's answer is said. A form in the dialog always has one. */
function sayingPlace(form) {
  return form?.querySelector("[data-says]") ?? null;
}

function plainText(html) {
  const shelf = document.createElement("template");
  shelf.innerHTML = html;
  return shelf.content.textContent.replace(/\s+/g, " ").trim();
}

function say(form, text) {
  const place = sayingPlace(form);
  if (!place) return toast({ text, kind: "bad" });
  const line = document.createElement("p");
  line.className = "notice notice--bad";
  line.setAttribute("role", "alert");
  line.textContent = text;
  place.replaceChildren(line);
  return undefined;
}

function succeeded(ctx, note) {
  sayingPlace(note.form)?.replaceChildren();
  markClean(note.form);
  closeDialogOf(ctx.sourceElement);
}

/** Refused: the sentence goes to the form, or to a toast when a lone button was pressed. */
function refused(ctx, note) {
  const place = sayingPlace(note.form);
  if (place) {
    ctx.target = place;
    ctx.swap = "innerHTML";
    return;
  }
  ctx.swap = "none";
  toast({ text: plainText(ctx.text) || word("failed"), kind: "bad" });
}

function take(event) {
  const { ctx } = event.detail;
  const note = sent.get(ctx);
  if (!note) return;
  const { status } = ctx.response;
  if (status < 500) answered(note.form, note.key, note.id, status >= 400 || note.repeats);
  if (status < 400) return succeeded(ctx, note);
  if (status < 500 || ctx.response.raw?.headers.get("X-Busy")) return refused(ctx, note);
  ctx.swap = "none";
  return say(note.form, word("failed"));
}

/** A page that wants a sign-in answers with a redirect to it: say so instead of swapping a whole page in. */
function signedOut(event) {
  const { ctx } = event.detail;
  const at = ctx.response?.raw?.url ? new URL(ctx.response.raw.url).pathname : "";
  if (!ctx.response?.raw?.redirected || !at.startsWith("/login")) return;
  event.preventDefault();
  toast({ text: word("signed-out"), kind: "bad" });
}

function lostAnswer(event) {
  const ctx = event.detail?.ctx;
  const note = ctx && sent.get(ctx);
  if (note && ctx.text === undefined) say(note.form, word("no-answer"));
}

/** Somebody pressed a second time while the first is under way: the first answer is for both. */
function blockSecond(event) {
  const form = actForm(event.target);
  if (!form?.hasAttribute("data-busy")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** The Undo of a toast: an act without a form, of the tournament or of the club. */
function undo(actionId) {
  const { actUrl, undoVerb } = document.body.dataset;
  const values = { action_id: actionId };
  return window.htmx.ajax("POST", `${actUrl}${undoVerb}`, {
    source: document.body, target: document.body, swap: "none", values,
  });
}

/** The second click of a double click, wherever the button has gone meanwhile. */
function blockDoubleClick(event) {
  const form = event.detail > 1 ? actForm(event.target.closest?.("button[type=submit]")) : null;
  if (!form || "repeat" in form.dataset) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

export function startActs() {
  document.addEventListener("click", blockDoubleClick, true);
  document.addEventListener("submit", blockSecond, true);
  // By an event: modules that import each other cannot be named by a hash of their content.
  document.addEventListener("undo-act", (event) => undo(event.detail));
  document.addEventListener("htmx:config:request", stampRequest);
  document.addEventListener("htmx:before:request", (event) => setBusy(sent.get(event.detail.ctx)?.form, true));
  document.addEventListener("htmx:before:response", signedOut);
  document.addEventListener("htmx:after:request", take);
  document.addEventListener("htmx:error", lostAnswer);
  document.addEventListener("htmx:finally:request", (event) => setBusy(sent.get(event.detail.ctx)?.form, false));
}
