import type { Schemas } from '@openpmo/sdk';
import { QueryClient } from '@tanstack/react-query';
import { configure, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { type Operation, OperationContext } from '../../api/operations';
import { sessionQuery } from '../../api/session';
import { someJob, someSite } from '../../test/records';
import { accessibilityProblems, renderPage, someSession } from '../../test/render';
import { serve } from '../../test/server';
import { askFirst, CurveImportPage } from './CurveImportPage';

const id = '0199b0aa-0000-7000-8000-000000000010';
const operation: Operation = {
  id,
  name: 'Soleil du Val',
  externalId: 'ACC00000001',
  type: 'OPEN',
  dso: 'ENEDIS',
  country: 'FR',
  language: 'fr',
  siteIdentifier: 'prm',
  timezone: 'Europe/Paris',
  jdbToggle: false,
  features: [],
  sitesNumber: 4,
  producersNumber: 1,
  consumersNumber: 3,
  functionalities: [],
  theme: { primary: '#001e62', secondary: '#F3B617' },
  useEnphaseData: false,
  anniversaryDate: '2020-01-01',
};

const site: Schemas['CurveImportSite'] = {
  name: 'Gymnase',
  dsoId: '99100000000013',
  nature: 'Conso',
  month: '2026-10',
  step: 'PT15M',
  unit: 'W',
  labels: 'START',
  points: 2884,
  missing: 96,
  doubtful: 0,
  totalMilliWh: 6_529_000_000,
  previousMonthMilliWh: 1_620_000_000,
  ratio: 4.03,
  suspectedFactor: '×4',
  changedDays: 31,
  definitive: false,
};
const result: Schemas['CurveImportResult'] = {
  dryRun: true,
  points: 2884,
  sites: [site],
  changedSites: 1,
  changedDays: 31,
  unchanged: false,
};

const inverter: Omit<Schemas['FileUnderstanding'], 'questions'> = {
  fileName: 'octobre.csv',
  format: 'TABLE',
  fingerprint: '5d41402abc4b2a76b9719d911017c592',
  labels: 'START',
  step: 'PT15M',
  rows: 288,
  columns: [
    { index: 0, header: 'Horodate', samples: ['01.10. 00:00'], role: 'DATE_TIME' },
    { index: 1, header: 'Onduleur', samples: ['0,5', '1,5'], role: 'VALUE' },
  ],
  notes: [{ key: 'file.newestFirst' }],
};
const open4: Schemas['FileQuestion'][] = [
  { kind: 'YEAR' },
  { kind: 'SITE', column: 1 },
  { kind: 'NATURE', column: 1, suggested: 'Prod' },
  { kind: 'UNIT', column: 1 },
];

/** Answers like the server; keeps the fields of what was sent. */
function serveImports(checked: Partial<Schemas['Job']>) {
  const sent: Record<string, string>[] = [];
  const jobs: Record<string, Partial<Schemas['Job']>> = {
    check: checked,
    answered: { status: 'SUCCESS', result: { ...result, files: [{ ...inverter, questions: [] }] } },
    run: { status: 'SUCCESS', result: { ...result, dryRun: false } },
  };
  serve({
    'GET /operations/{operationId}/measurements/definitive-months': { body: [] },
    'GET /operations/{operationId}/measurements/date-ranges': {
      body: {
        uploadedData: [{ from: '2026-08-01', to: '2026-10-31' }],
        nonDefinitiveDataRange: [{ from: '2026-08-01', to: '2026-08-31' }],
        timezone: 'Europe/Paris',
      },
    },
    'GET /operations/{operationId}/participants': {
      body: [someSite({ id: 'p', name: 'Gymnase', dsoId: '99100000000013', energyType: 'producer' })],
    },
    'GET /operations/{operationId}/measurements/imports': { body: [] },
    'POST /operations/{operationId}/measurements/imports': async (form) => {
      const fields: Record<string, string> = {};
      for (const [name, value] of form) {
        if (name !== 'files') fields[name] = typeof value === 'string' ? value : await value.text();
      }
      sent.push(fields);
      const check = fields.mapping ? 'answered' : 'check';
      return { status: 202, body: someJob({ id: fields.dryRun ? check : 'run', status: 'PENDING' }) };
    },
    'GET /jobs/{jobId}': (_, { jobId = '' }) => {
      const job = jobs[jobId];
      return job ? { body: someJob({ id: jobId, ...job }) } : { status: 404, body: { key: 'notFound' } };
    },
    'GET /operations/{operationId}/measurements/file-mappings': { body: [] },
    'POST /operations/{operationId}/measurements/file-mappings': (mapping) => {
      sent.push({ saved: JSON.stringify(mapping) });
      return { status: 201 };
    },
  });
  return sent;
}

const open = () =>
  renderPage(
    <OperationContext value={operation}>
      <CurveImportPage />
    </OperationContext>,
    { session: someSession({ policy: ['upload:view', 'curve:import', 'curve:declare'] }) },
  );

const choose = async () =>
  userEvent.upload(await screen.findByLabelText(/Fichiers de courbes/), new File(['x'], 'octobre.csv'));

// Whole pages on a busy machine take their time.
configure({ asyncUtilTimeout: 10_000 });

describe('CurveImportPage', { timeout: 90_000 }, () => {
  it('checks first, warns of a unit mistake, then stores', async () => {
    const sent = serveImports({ status: 'SUCCESS', result });
    const { container } = open();
    fireEvent.click(await screen.findByRole('button', { name: 'Vérifier les fichiers' }));
    expect(screen.getByText('Choisissez d’abord au moins un fichier.')).toBeInTheDocument();
    await choose();
    fireEvent.click(screen.getByLabelText('Définitives'));
    fireEvent.click(screen.getByRole('button', { name: 'Vérifier les fichiers' }));
    expect(await screen.findByText('×4 : à vérifier')).toBeInTheDocument();
    expect(screen.getByText('96 manquants')).toBeInTheDocument();
    expect(screen.getByText('début de pas')).toBeInTheDocument();
    expect(await accessibilityProblems(container)).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Importer' }));
    const dialog = await screen.findByRole('dialog', { name: 'Importer malgré l’écart\u202f?' });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Importer quand même' }));
    expect(await screen.findByText(/Import terminé\. 1 site modifié, 31 jours/)).toBeInTheDocument();
    expect(sent).toEqual([{ status: 'definitive', dryRun: 'true' }, { status: 'definitive' }]);
  });

  it('shows what is wrong, line by line, and offers no import', async () => {
    serveImports({
      status: 'FAILURE',
      errors: [
        {
          key: 'prm.length',
          row: 14,
          params: { length: 13, fileName: 'octobre.csv', column: 'Identifiant PRM', value: '9910' },
        },
        {
          key: 'curve.duplicate',
          row: 15,
          params: { fileName: 'octobre.csv', value: '99100000000017', date: '2026-10-01' },
        },
      ],
    });
    open();
    await choose();
    fireEvent.click(screen.getByRole('button', { name: 'Vérifier les fichiers' }));
    expect(await screen.findByText('Le PRM doit contenir 14 caractères')).toBeInTheDocument();
    const table = screen.getByRole('table', { name: 'Points à corriger' });
    expect(within(table).getByText('14')).toBeInTheDocument();
    expect(within(table).getByText('Identifiant PRM')).toBeInTheDocument();
    expect(within(table).getByText('9910')).toBeInTheDocument();
    expect(within(table).queryByText('99100000000017')).toBeNull(); // a site, no rejected value
    expect(screen.queryByRole('button', { name: 'Importer' })).toBeNull();
  });

  it('asks what an unusual file does not say, looks again, remembers and stores', async () => {
    const questions = { ...inverter, questions: open4 };
    const sent = serveImports({
      status: 'SUCCESS',
      result: { ...result, points: 0, sites: [], unchanged: true, files: [questions] },
    });
    const { container } = open();
    await choose();
    fireEvent.click(screen.getByRole('button', { name: 'Vérifier les fichiers' }));
    const card = await screen.findByRole('region', { name: 'octobre.csv' });
    expect(within(card).getByText(/Début du pas · .*288 lignes/)).toBeInTheDocument();
    expect(within(card).getByText(/remises dans l’ordre/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Importer' })).toBeNull();
    expect(within(card).getByRole('combobox', { name: /Nature/ })).toHaveTextContent('Production');
    fireEvent.change(within(card).getByLabelText(/Année/), { target: { value: '2025' } });
    fireEvent.mouseDown(within(card).getByRole('combobox', { name: /Site/ }));
    fireEvent.click(await screen.findByRole('option', { name: /Gymnase/ }));
    fireEvent.mouseDown(within(card).getByRole('combobox', { name: /Unité/ }));
    fireEvent.click(await screen.findByRole('option', { name: 'Puissance en kW' }));
    fireEvent.click(within(card).getByLabelText('Se souvenir pour les fichiers comme celui-ci'));
    expect(await accessibilityProblems(container)).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Vérifier avec ces réponses' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Importer' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Importer quand même' }));
    expect(await screen.findByText(/Import terminé/)).toBeInTheDocument();
    const answers = {
      columns: [{ index: 1, dsoId: '99100000000013', nature: 'Prod' }],
      unit: 'KW',
      year: 2025,
      fileName: 'octobre.csv',
    };
    const mappings = sent.flatMap(({ mapping }) => (mapping ? [JSON.parse(mapping)] : []));
    expect(mappings).toEqual([answers, answers]);
    const saved = sent.flatMap((one) => (one.saved ? [JSON.parse(one.saved)] : []));
    expect(saved).toEqual([
      {
        name: 'octobre',
        fingerprint: inverter.fingerprint,
        header: inverter.columns.map(({ header }) => header),
        answers: { unit: 'KW', columns: [{ index: 1, role: 'VALUE', nature: 'Prod' }] },
      },
    ]);
  });

  it('asks whether values are the index of a meter and whether a last line is whole, and sends what is said', async () => {
    const questions = { ...inverter, questions: [{ kind: 'METER_INDEX', column: 1 }, { kind: 'LAST_LINE' }] };
    const sent = serveImports({
      status: 'SUCCESS',
      result: { ...result, points: 0, sites: [], unchanged: true, files: [questions] },
    });
    open();
    await choose();
    fireEvent.click(screen.getByRole('button', { name: 'Vérifier les fichiers' }));
    const card = await screen.findByRole('region', { name: 'octobre.csv' });
    expect(screen.queryByRole('button', { name: 'Importer' })).toBeNull();
    for (const [question, answer] of [
      ['Les valeurs qui ne baissent presque jamais sont', 'puissance de chaque pas'],
      ['Fin du fichier', 'ne pas la reprendre'],
    ] as const) {
      fireEvent.mouseDown(within(card).getByRole('combobox', { name: new RegExp(question) }));
      fireEvent.click(await screen.findByRole('option', { name: new RegExp(answer) }));
    }
    fireEvent.click(screen.getByRole('button', { name: 'Vérifier avec ces réponses' }));
    expect(await screen.findByRole('button', { name: 'Importer' })).toBeInTheDocument();
    const said = sent.flatMap(({ mapping }) => (mapping ? [JSON.parse(mapping)] : []));
    expect(said).toEqual([expect.objectContaining({ meterIndex: 'VALUES', lastLine: 'CUT' })]);
  });

  it('says when nothing would change', async () => {
    serveImports({ status: 'SUCCESS', result: { ...result, unchanged: true, changedSites: 0, changedDays: 0 } });
    open();
    await choose();
    fireEvent.click(screen.getByRole('button', { name: 'Vérifier les fichiers' }));
    expect(await screen.findByText(/Rien à importer/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Importer' })).toBeNull();
  });

  it('declares a past month with a reason', async () => {
    serveImports({ status: 'SUCCESS', result });
    open();
    fireEvent.click(await screen.findByRole('button', { name: 'Déclarer un mois définitif' }));
    const dialog = await screen.findByRole('dialog', { name: 'Déclarer un mois définitif' });
    expect(within(dialog).getByText('août 2026')).toBeInTheDocument();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Déclarer définitif' }));
    await waitFor(() => expect(within(dialog).getByText(/au moins 3 caractères/)).toBeInTheDocument());
  });
});

it.each([
  ['is asked for ahead', {}, 1],
  ['is not asked for by who may not import here', { withheld: ['curve:import'] }, 0],
])('the list of imports %s', async (_what, held, times) => {
  let asked = 0;
  serve({
    'GET /operations/{operationId}/measurements/imports': () => {
      asked++;
      return { body: [] };
    },
  });
  const queries = new QueryClient();
  queries.setQueryData(sessionQuery().queryKey, someSession({ policy: ['curve:import'] }));
  await askFirst(queries, { ...operation, ...held }, {});
  expect(asked).toBe(times);
});
