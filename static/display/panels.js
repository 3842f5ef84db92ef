// What a display shows now: what the moment asks for, one thing chosen for it, or panels in turn. Everything follows from
// the server's time, so that walls which show the same agree.

const PANELS = ["prizes", "seats", "moves", "waiting", "structure", "rules"];
const LISTED = ["seats", "waiting", "rules"];
/** Panels that stand still in front of what matters: while a table moves, ends or wins, the moment has the word. */
const MOMENTS = new Set(["bubble", "winner", "finished", "deal"]);

/** The mode chosen for the display, or what all displays show for some minutes. */
export function chosenMode({ screen, now }) {
  return screen.shown_mode && now < (screen.shown_until_ms ?? 0) ? screen.shown_mode : screen.mode;
}

/** What a display shows at this moment: "auto", or the name of a panel. Panels that are empty are passed over. */
export function modeOf(view) {
  const mode = chosenMode(view);
  if (mode === "moves" && isEmpty(view, mode) && !isEmpty(view, "seats")) return "seats";
  if (mode !== "rotation") return mode in EMPTY && isEmpty(view, mode) ? "auto" : mode;
  if (MOMENTS.has(view.stage)) return "auto";
  const wanted = view.screen.panels?.length ? view.screen.panels : PANELS;
  const full = wanted.filter((name) => !isEmpty(view, name));
  return full.length ? full[Math.floor(view.now / panelMs(view)) % full.length] : "auto";
}

export function panelMs(view) {
  return (view.screen.panel_seconds || 15) * 1000;
}

const EMPTY = {
  prizes: ({ state }) => !state.money.shown || !state.money.prizes.length,
  seats: ({ lists }) => !lists.seats.length,
  moves: (view) => !view.state.moves.some((move) => move.from_table !== null),
  waiting: ({ lists }) => !lists.waiting.length,
  structure: ({ state }) => !state.clock.levels.length,
  rules: ({ lists }) => !lists.rules,
};

function isEmpty(view, name) {
  return EMPTY[name](view);
}

/** The lists that what is shown needs: those of the panels in turn all, so that none is missing when its turn comes. */
export function neededLists(view) {
  const mode = chosenMode(view);
  if (view.layout === "phone") return [];
  if (mode === "rotation") return (view.screen.panels?.length ? view.screen.panels : PANELS).filter((name) => LISTED.includes(name));
  if (mode === "moves") return ["seats"];
  if (LISTED.includes(mode)) return [mode];
  return view.stage === "before" ? ["seats"] : [];
}

/** Of several tournaments: all together where clocks are shown, else one after the other. */
export function turnOf(views) {
  const mode = chosenMode(views[0]);
  if (mode === "auto" || mode === "clock" || views[0].layout === "phone") return views;
  const turn = Math.floor(views[0].now / panelMs(views[0]));
  const view = views[turn % views.length];
  if (mode !== "rotation") return [view];
  return [{ ...view, mode: "auto" }];
}
