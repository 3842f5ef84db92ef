// Lists that the document does not hold: seats, waiting list, house rules. Fetched when what is shown needs them and the
// tournament has changed since; never while nothing changes.
import { neededLists } from "./panels.js";

const NOTHING = { seats: [], waiting: [], rules: "", version: "" };

export class Lists {
  /** urls: {seats, waiting, rules}; onChange is called when something new has come. */
  constructor(urls, onChange) {
    this.urls = urls;
    this.onChange = onChange;
    this.found = new Map();
    this.versions = new Map();
  }

  of(id) {
    return this.found.get(id) ?? NOTHING;
  }

  /** Fetch what the view needs, unless it has it at this version. */
  async load(view) {
    const { id } = view.state.tournament;
    for (const name of neededLists(view)) {
      const key = `${name}/${id}`;
      if (!this.urls[name] || this.versions.get(key) === view.state.version) continue;
      this.versions.set(key, view.state.version);
      const answer = await this.fetched(`${this.urls[name]}?t=${id}`);
      if (answer) this.take(id, name, answer);
      else this.versions.delete(key);
    }
  }

  take(id, name, answer) {
    const before = this.of(id);
    if (JSON.stringify(before[name]) === JSON.stringify(answer[name])) return;
    this.found.set(id, { ...before, [name]: answer[name], version: `${before.version}.${name}${answer.version}` });
    this.onChange();
  }

  /** JSON of an address; null where it cannot be had now. */
  async fetched(url) {
    try {
      const answer = await fetch(url, { cache: "no-cache" });
      return answer.ok ? await answer.json() : null;
    } catch (error) {
      if (error instanceof TypeError) return null;
      throw error;
    }
  }
}
