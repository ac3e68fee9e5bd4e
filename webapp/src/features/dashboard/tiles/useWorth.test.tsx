import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { OperationContext } from '../../../api/operations';
import { renderPage, someOperation, someSession } from '../../../test/render';
import { serve } from '../../../test/server';
import type { Viewpoint } from '../viewpoint/viewpoint';
import { useWorth } from './useWorth';

const operation = someOperation({ features: ['billCheck', 'metrics'] });
const period = { from: '2026-10-01', to: '2026-10-31' };

function Shown({ view }: { view: Viewpoint }) {
  const worth = useWorth(view, operation, period);
  return <p>{worth ? `${worth.note} / ${worth.help}` : 'none'}</p>;
}

function open(view: Viewpoint, policy: string[]) {
  const asked: string[] = [];
  const value = {
    ...{ dateFrom: period.from, dateTo: period.to },
    pricedMilliWh: 1,
    localCents: 12_345,
    fixedCents: 200,
  };
  serve({
    'GET /operations/{operationId}/economy/local-value': () => {
      asked.push('all');
      return { body: { ...value, taxIncluded: false, lacks: [{ reason: 'NO_PRICE', daysNumber: 3 }] } };
    },
    'GET /participants/{participantId}/economy/local-value': () => {
      asked.push('one');
      return { body: { ...value, taxIncluded: true, lacks: [] } };
    },
  });
  renderPage(
    <OperationContext value={operation}>
      <Shown view={view} />
    </OperationContext>,
    { session: someSession({ policy }) },
  );
  return asked;
}

const plain = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim();

describe('money beside energy', () => {
  it('is that of all consumers without VAT, with what does not count', async () => {
    open({ kind: 'operation', operationId: operation.id }, ['finance:read']);
    expect(plain((await screen.findByText(/hors TVA/)).textContent)).toBe(
      '123,45 € hors TVA / Au prix des souscriptions : 123,45 €, sans les abonnements (2,00 €). 3 jours de consommateurs, sans prix ou sans données, n’y comptent pas.',
    );
  });

  it('is that of one consumer with its taxes', async () => {
    open({ kind: 'consumer', operationId: operation.id, siteId: 's' }, ['economy:read']);
    expect(plain((await screen.findByText(/toutes taxes/)).textContent)).toMatch(/^123,45 € toutes taxes/);
  });

  it('is not asked for by who learns of no money, nor of the energy of one producer alone', async () => {
    const one = open({ kind: 'operation', operationId: operation.id }, ['economy:read']);
    expect(await screen.findByText('none')).toBeTruthy();
    expect(one).toEqual([]);
    const two = open({ kind: 'consumer', operationId: operation.id, siteId: 's', producerId: 'p' }, ['economy:read']);
    expect(two).toEqual([]);
  });
});
