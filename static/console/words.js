// Sentences of the script, translated by the page (templates/components/layers.html).

/** The sentence with this name in the page's language; the name itself where the page has none. */
export function word(name) {
  const shelf = document.getElementById("words");
  return shelf?.content.querySelector(`[data-word="${name}"]`)?.textContent ?? name;
}
