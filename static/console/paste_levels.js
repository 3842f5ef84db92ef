// Reads levels out of pasted text. Pure: text in, rows out; what cannot be read is named by its line.

const BREAK = /\b(break|pause|paus|vaheaeg|pauză|pauza|перерыв)\b/iu;

/** Numbers of a line; "1,000" and "1 000" are one number when the groups have three digits and a blind stands apart. */
function numbersIn(text) {
  const joined = text.replace(/(\d),(?=\d{3}(\D|$))/g, "$1").replace(/(\d)k\b/gi, "$1000");
  return (joined.match(/\d+(\.\d+)?/g) ?? []).map(Number);
}

/** One line as a row of the table, null when it is empty, undefined when it cannot be read. */
export function levelFrom(text) {
  if (!text.trim()) return null;
  const numbers = numbersIn(text);
  if (BREAK.test(text)) return numbers.length ? { level_kind: "break", minutes: numbers[0] } : undefined;
  if (numbers.length < 3) return undefined;
  const [minutes, small, big, ante = 0] = numbers;
  const kind = ante ? (ante >= big ? "bba" : "each") : "none";
  return { level_kind: "play", minutes, small_blind: small, big_blind: big, ante: ante || "", ante_kind: kind };
}

/** All lines: { levels, bad: [{ line (from 1), text }] }. */
export function levelsFrom(text) {
  const levels = [];
  const bad = [];
  text.split(/\r?\n/).forEach((line, index) => {
    const level = levelFrom(line);
    if (level === undefined) bad.push({ line: index + 1, text: line.trim() });
    else if (level) levels.push(level);
  });
  return { levels, bad };
}
