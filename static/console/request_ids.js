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

/** What an act is: its address and all that is sent with it, save what differs from page to page. */
export function keyOf(action, body) {
  const sent = [...body].filter(([name]) => !["request_id", "csrfmiddlewaretoken", "stamp"].includes(name));
  return JSON.stringify([action, sent]);
}

/** The id of this act: the form's own while it waits for an answer, else the one kept for the same act, else a new one. */
export function idFor(form, key) {
  const all = read();
  const id = form?.dataset.requestId ?? all[key]?.id ?? newId();
  if (form) form.dataset.requestId = id;
  write({ ...all, [key]: { id, at: Date.now() } });
  return id;
}

/** The server has answered. A moment later the id is given up; until then a double click is the same act. */
export function answered(form, key, id, atOnce) {
  const forget = () => {
    if (form?.dataset.requestId === id) delete form.dataset.requestId;
    const all = read();
    if (all[key]?.id === id) delete all[key];
    write(all);
  };
  if (atOnce) forget();
  else setTimeout(forget, DOUBLE_CLICK_MS);
}
