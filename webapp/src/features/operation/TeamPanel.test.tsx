import type { Schemas } from '@openpmo/sdk';
import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { OperationContext } from '../../api/operations';
import { accessibilityProblems, renderPage, someOperation, someSession } from '../../test/render';
import { serve } from '../../test/server';
import { TeamPanel } from './TeamPanel';

const operation = someOperation();
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
      'Annuler l’invitation',
    ]);
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  it('offers nothing to who is less than an organizer in this operation', async () => {
    show(all, ['member:create', 'member:update', 'member:delete']);
    await screen.findAllByRole('listitem');
    expect(screen.queryByRole('button')).toBeNull();
  });
});
