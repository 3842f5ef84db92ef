// Lists lose rows from their end until they fit: how many fit depends on the language, a notice, the shape of the screen.

const LEAST = 2;

/** Takes away last rows of the longest list in each cut-off column. */
export function trim(box) {
  for (const column of box.querySelectorAll(".w-side, .w--wide .w-main")) {
    for (let turn = 0; turn < 60 && column.scrollHeight > column.clientHeight + 1; turn += 1) {
      if (!shorten(column)) break;
    }
  }
}

function shorten(column) {
  const lists = [...column.querySelectorAll("tbody, ul")].filter((list) => list.children.length > LEAST);
  const longest = lists.sort((a, b) => b.offsetHeight - a.offsetHeight)[0];
  if (!longest) return false;
  const count = getComputedStyle(longest).columnCount;
  for (let row = 0; row < (Number(count) || 1); row += 1) longest.lastElementChild.remove();
  return true;
}
