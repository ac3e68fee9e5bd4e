import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { OperationContext } from '../../api/operations';
import { accessibilityProblems, renderPage, someOperation, someSession } from '../../test/render';
import { type Answers, serve } from '../../test/server';
import { DocumentsPage } from './DocumentsPage';
import { MyDocumentsPage } from './MyDocumentsPage';
import type { Doc } from './queries';

const operation = someOperation();
const all = 'GET /operations/{operationId}/documents';
const rights = [
  'downloadDocument',
  'uploadDocument',
  'createFolder',
  'shareDocument',
  'editDocument',
  'deleteDocument',
];

const folder: Doc = {
  id: 'f',
  kind: 'FOLDER',
  name: 'Assemblées',
  path: [],
  changedAt: '2026-11-06T08:00:00+01:00',
  author: 'Ana',
};
const paper: Doc = {
  id: 'd',
  kind: 'DOCUMENT',
  name: 'Convocation.pdf',
  folderId: 'f',
  path: [{ id: 'f', name: 'Assemblées' }],
  changedAt: '2026-11-06T08:00:00+01:00',
  author: 'Ana',
  size: 2_500_000,
  contentType: 'application/pdf',
  version: 2,
  shared: { everyone: true, participantsNumber: 2, linksNumber: 1 },
};
const notes: Doc = { ...paper, id: 'n', name: 'Notes.txt', contentType: 'text/plain', size: 12, path: [], version: 1 };
delete notes.folderId;
delete notes.shared;

function open(answers: Answers, path = '/', held = rights, element = <DocumentsPage />) {
  const calls = serve({ [all]: { body: [folder, paper, notes], total: 3 }, ...answers });
  const session = someSession({ policy: held.map((name) => `${name}:view`) });
  return { ...renderPage(<OperationContext value={operation}>{element}</OperationContext>, { session, path }), calls };
}

const menuOf = async (name: string) => {
  fireEvent.click(await screen.findByRole('button', { name: `Actions sur ${name}` }));
  return within(await screen.findByRole('menu'));
};

