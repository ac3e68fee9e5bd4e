// Rewrites the French catalogues as typography.mjs says: npm run typeset -w sdk/ui
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { exceptions, typeset } from './typography.mjs';

const catalogues = new URL('../catalogues/', import.meta.url);

for (const language of ['fr', 'fr-BE']) {
  for (const file of readdirSync(new URL(`${language}/`, catalogues))) {
    const path = new URL(`${language}/${file}`, catalogues);
    const before = readFileSync(path, 'utf8');
    let after = before;
    for (const [key, text] of Object.entries(JSON.parse(before))) {
      if (`${file.replace('.json', '')}.${key}` in exceptions) continue;
      const [name, old, now] = [key, text, typeset(text)].map((one) => JSON.stringify(one));
      after = after.replace(`${name}: ${old}`, () => `${name}: ${now}`);
    }
    if (after !== before) writeFileSync(path, after);
  }
}
