import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { exceptions, typeset } from '../../build/typography.mjs';
import exactTexts from '../../catalogues/exact-texts.json';
import type { Catalogue } from './catalogues';
import { first } from './first/fr';
import { fr } from './fr';
import { frBE } from './fr-BE';
import { pickLocale } from './locale';
import { nl } from './nl';
import { makeTranslator, problemText } from './translator';

const areaFiles = (folder: string) => readdirSync(new URL(`../../catalogues/${folder}`, import.meta.url));
const flat = (catalogue: Catalogue): Map<string, string> =>
  new Map(Object.entries(catalogue).flatMap(([area, texts]) => pairs(area, texts)));

const pairs = (area: string, texts: Partial<Record<string, string>> | undefined) =>
  Object.entries(texts ?? {}).map(([key, text]): [string, string] => [`${area}.${key}`, text ?? '']);

const placeholders = (text: string) => [...text.matchAll(/%\{(\w+)\}/g)].map((m) => m[1]).sort();
const sorted = (keys: Iterable<string>) => [...keys].sort();

const french = flat(fr);
const dutch = flat(nl);
const belgian = flat(frBE);

describe('catalogues', () => {
  it.each([
    ['fr', fr],
    ['nl', nl],
    ['fr-BE', frBE],
  ])('%s registers every area file', (folder, catalogue) => {
    const files = areaFiles(folder);
    expect(sorted(files)).toEqual(sorted(Object.keys(catalogue).map((area) => `${area}.json`)));
  });

  it('nl has the keys of fr, no more, no less', () => {
    expect(sorted(dutch.keys())).toEqual(sorted(french.keys()));
  });

  it('fr-BE only overrides keys that exist', () => {
    expect([...belgian.keys()].filter((key) => !french.has(key))).toEqual([]);
    expect([...belgian].filter(([key, text]) => french.get(key) === text)).toEqual([]);
  });

  it('has no empty text and the same placeholders in every language', () => {
    for (const [key, text] of french) {
      expect(text, key).not.toBe('');
      for (const other of [dutch.get(key), belgian.get(key)]) {
        if (other === undefined) continue;
        expect(new Set(placeholders(other)), key).toEqual(new Set(placeholders(text)));
      }
    }
  });

  it('keeps plurals out of what the server reads', () => {
    for (const [key, text] of [...french, ...dutch]) {
      if (/^(errors|enums)\./.test(key)) expect(text, key).not.toContain('||||');
    }
  });

  it('sets French as it is printed (npm run typeset -w sdk/ui mends it)', () => {
    const wrong = [...french, ...[...belgian].map(([key, text]): [string, string] => [`${key} (fr-BE)`, text])].filter(
      ([key, text]) => typeset(text) !== text && !(key in exceptions),
    );
    expect(wrong).toEqual([]);
    for (const key of Object.keys(exceptions)) {
      expect(typeset(french.get(key) ?? ''), `${key} needs no exception`).not.toBe(french.get(key));
    }
  });

  it.each([
    [
      "L'été d'%{name} : « oui » ! Non ; qui ?",
      'L’été d’%{name}\u00a0: «\u202foui\u202f»\u202f! Non\u202f; qui\u202f?',
    ],
    ['100 % de 12 kWh, %{n} €', '100\u202f% de 12\u202fkWh, %{n}\u202f€'],
    ['Voir https://a.example/?b ; 10:30', 'Voir https://a.example/?b\u202f; 10:30'],
    ['En % de %{total} %{unit}', 'En % de %{total} %{unit}'],
  ])('sets %s', (plain, printed) => {
    expect(typeset(plain)).toBe(printed);
    expect(typeset(printed)).toBe(printed);
  });

  it('holds the exact texts of the specification', () => {
    for (const [key, text] of Object.entries(exactTexts)) expect(french.get(key), key).toBe(text);
  });
});

/** What the server sends for each parameter whose value is not a text of somebody. */
const machine: Record<string, string | number | string[]> = {
  at: '2026-10-25T02:15:00+01:00',
  date: '2026-10-25T02:15:00+01:00',
  afterKilowattHours: '1234.5',
  amountBefore: '1234.50',
  beforeKilowattHours: '1234.5',
  curveKilowattHours: '1234.5',
  days: ['2026-11-08', '2026-11-09'],
  entry: '2026-11-08',
  exit: '2026-11-08',
  fields: ['postCode', 'legalNumber'],
  firstDates: ['2026-11-08', '2026-11-09', '…'],
  from: '2026-11-08',
  invoicedUntil: '2026-11-08',
  kilowattHours: '1234.5',
  kilowatts: '1234.5',
  last: '2026-11-08',
  lastInvoiceDate: '2026-11-08',
  max: 10000,
  maxKilowattHours: '1234.5',
  month: '2026-11',
  monthlyKwh: '1234.5',
  nature: 'Autoconso',
  oldest: '2026-11-08',
  price: '0.112',
  quantity: '1234.5',
  quartersKwh: '1234.5',
  rate: '5.5',
  readingKilowattHours: '1234.5',
  startDate: '2026-11-08',
  sum: '100.25',
  to: '2026-11-08',
  today: '2026-11-08',
  usage: 'VOLUME_PARTAGE_HI',
};
/** Days of a calendar, words of the contract, and numbers that nobody can read. */
const machineText = /\d{4}-\d{2}|\b[A-Z]+_[A-Z_]+\b|Autoconso\b|\d{5,}|\d\.\d|postCode|legalNumber/;

