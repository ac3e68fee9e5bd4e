import type { Schemas } from '@openpmo/sdk';
import { configure, fireEvent, renderHook, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { OperationContext } from '../../api/operations';
import { useSnackbars } from '../../design/snackbars';
import { someSite } from '../../test/records';
import { accessibilityProblems, renderPage, someOperation, someSession } from '../../test/render';
import { type Answers, serve } from '../../test/server';
import { ParticipantsPage } from './ParticipantsPage';

const operation = someOperation({
  id: '0199b0aa-0000-7000-8000-0000000000b1',
  name: 'Fougères Solaire',
  sitesNumber: 3,
  features: [],
});

const school = someSite({ id: 's1', name: 'École', status: 'error', dsoStatus: 'NO_TRAIL_ERR' });
const pool = someSite({ id: 's2', name: 'Piscine', status: 'creating', openRequest: 'ENTRY', entryDateKnown: false });
const roof = someSite({ id: 's3', name: 'Toiture', energyType: 'producer', status: 'up', dsoId: '99100000000048' });

const answers: Answers = {
  'GET /operations/{operationId}/participants': { body: [school, roof, pool] },
  'GET /operations/{operationId}/observers': { body: [{ id: 'o1', name: 'Inès', email: 'ines@exemple.example' }] },
  'GET /participants/{participantId}': { body: pool },
  'GET /operations/{operationId}/enrolment-draft': { body: { fields: {} } },
  'PUT /operations/{operationId}/enrolment-draft': { body: { fields: {} } },
};

const available: Schemas['ParticipantColumn'][] = [
  'type',
  'identifier',
  'presence',
  'folder',
  'account',
  'externalId',
  'tags',
  'contact',
  'email',
  'phone',
  'city',
];

const everything = [
  'participantDetails:view',
  'participant:readContact',
  'client:create',
  'client:update',
  'participant:create',
  'participant:update',
  'participant:import',
];

beforeEach(() => {
  serve(answers);
});

function open(path = '/', policy = everything) {
  return renderPage(
    <OperationContext value={operation}>
      <ParticipantsPage />
    </OperationContext>,
    { session: someSession({ policy }), path },
  );
}

const names = (hidden = false) =>
  screen
    .getAllByRole('row', { hidden })
    .slice(1)
    .map((row) => /^(École|Piscine|Toiture|Inès)/.exec(row.textContent ?? '')?.[1]);

// Whole pages are slow to draw on a busy machine.
vi.setConfig({ testTimeout: 60_000 });
configure({ asyncUtilTimeout: 15_000 });

describe('ParticipantsPage', () => {
  it('has the columns that the reader chose, for oneself, and leaves them to the screen again', async () => {
    const kept: unknown[] = [];
    let columns: Schemas['ParticipantColumn'][] = [];
    serve({
      ...answers,
      'GET /users/{userId}/participant-columns': () => ({ body: { available, columns } }),
      'PUT /users/{userId}/participant-columns': (sent) => {
        columns = [...(sent.columns as Schemas['ParticipantColumn'][])];
        kept.push(columns);
        return { body: { available, columns } };
      },
      'DELETE /users/{userId}/participant-columns': () => {
        columns = [];
        kept.push('none');
        return { status: 204 };
      },
    });
    open('/', [...everything, 'columnChoice:read', 'columnChoice:update']);
    const heads = () => screen.getAllByRole('columnheader', { hidden: true }).map((head) => head.textContent);
    fireEvent.click(await screen.findByRole('button', { name: 'Colonnes' }));
    const dialog = await screen.findByRole('dialog', { name: 'Colonnes du tableau' });
    const usual = heads();
    expect(within(dialog).getByRole('button', { name: 'Colonnes habituelles' })).toBeDisabled();
    fireEvent.click(within(dialog).getByRole('checkbox', { name: 'Commune' }));
    await waitFor(() => expect(heads()).toContain('Commune'));
    expect(kept).toEqual([['type', 'identifier', 'presence', 'folder', 'account', 'contact', 'city']]);
    for (const name of ['Type', 'PRM', 'Présence', 'Dossier GRD', 'Compte', 'Contact']) {
      fireEvent.click(within(dialog).getByRole('checkbox', { name }));
      await waitFor(() => expect(heads()).not.toContain(name));
    }
    expect(kept.at(-1)).toEqual(['city']);
    expect(names(true)).toEqual(['École', 'Toiture', 'Piscine', 'Inès']); // as the server has them
    expect(within(dialog).getByRole('checkbox', { name: 'Commune' })).toBeDisabled();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Colonnes habituelles' }));
    await waitFor(() => expect(heads()).toEqual(usual));
    expect(kept.at(-1)).toBe('none');
  });

  it('offers no column of what the reader may not read, and keeps those of elsewhere', async () => {
    serve({
      ...answers,
      'GET /users/{userId}/participant-columns': { body: { available, columns: ['city', 'phone'] } },
    });
    open('/', ['participantDetails:view', 'columnChoice:read', 'columnChoice:update']);
    fireEvent.click(await screen.findByRole('button', { name: 'Colonnes' }));
    const dialog = await screen.findByRole('dialog', { name: 'Colonnes du tableau' });
    expect(within(dialog).getByRole('checkbox', { name: 'Commune' })).toBeChecked();
    expect(within(dialog).queryByRole('checkbox', { name: 'Téléphone' })).toBeNull();
  });

  it('sorts by folder status, observers last, and counts each tab', async () => {
    const { container } = open();
    await screen.findByRole('button', { name: 'Tous (4)' });
    expect(names()).toEqual(['Piscine', 'Toiture', 'École', 'Inès']);
    expect(screen.getByText('3 sites · 1 observateur · 1 dossier en erreur')).toBeInTheDocument();
    expect(screen.getByRole('columnheader', { name: 'Dossier GRD' })).toHaveAttribute('aria-sort', 'ascending');
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  it('shows the sites to those who may not know who observes, whatever the address asks', async () => {
    open('/?group=observers', ['participantDetails:view']);
    await waitFor(() => expect(names()).toEqual(['Piscine', 'Toiture', 'École']));
    expect(screen.getByRole('button', { name: 'Tous (3)' })).toHaveAttribute('aria-pressed', 'true');
  });

  it('keeps tab and search in the address', async () => {
    const { router } = open();
    fireEvent.click(await screen.findByRole('button', { name: 'Producteurs (1)' }));
    await waitFor(() => expect(names()).toEqual(['Toiture']));
    expect(router.state.location.search).toBe('?group=producers');
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'ecole' } });
    expect(await screen.findByText('Aucun résultat')).toBeInTheDocument();
    fireEvent.click(screen.getByRole('button', { name: 'Effacer les filtres' }));
    await waitFor(() => expect(names()).toHaveLength(4));
  });

  it('offers nothing to change, no contact and no observer to those who may only read', async () => {
    open('/', ['participantDetails:view']);
    await screen.findByRole('button', { name: 'Tous (3)' });
    expect(screen.queryByRole('button', { name: 'Ajouter un participant' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Importer' })).toBeNull();
    expect(screen.queryByRole('button', { name: /Observateurs/ })).toBeNull();
    expect(screen.queryByRole('columnheader', { name: 'Contact' })).toBeNull();
  });

  it('opens the sheet of the address and writes an answer down', async () => {
    let sent: unknown;
    const asked = serve({
      ...answers,
      'POST /participants/{participantId}/dso-answer/record': (body) => {
        sent = body;
        const invoice = { id: 'f', clientName: 'Piscine', periodStart: '2026-09-01', periodEnd: '2026-09-30' };
        const invoices = [{ ...invoice, number: 'F-2026-7' }];
        return { body: { ...pool, touchedInvoices: { count: 1, months: ['2026-09'], invoices } } };
      },
    });
    open('/?p=s2');
    const sheet = await screen.findByRole('dialog', { name: 'Piscine' });
    expect(await accessibilityProblems(sheet)).toEqual([]);
    fireEvent.click(within(sheet).getByRole('button', { name: 'Saisir la réponse du GRD' }));
    const dialog = await screen.findByRole('dialog', { name: 'Réponse du GRD pour Piscine' });
    fireEvent.click(within(dialog).getByRole('radio', { name: /Demande refusée/ }));
    fireEvent.click(within(dialog).getByRole('button', { name: 'Enregistrer la réponse' }));
    await waitFor(() => expect(asked).toContain('POST /participants/s2/dso-answer/record'));
    expect(sent).toEqual({ request: 'ENTRY', answer: 'REFUSED' });
    const { result: shown } = renderHook(useSnackbars);
    const notice = expect.objectContaining({
      variant: 'warning',
      text: expect.stringMatching(/^1 facture émise .*septembre 2026.*\u00a0: F-2026-7\./),
    });
    await waitFor(() => expect(shown.current).toContainEqual(notice));
  });

  it('leads through the tabs, and puts what the server refuses beside its field', async () => {
    const used = { key: 'prm.alreadyUsed', field: 'site.dsoId', params: { dsoId: '99100000000055' } };
    const asked = serve({
      ...answers,
      'POST /operations/{operationId}/enrolments/check': {
        status: 409,
        body: { key: used.key, params: used.params, status: 409, errors: [used] },
      },
    });
    open('/?p=new');
    const sheet = await screen.findByRole('dialog', { name: 'Ajouter un participant' });
    const next = () => fireEvent.click(within(sheet).getByRole('button', { name: 'Continuer' }));
    await within(sheet).findByRole('tab', { name: 'Site', selected: true });
    expect(within(sheet).queryByRole('tab', { name: 'Plan' })).toBeNull();
    expect(await accessibilityProblems(sheet)).toEqual([]);
    next();
    expect(await within(sheet).findByText('Le PRM doit contenir 14 caractères')).toBeInTheDocument();
    fireEvent.change(within(sheet).getByLabelText(/^PRM/), { target: { value: '99100000000055' } });
    fireEvent.change(within(sheet).getByLabelText(/^Nom du site/), { target: { value: 'Gare' } });
    fireEvent.change(within(sheet).getByLabelText(/^Adresse \*|^Adresse\s*\*/), { target: { value: '1 rue' } });
    fireEvent.mouseDown(within(sheet).getByRole('combobox', { name: /^Type/ }));
    fireEvent.click(await screen.findByRole('option', { name: 'Particulier - Autre' }));
    for (const tab of ['Facturation', 'Compte', 'Résumé']) {
      next();
      await within(sheet).findByRole('tab', { name: tab, selected: true });
    }
    expect(await within(sheet).findByText(/Le PRM 99100000000055 est déjà utilisé/)).toBeInTheDocument();
    fireEvent.click(within(within(sheet).getByRole('alert')).getByRole('button', { name: 'Site' }));
    expect(within(sheet).getByLabelText(/^PRM/)).toHaveAttribute('aria-invalid', 'true');
    expect(asked).not.toContain('POST /operations/0199b0aa-0000-7000-8000-0000000000b1/enrolments');
  });

  it('offers again what was left half-way, and keeps what is left', async () => {
    let kept: unknown;
    serve({
      ...answers,
      'GET /operations/{operationId}/enrolment-draft': {
        body: { step: 'site', fields: { 'site.name': '"Gare"' }, savedAt: '2026-11-20T10:00:00+01:00' },
      },
      'PUT /operations/{operationId}/enrolment-draft': (body) => {
        kept = body;
        return { body: { fields: {} } };
      },
    });
    open('/?p=new');
    const sheet = await screen.findByRole('dialog', { name: 'Ajouter un participant' });
    fireEvent.click(await within(sheet).findByRole('button', { name: 'Reprendre' }));
    expect(await within(sheet).findByLabelText(/^Nom du site/)).toHaveValue('Gare');
    fireEvent.change(within(sheet).getByLabelText(/^Nom du site/), { target: { value: 'Gare routière' } });
    fireEvent.click(within(sheet).getByRole('button', { name: 'Annuler' }));
    await waitFor(() => expect(kept).toMatchObject({ step: 'site', fields: { 'site.name': '"Gare routière"' } }));
  });

  it('says what to do when there is nobody yet', async () => {
    serve({
      ...answers,
      'GET /operations/{operationId}/participants': { body: [] },
      'GET /operations/{operationId}/observers': { body: [] },
    });
    open();
    expect(await screen.findByText('Aucun participant')).toBeInTheDocument();
    expect(screen.getAllByRole('button', { name: 'Importer' })).toHaveLength(2);
  });

  it('takes a file of changes of occupant, line by line, and makes all of them', async () => {
    const questions: string[] = [];
    const row = { row: 2, outcome: 'CREATED' as const, dsoId: '99100000000031', predecessor: 'Mme A', name: 'M. B' };
    serve({
      ...answers,
      'POST /operations/{operationId}/successions/import': (_sent, _path, { url }) => {
        const { search } = new URL(url);
        questions.push(search);
        const rows = [{ ...row, startDate: '2026-10-15', plans: ['Plan solaire'] }];
        return { body: { created: 1, unchanged: 1, rejected: 0, dryRun: search.includes('true'), rows } };
      },
    });
    open();
    fireEvent.click(await screen.findByRole('button', { name: 'Importer' }));
    const dialog = await screen.findByRole('dialog', { name: 'Importer des participants' });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Des changements d’occupant' }));
    const file = new File(['prm;date_entree'], 'mouvements.csv', { type: 'text/csv' });
    const moves = await screen.findByLabelText(/Fichier des changements d’occupant/);
    fireEvent.change(moves, { target: { files: [file] } });
    expect(await screen.findByText(/Mme A → M\. B/)).toBeInTheDocument();
    expect(screen.getByText('Plan solaire')).toBeInTheDocument();
    expect(screen.getByText('1 ligne est déjà faite : elle ne change rien.')).toBeInTheDocument();
    expect(questions).toEqual(['?dryRun=true']);
    fireEvent.click(screen.getByRole('button', { name: 'Faire 1 changement' }));
    await waitFor(() => expect(questions).toEqual(['?dryRun=true', '?dryRun=false']));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('takes a file of clients, line by line', async () => {
    const questions: string[] = [];
    serve({
      ...answers,
      'POST /operations/{operationId}/clients/import': (_sent, _path, { url }) => {
        const { search } = new URL(url);
        questions.push(search);
        const changes = [{ field: 'legalNumber', before: '', after: '732829320' }];
        const rows = [{ row: 2, outcome: 'UPDATED' as const, dsoId: '', name: 'Gare SARL', changes }];
        return { body: { created: 0, updated: 1, unchanged: 0, rejected: 0, dryRun: search.includes('true'), rows } };
      },
    });
    open();
    fireEvent.click(await screen.findByRole('button', { name: 'Importer' }));
    const dialog = await screen.findByRole('dialog', { name: 'Importer des participants' });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Des clients' }));
    const file = new File(['nom;adresse'], 'clients.csv', { type: 'text/csv' });
    fireEvent.change(await screen.findByLabelText(/Fichier des clients/), { target: { files: [file] } });
    expect(await screen.findByText('SIREN ou SIRET : vide → 732829320')).toBeInTheDocument();
    fireEvent.click(screen.getByRole('button', { name: 'Importer 1 client' }));
    await waitFor(() => expect(questions).toEqual(['?dryRun=true', '?dryRun=false']));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('gives a refused file of changes back with what is wrong beside each line', async () => {
    const asked: string[] = [];
    serve({
      ...answers,
      'POST /operations/{operationId}/successions/import': {
        body: {
          created: 0,
          unchanged: 0,
          rejected: 1,
          dryRun: true,
          rows: [],
          errors: [{ key: 'import.noPredecessor', row: 2, field: 'prm', params: { dsoId: '99100000000031' } }],
        },
      },
      'POST /operations/{operationId}/successions/import/annotate': (_sent, _path, { url }) => {
        asked.push(new URL(url).search);
        return { status: 400, body: { key: 'import.empty', status: 400 } };
      },
    });
    open();
    fireEvent.click(await screen.findByRole('button', { name: 'Importer' }));
    const dialog = await screen.findByRole('dialog', { name: 'Importer des participants' });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Des changements d’occupant' }));
    const file = new File(['prm;date_entree'], 'mouvements.csv', { type: 'text/csv' });
    fireEvent.change(await screen.findByLabelText(/Fichier des changements d’occupant/), { target: { files: [file] } });
    expect(await screen.findByText(/^Ligne 2 : Personne n’est au point 99100000000031/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Faire/ })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Télécharger le fichier annoté (.xlsx)' }));
    await waitFor(() => expect(asked).toEqual(['']));
  });

  it('shows a refused file line by line and imports nothing', async () => {
    const questions: string[] = [];
    const errors = [{ key: 'prm.alreadyUsed', row: 14, field: 'prm', params: { dsoId: '99100000000031' } }];
    serve({
      ...answers,
      'POST /operations/{operationId}/participants/import': (_sent, _path, { url }) => {
        questions.push(new URL(url).search);
        return { status: 400, body: { key: 'import.rejected', status: 400, errors } };
      },
    });
    open();
    fireEvent.click(await screen.findByRole('button', { name: 'Importer' }));
    const dialog = await screen.findByRole('dialog', { name: 'Importer des participants' });
    const file = new File(['prm;type'], 'PERIM_ACC00000001_20261120.csv', { type: 'text/csv' });
    fireEvent.change(within(dialog).getByLabelText(/Fichier de périmètre/), { target: { files: [file] } });
    expect(await within(dialog).findByText(/^Ligne 14 : Le PRM 99100000000031 est déjà utilisé/)).toBeInTheDocument();
    expect(questions).toEqual(['?dryRun=true']);
    expect(within(dialog).queryByRole('button', { name: /^Importer \d/ })).toBeNull();
  });
});
