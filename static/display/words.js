// Words in the display's language. Texts come from the server's catalogues; the browser only fills them in.

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
