// A display on a wall, an upright screen or a phone.
import { picture } from "./layouts.js";
import { Page, bootOf } from "./page.js";

function layout() {
  if (matchMedia("(max-width: 700px)").matches) return "phone";
  return matchMedia("(max-aspect-ratio: 9/10)").matches ? "portrait" : "wall";
}

new Page(bootOf(), { picture, layout }).start();