describe('a problem', () => {
  it.each([
    ['fr', [fr]],
    ['fr-BE', [fr, frBE]],
    ['nl', [nl]],
  ] as const)('%s has no machine text, whatever its parameters are', (locale, texts) => {
    const translator = makeTranslator(locale, texts);
    const { errors } = fr;
    for (const [key, text] of Object.entries(errors)) {
      const names = placeholders(text);
      if (/~~|<[a-z]+>/.test(text)) continue;
      const params = Object.fromEntries(names.map((name) => [name, machine[name ?? ''] ?? 'Mairie']));
      const said = problemText(translator, { key, params }, { fields: 'parties.field' });
      expect(said, key).not.toMatch(/%\{|undefined/);
      const own = translator.any(`errors.${key}`, Object.fromEntries(names.map((name) => [name, ''])));
      if (!machineText.test(own)) expect(said, key).not.toMatch(machineText);
    }
  });
});

describe('pickLocale', () => {
  it.each([
    ['nl', ['BE'], 'nl'],
    ['nl', ['FR'], 'nl'],
    ['fr', ['FR', 'BE'], 'fr-BE'],
    ['fr', ['FR'], 'fr'],
    [undefined, [], 'fr'],
  ])('%s with %j is %s', (language, countries, locale) => {
    expect(
      pickLocale(
        { language },
        countries.map((country) => ({ country })),
      ),
    ).toBe(locale);
  });
});

describe('translator', () => {
  const { t, any } = makeTranslator('fr', [fr]);
  it('fills and counts', () => {
    expect(t('design.table.rows', { smart_count: 2 })).toBe('2 lignes');
    expect(t('design.table.rows', { smart_count: 1 })).toBe('1 ligne');
    expect(any('errors.no.such', {}, 'fallback')).toBe('fallback');
  });
  it('elides before names that begin with a vowel, in every text', () => {
    const names: [string, string][] = [...french].filter(([, text]) => /\b(?:de|que) %\{/.test(text));
    expect(names.length).toBeGreaterThan(20);
    for (const [key, text] of names) {
      const said = (name: string) =>
        any(key, { ...Object.fromEntries(placeholders(text).map((one) => [one ?? '', name])), smart_count: 2 });
      expect(said('Enedis'), key).not.toMatch(/\b(?:de|que) Enedis/);
      expect(said('École'), key).not.toContain('\uE001');
      expect(said('Mairie'), key).not.toMatch(/\b[dD]’Mairie|[qQ]u’Mairie/);
    }
  });
  it('leaves articles and elisions before a name to the name', () => {
    const fixed = [...french].filter(
      ([key, text]) => /\b(?:[dl]|qu)’%\{(?!smart_count)/i.test(text) && !/Vowel$/.test(key),
    );
    expect(fixed.map(([key]) => key)).toEqual([]);
  });
  it('has no plural of one in what is said without counting', () => {
    const counted = /%\{(?:count|sites|days|periods)\} \p{L}+s\b/u;
    // Never one: the first rows of a long list, the days that a link and a payment term last.
    const many = [
      'distribution.matrix.fewer',
      'mail.activation.text',
      'mail.emailConfirmation.text',
      'invoice.term.days',
    ];
    const wrong = [...french].filter(([, text]) => !text.includes('||||') && counted.test(text));
    expect(wrong.map(([key]) => key).filter((key) => !many.includes(key))).toEqual([]);
  });
  it('lays Belgian French over French', () => {
    const belgianFrench = makeTranslator('fr-BE', [fr, frBE]);
    expect(belgianFrench.any('errors.prm.length')).toContain('18');
    expect(belgianFrench.t('shell.loading')).toBe(t('shell.loading'));
  });
  it('puts problems into words: key, else detail, else the default', () => {
    const translator = makeTranslator('fr', [fr]);
    const days = ['01/10', '02/10', '03/10', '04/10', '05/10'];
    expect(problemText(translator, { key: 'measurements.incomplete', params: { days } })).toContain(
      '01/10, 02/10, 03/10, 04/10…,',
    );
    expect(
      problemText(translator, { key: 'InconsistentPerimeter', params: { missing: [], unexpected: ['A', 'B'] } }),
    ).toBe('Les fichiers ne correspondent pas au périmètre du mois. Inattendus\u00a0: A, B.');
    const ranges = ['2026-11-08', '2026-11-09', '2026-11-10', '2026-11-12'];
    expect(problemText(translator, { key: 'measurements.incomplete', params: { days: ranges } })).toContain(
      '8–10 nov. 2026, 12/11/2026',
    );
    expect(problemText(translator, { key: 'no.such', detail: 'detail' })).toBe('detail');
    expect(problemText(translator, undefined)).toBe('Une erreur s’est produite. Veuillez réessayer.');
  });
  it('puts problems into words before the errors are loaded', () => {
    const translator = makeTranslator('fr', [first]);
    expect(problemText(translator, { key: 'prm.length', detail: 'Le PRM doit contenir 14 caractères' })).toBe(
      'Le PRM doit contenir 14 caractères',
    );
    expect(problemText(translator, { key: 'network' })).toMatch(/^La connexion au serveur a échoué/);
    expect(problemText(translator, { key: 'no.such' })).toBe('Un problème est survenu');
  });
});