describe('DocumentsPage', () => {
  it('shows what is in a folder, where it is and with whom it is shared', async () => {
    const { container } = open({}, '/?folder=f');
    const row = await screen.findByRole('button', { name: 'Aperçu et versions de Convocation.pdf' });
    expect(row).toBeVisible();
    expect(screen.queryByText('Notes.txt')).toBeNull();
    expect(within(screen.getByRole('navigation', { name: 'Emplacement' })).getByText('Assemblées')).toHaveAttribute(
      'aria-current',
      'page',
    );
    expect(screen.getByText('tous, 2 participants, 1 lien')).toBeVisible();
    expect(screen.getByText(/^2,4.Mo$/)).toBeVisible();
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  it('looks into all folders by name, and says where each is', async () => {
    open({}, '/?q=convoc');
    expect(await screen.findByRole('button', { name: 'Aperçu et versions de Convocation.pdf' })).toBeVisible();
    expect(screen.getByRole('columnheader', { name: /Dossier/ })).toBeVisible();
    expect(screen.queryByText('Notes.txt')).toBeNull();
  });

  it('offers what somebody may do and nothing else', async () => {
    open({}, '/', ['downloadDocument']);
    const menu = await menuOf('Notes.txt');
    expect(menu.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      'Aperçu et versions',
      'Télécharger',
    ]);
    expect(screen.queryByRole('button', { name: 'Déposer', hidden: true })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Corbeille', hidden: true })).toBeNull();
  });

  it('makes a folder where one is, and says in place why it cannot', async () => {
    const sent: unknown[] = [];
    open(
      {
        'POST /operations/{operationId}/folders': (body) => {
          sent.push(body);
          return { status: 409, body: { key: 'documents.nameTaken', params: { name: 'PV' } } };
        },
      },
      '/?folder=f',
    );
    fireEvent.click(await screen.findByRole('button', { name: 'Nouveau dossier' }));
    fireEvent.change(await screen.findByRole('textbox', { name: 'Nom du dossier' }), { target: { value: 'PV' } });
    fireEvent.click(screen.getByRole('button', { name: 'Créer' }));
    expect(await screen.findByText(/PV.*existe déjà dans ce dossier/)).toBeVisible();
    expect(sent).toEqual([{ name: 'PV', folderId: 'f' }]);
  });

  it('tells what has gone to the trash', async () => {
    const { calls } = open({ 'DELETE /operations/{operationId}/documents/{documentId}': { status: 204 } });
    const menu = await menuOf('Notes.txt');
    fireEvent.click(menu.getByRole('menuitem', { name: 'Mettre à la corbeille' }));
    await waitFor(() => expect(calls).toContain(`DELETE /operations/${operation.id}/documents/n`));
  });

  it('asks for another place where something cannot go back to its own', async () => {
    open(
      {
        [all]: { body: [{ ...paper, trashedAt: '2026-11-06T09:00:00+01:00' }], total: 1 },
        'POST /operations/{operationId}/documents/{documentId}/restore': {
          status: 400,
          body: { key: 'documents.folderUnknown' },
        },
      },
      '/?trash=1',
    );
    const menu = await menuOf('Convocation.pdf');
    fireEvent.click(menu.getByRole('menuitem', { name: 'Restaurer' }));
    const dialog = within(await screen.findByRole('dialog', { name: /Restaurer/ }));
    expect(dialog.getByText(/Choisissez-en un autre/)).toBeVisible();
    expect(dialog.getByRole('textbox', { name: 'Nom' })).toHaveValue('Convocation.pdf');
  });

  it('shows a participant what is shared with it, without rows of others’ work', async () => {
    const own: Doc = { ...notes };
    delete own.author;
    open({ [all]: { body: [own], total: 1 } }, '/', ['downloadDocument'], <MyDocumentsPage />);
    expect(await screen.findByRole('heading', { name: 'Mes documents' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Aperçu et versions de Notes.txt' })).toBeVisible();
    expect(screen.queryByRole('columnheader', { name: /Partagé avec|Par/ })).toBeNull();
  });
});

/** A stand-in for the browser's older way to ask a server, which tells how much has gone out. */
class Request {
  static sent: Request[] = [];
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  onload?: () => void;
  onerror?: () => void;
  responseType = '';
  status = 0;
  response: unknown;
  form?: FormData;
  open = vi.fn();
  abort = vi.fn();
  send(form: FormData) {
    this.form = form;
    Request.sent.push(this);
  }
  answer(status: number, response: unknown) {
    Object.assign(this, { status, response });
    this.onload?.();
  }
}

describe('uploads', () => {
  beforeEach(() => {
    Request.sent = [];
    vi.stubGlobal('XMLHttpRequest', Request);
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  const drop = async (...names: string[]) => {
    const files = names.map((name) => new File(['x'], name));
    fireEvent.drop(await screen.findByRole('searchbox', { name: 'Rechercher un nom' }), {
      dataTransfer: { files, types: ['Files'] },
    });
  };
  const sent = (n: number) => (Request.sent[n]?.form?.get('files') as File | null)?.name;

  it('go one after the other, tell what became of each, and are tried again', async () => {
    open({}, '/?folder=f');
    await drop('a.pdf', 'b.pdf');
    await waitFor(() => expect(Request.sent).toHaveLength(1));
    expect([sent(0), Request.sent[0]?.form?.get('folderId')]).toEqual(['a.pdf', 'f']);
    const list = within(screen.getByRole('region', { name: 'Dépôts' }));
    Request.sent[0]?.upload.onprogress?.({ loaded: 1, total: 2 });
    expect(await list.findByText(/^50.%$/)).toBeVisible();
    expect(list.getByText('En attente')).toBeVisible();
    Request.sent[0]?.answer(400, {
      type: 'x',
      title: 'x',
      status: 400,
      key: 'documents.upload',
      requestId: 'r',
      errors: [{ key: 'documents.empty', params: { fileName: 'a.pdf' } }],
    });
    expect(await list.findByText('a.pdf est vide.')).toBeVisible();
    await waitFor(() => expect(sent(1)).toBe('b.pdf'));
    Request.sent[1]?.answer(200, [{ outcome: 'VERSION_ADDED', document: { ...paper, version: 3 } }]);
    expect(await list.findByText(/Nouvelle version · Version 3/)).toBeVisible();
    // What the file is does not change by another try.
    expect(list.queryByRole('button', { name: 'Réessayer a.pdf' })).toBeNull();
    // One that was mended may be sent in its place.
    fireEvent.change(list.getByLabelText('Choisir un autre fichier à la place d’a.pdf', { selector: 'input' }), {
      target: { files: [new File(['mended'], 'a2.pdf')] },
    });
    await waitFor(() => expect(sent(2)).toBe('a2.pdf'));
    expect(list.queryByText('a.pdf est vide.')).toBeNull();
    Request.sent[2]?.answer(200, [{ outcome: 'CREATED', document: paper }]);
    expect(await list.findByText('2 fichiers déposés')).toBeVisible();
    await drop('c.pdf', 'd.pdf');
    await waitFor(() => expect(sent(3)).toBe('c.pdf'));
    Request.sent[3]?.answer(503, { type: 'x', title: 'x', status: 503, key: 'server.busy', requestId: 'r' });
    await waitFor(() => expect(sent(4)).toBe('d.pdf'));
    Request.sent[4]?.answer(200, [{ outcome: 'CREATED', document: paper }]);
    fireEvent.click(await list.findByRole('button', { name: 'Réessayer c.pdf' }));
    await waitFor(() => expect(sent(5)).toBe('c.pdf'));
    expect(Request.sent).toHaveLength(6);
  });

  it('are at most fifteen together', async () => {
    open({});
    await drop(...Array.from({ length: 16 }, (_, n) => `${n}.pdf`));
    expect(Request.sent).toEqual([]);
    expect(screen.queryByRole('region', { name: 'Dépôts' })).toBeNull();
  });
});
