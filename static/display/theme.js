// The club's colours and pictures. Colours were checked against the dark ground of displays before they were accepted.

/** Wear the club's colours; without any, the house's own. */
export function wear(theme) {
  const { style } = document.documentElement;
  for (const name of ["main", "accent"]) {
    if (theme?.[name]) style.setProperty(`--club-${name}`, theme[name]);
    else style.removeProperty(`--club-${name}`);
  }
  document.documentElement.classList.toggle("has-accent", Boolean(theme?.accent));
}
