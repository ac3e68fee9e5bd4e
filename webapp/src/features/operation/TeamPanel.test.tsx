import type { Schemas } from '@openpmo/sdk';
import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { OperationContext } from '../../api/operations';
import { accessibilityProblems, renderPage, someOperation, someSession } from '../../test/render';
import { serve } from '../../test/server';
import { TeamPanel } from './TeamPanel';

const operation = someOperation();
const someone: Schemas['OperationMember'] = {
  id: 'b',
  email: 'comptable@ex.org',
  capacity: 'accountant',
  status: 'INVITED',
  invitedAt: '2026-11-20T10:00:00+01:00',
  expiresAt: '2026-12-20T10:00:00+01:00',
};
const people: Schemas['OperationMember'][] = [
  {
    id: 'a',
    email: 'olivia@ex.org',
    firstname: 'Olivia',
    lastname: 'Organise',
    capacity: 'organizer',
    status: 'MEMBER',
    accountStatus: 'ACTIVE',
    blocked: false,
  },
  {
    id: 'b',
    email: 'comptable@ex.org',
    capacity: 'accountant',
    status: 'INVITED',
    invitedAt: '2026-11-20T10:00:00+01:00',
    expiresAt: '2026-12-20T10:00:00+01:00',
  },
];
const all = ['member:read', 'member:create', 'member:update', 'member:delete'];

const show = (policy: string[], withheld?: string[]) => {
  serve({ 'GET /operations/{operationId}/members': { body: people } });
  return renderPage(
    <OperationContext value={withheld ? { ...operation, withheld } : operation}>
      <TeamPanel operationId={operation.id} />
    </OperationContext>,
    { session: someSession({ policy }) },
  );
};

describe('the team of an operation', () => {
  it('says who is what, and offers each change to who may make it', async () => {
    const { container } = show(all);
    const rows = await screen.findAllByRole('listitem');
    expect(within(rows[0] as HTMLElement).getByText('Organisateur')).toBeVisible();
    expect(within(rows[1] as HTMLElement).getByText('Invitation en attente')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Inviter' })).toBeVisible();
    fireEvent.click(within(rows[1] as HTMLElement).getByRole('button'));
    const names = (await screen.findAllByRole('menuitem')).map((item) => item.textContent);
    expect(names).toEqual([
      'Passer en « Organisateur »',
      'Passer en « Lecteur »',
      'Renvoyer l’invitation',
      'Courriels envoyés',
      'Annuler l’invitation',
    ]);
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  it('offers nothing but the journal to who is less than an organizer in this operation', async () => {
    show(all, ['member:create', 'member:update', 'member:delete']);
    const rows = await screen.findAllByRole('listitem');
    fireEvent.click(within(rows[1] as HTMLElement).getByRole('button'));
    const names = (await screen.findAllByRole('menuitem')).map((item) => item.textContent);
    expect(names).toEqual(['Courriels envoyés']);
  });

  it('says that an invitation is over, and offers to send it again', async () => {
    serve({ 'GET /operations/{operationId}/members': { body: [{ ...someone, status: 'EXPIRED' }] } });
    renderPage(
      <OperationContext value={operation}>
        <TeamPanel operationId={operation.id} />
      </OperationContext>,
      { session: someSession({ policy: all }) },
    );
    expect(await screen.findByText('Invitation expirée')).toBeVisible();
    fireEvent.click(screen.getByRole('button', { name: /comptable/ }));
    expect(await screen.findByRole('menuitem', { name: 'Renvoyer l’invitation' })).toBeVisible();
  });

  it('shows which mails went out, who asked for each and what became of it', async () => {
    serve({
      'GET /operations/{operationId}/members': { body: [someone] },
      'GET /operations/{operationId}/members/{memberId}/invitation-mails': {
        body: [
          {
            id: 'm2',
            email: someone.email,
            askedAt: '2026-11-22T10:00:00+01:00',
            askedBy: 'Olivia Organise',
            validUntil: '2026-12-22T10:00:00+01:00',
            status: 'REFUSED',
            reason: 'mail.rejected',
          },
          {
            id: 'm1',
            email: someone.email,
            askedAt: '2026-11-20T10:00:00+01:00',
            validUntil: '2026-12-20T10:00:00+01:00',
            status: 'SENT',
          },
        ],
      },
    });
    renderPage(
      <OperationContext value={operation}>
        <TeamPanel operationId={operation.id} />
      </OperationContext>,
      { session: someSession({ policy: all }) },
    );
    fireEvent.click(await screen.findByRole('button', { name: /comptable/ }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Courriels envoyés' }));
    const dialog = await screen.findByRole('dialog');
    const lines = await within(dialog).findAllByRole('listitem');
    expect(lines[0]).toHaveTextContent('Refusé par l’adresse');
    expect(lines[0]).toHaveTextContent('par Olivia Organise');
    expect(lines[1]).toHaveTextContent(/Envoyé.*proposition valable jusqu’au 20/);
    expect(await accessibilityProblems(dialog)).toEqual([]);
  });
});
