import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fr } from '@openpmo/ui/i18n/fr';
import { nl } from '@openpmo/ui/i18n/nl';
import { describe, expect, it } from 'vitest';
import { jobStates } from '../parts/words';
import { loadTexts } from './languages';

/** Our own sources as text: what they look up must exist. */
const sources = Object.values(
  import.meta.glob<string>('../**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true }),
);

describe('words', () => {
  it.each(['fr', 'nl'] as const)('%s answers react-admin and our own resources', async (language) => {
    const { i18nProvider, translator } = await loadTexts(language);
    const own = language === 'fr' ? fr.admin : nl.admin;
    expect(i18nProvider.translate('resources.operations.name', { smart_count: 2 })).toBe(
      own['resources.operations.name'].split('||||')[1]?.trim(),
    );
    expect(i18nProvider.translate('ra.auth.logout')).toBe(own['ra.auth.logout']);
    expect(i18nProvider.translate('ra.action.save')).toMatch(/^(Enregistrer|Opslaan)$/);
    for (const state of jobStates) expect(translator.has(`admin.job.state.${state}`), state).toBe(true);
  });

  it('says what each job of the server does', async () => {
    const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');
    const said = (folder: string, pattern: RegExp) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.go') && !name.endsWith('_test.go'))
        .flatMap((name) =>
          [...readFileSync(join(root, folder, name), 'utf8').matchAll(pattern)].map((found) => found[1] ?? ''),
        );
    const kinds = [
      ...said('adapters/jobs', /Kind\(\) string \{ return "(\w+)_v\d+"/g),
      ...said('core', /\bjob\.Kind = "(\w+)"/g).map((kind) =>
        kind.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      ),
    ];
    expect(kinds).toContain('curve_import');
    expect(kinds.length).toBeGreaterThan(8);
    const { translator } = await loadTexts('nl');
    expect(kinds.filter((kind) => !translator.has(`admin.job.kind.${kind}`))).toEqual([]);
  });

  it('loads every area that it speaks', async () => {
    const { translator } = await loadTexts('nl');
    const areas = Object.keys(fr).join('|');
    const keys = sources.flatMap((text) =>
      [...text.matchAll(new RegExp(`'((?:${areas})\\.[\\w.]+)'`, 'g'))].map((found) => found[1] ?? ''),
    );
    expect(keys.length).toBeGreaterThan(60);
    expect(keys.filter((key) => !translator.has(key))).toEqual([]);
  });

  it('has a label for every column and exported field', () => {
    const texts = Object.keys(fr.admin);
    for (const resource of [
      'operations',
      'participants',
      'users',
      'seller-claims',
      'emission-factors',
      'trv-prices',
      'cgu-approvals',
      'jobs',
      'outbox',
    ]) {
      for (const part of ['name', 'empty', 'invite']) expect(texts).toContain(`resources.${resource}.${part}`);
    }
    const labels = new Set(texts.map((key) => key.split('.').at(-1)));
    const fields = sources.flatMap((text) =>
      [...text.matchAll(/\bsource(?:="|: ')(?!kept'|cleared')(\w+)["']/g)].map((found) => found[1]),
    );
    expect(fields.length).toBeGreaterThan(40);
    expect(fields.filter((field) => field !== 'q' && !labels.has(field))).toEqual([]);
  });

  it('keeps French sentences in the catalogues', () => {
    const accented = sources.filter((text) =>
      /[àâèéêëîïôùûœ]/.test(text.replaceAll(/Français|[^\n]*\.test[^\n]*/g, '')),
    );
    expect(accented.filter((text) => !/from 'vitest'/.test(text))).toEqual([]);
  });
});
