// One id per intended act: kept until the server has answered it, through lost answers and reloads, so that trying again
// can never do a thing twice. crypto.randomUUID does not exist on plain HTTP in a LAN; getRandomValues does.

const KEPT_MS = 10 * 60 * 1000;
const DOUBLE_CLICK_MS = 700;
const SHELF = "request-ids";

/** A random UUID (version 4). */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

function read() {
  const now = Date.now();
  const all = JSON.parse(sessionStorage.getItem(SHELF) || "{}");
  return Object.fromEntries(Object.entries(all).filter(([, kept]) => now - kept.at < KEPT_MS));
}

function write(all) {
  sessionStorage.setItem(SHELF, JSON.stringify(all));
}

/**
 * What an act is: its address and all that is sent with it, save what differs from page to page. Where a new stamp makes
 * it a new act (the next level, and then the next), the stamp belongs to it.
 */
export function keyOf(action, body, withStamp) {
  const apart = ["request_id", "csrfmiddlewaretoken", ...(withStamp ? [] : ["stamp"])];
  const sent = [...body].filter(([name]) => !apart.includes(name));
  return JSON.stringify([action, sent]);
}

/** The id of this act: the form's own while it waits for an answer, else the one kept for the same act, else a new one. */
export function idFor(form, action, key) {
  const all = read();
  const own = form?.dataset.requestFor === action ? form.dataset.requestId : undefined;
  const id = own ?? all[key]?.id ?? newId();
  if (form) Object.assign(form.dataset, { requestId: id, requestFor: action });
  write({ ...all, [key]: { id, at: Date.now() } });
  return id;
}

function forgetForm(form, id) {
  if (form?.dataset.requestId !== id) return;
  delete form.dataset.requestId;
  delete form.dataset.requestFor;
}

function forgetKept(key, id) {
  const all = read();
  if (all[key]?.id !== id) return;
  delete all[key];
  write(all);
}

/** The server has answered: the form's next act is another one. For a moment the very same act is still the same. */
export function answered(form, key, id, atOnce) {
  forgetForm(form, id);
  if (atOnce) forgetKept(key, id);
  else setTimeout(() => forgetKept(key, id), DOUBLE_CLICK_MS);
}
