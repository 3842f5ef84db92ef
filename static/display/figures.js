// Numbers and words as people read them. Nothing is ever rounded to something that is not true (15,250 is 15,250 or 15.25K).

const MINUTE = 60000;
const WHEN = { weekday: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23" };

/** A duration as a clock shows it, rounded up so that 00:00 means over: 09:53, 1:04:12. */
export function clockText(ms) {
  const seconds = Math.ceil(Math.max(0, ms) / 1000);
  const two = (value) => String(value).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const rest = `${two(Math.floor((seconds % 3600) / 60))}:${two(seconds % 60)}`;
  return hours ? `${hours}:${rest}` : rest;
}

/** The same inside a sentence: 9:53, 2:00. */
export function briefText(ms) {
  return clockText(ms).replace(/^0(\d:)/, "$1");
}

/** Time counted up, rounded down: overtime. */
export function countText(ms) {
  return clockText(Math.floor(ms / 1000) * 1000);
}

/** Whole minutes where there are some, else minutes and seconds. */
export function lengthText(ms) {
  return ms % MINUTE === 0 ? String(ms / MINUTE) : briefText(ms);
}

/** The formats of one reader: locale (a BCP 47 tag), currency, its decimal digits, and the tournament's time zone. */
export function figures(locale, currency, digits, timeZone) {
  const whole = new Intl.NumberFormat(locale, { useGrouping: "always", maximumFractionDigits: 0 });
  const exact = new Intl.NumberFormat(locale, { useGrouping: "always", maximumFractionDigits: 9 });
  const coins = moneyFormat(locale, currency, digits);
  const bare = moneyFormat(locale, currency, 0);
  const hours = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone });
  const seconds = new Intl.DateTimeFormat("en-GB", {
    hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23", timeZone,
  });
  const day = new Intl.DateTimeFormat(locale, { weekday: "long", day: "numeric", month: "long", timeZone });
  const there = new Intl.DateTimeFormat("en-CA", { ...WHEN, timeZone });
  const here = new Intl.DateTimeFormat("en-CA", WHEN);
  const own = new Intl.DateTimeFormat(locale, { ...WHEN, timeZoneName: "short" });
  const dayKey = new Intl.DateTimeFormat("en-CA", { timeZone });
  return {
    chips: (count) => whole.format(count),
    chipsIn: (count, room) => shortened(count, room, whole, exact),
    money: (minor) => (minor % 10 ** digits ? coins : bare).format(decimal(minor, digits)),
    at: (ms) => hours.format(ms),
    atSeconds: (ms) => seconds.format(ms),
    day: (ms) => day.format(ms),
    // The same moment by the clocks of a reader elsewhere, "Sun 10:30 PST"; nothing where clocks show the same.
    here: (ms) => (there.format(ms) === here.format(ms) ? "" : own.format(ms)),
    sameDay: (a, b) => dayKey.format(a) === dayKey.format(b),
  };
}

function moneyFormat(locale, currency, digits) {
  return new Intl.NumberFormat(locale, {
    style: "currency", currency, currencyDisplay: "narrowSymbol", useGrouping: "always",
    minimumFractionDigits: digits, maximumFractionDigits: digits,
  });
}

/** Minor units as a decimal string: 123456, 2 → "1234.56". Intl formats strings exactly; no binary fraction is made. */
export function decimal(minor, digits) {
  const text = String(Math.abs(minor)).padStart(digits + 1, "0");
  const cut = text.length - digits;
  const number = digits ? `${text.slice(0, cut)}.${text.slice(cut)}` : text;
  return minor < 0 ? `-${number}` : number;
}

/** The exact number if it fits into `room` characters, else the shortest exact form: 1.25M, 15.25K. */
function shortened(count, room, whole, exact) {
  const text = whole.format(count);
  if (text.length <= room || count < 10000) return text;
  const forms = [[1e9, 9, "B"], [1e6, 6, "M"], [1e3, 3, "K"]].filter(([unit]) => count >= unit);
  const short = forms.map(([, digits, sign]) => exact.format(trimmed(decimal(count, digits))) + sign);
  return [text, ...short].reduce((best, form) => (form.length < best.length ? form : best));
}

function trimmed(number) {
  return number.includes(".") ? number.replace(/\.?0+$/, "") : number;
}

/** {say, many, has} over a table of words: see display/words.py. */
export function speech(words, language) {
  const plural = new Intl.PluralRules(language);
  const filled = (text, facts) => text.replace(/%\((\w+)\)s/g, (_, name) => String(facts[name] ?? ""));
  return {
    has: (key) => key in words,
    say: (key, facts = {}) => filled(words[key] ?? "", facts),
    many: (key, count) => {
      const forms = words[key];
      return filled(forms[plural.select(count)] ?? forms.other, { n: count });
    },
  };
}
