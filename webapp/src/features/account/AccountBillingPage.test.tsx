import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { accessibilityProblems, renderPage, someSession } from '../../test/render';
import { serve } from '../../test/server';
import { AccountBillingPage } from './AccountBillingPage';
import type { OperationBilling } from './queriesBilling';

const session = someSession();
const billing = (part: Partial<OperationBilling>): OperationBilling => ({
  id: '0199b0aa-0000-7000-8000-0000000000b1',
  name: 'Bourg solaire',
  dso: 'ENEDIS',
  parties: [],
  url: '/pmo/operations/0199b0aa-0000-7000-8000-0000000000b1',
  ...part,
});

function open(list: OperationBilling[]) {
  serve({ 'GET /users/{userId}/operation-billings': { body: list, total: list.length } });
  return renderPage(<AccountBillingPage />, { session });
}

it('says as what and where one is billed, and leads to the invoices', async () => {
  const { container } = open([
    billing({
      parties: [
        {
          role: 'CLIENT',
          entityId: 'c',
          name: 'Boulangerie',
          address: '2 rue du Four',
          postCode: '35300',
          city: 'Fougères',
          sites: ['Four', 'Magasin'],
        },
        { role: 'CLIENT', sites: ['Cave'] },
      ],
      lastInvoice: {
        id: 'i',
        number: 'SOL-2026-00007',
        periodStart: '2026-10-01',
        periodEnd: '2026-10-31',
        amountCents: 2150,
      },
      url: '/pmo/operations/0199b0aa-0000-7000-8000-0000000000b1/my-invoices',
    }),
  ]);
  const card = await screen.findByRole('listitem', { name: 'Bourg solaire' });
  expect(card).toHaveTextContent('2 rue du Four, 35300 Fougères');
  expect(card).toHaveTextContent(/2 sites.: Four, Magasin/);
  expect(card).toHaveTextContent('Adresse à compléter par votre organisateur');
  expect(card).toHaveTextContent(/SOL-2026-00007.*21,50/);
  expect(within(card).getByRole('link')).toHaveAttribute('href', expect.stringMatching(/my-invoices$/));
  expect(await accessibilityProblems(container)).toEqual([]);
});

it('tells who only looks that nothing is billed, and who has nothing what comes', async () => {
  open([billing({})]);
  expect(await screen.findByText(/rien ne vous y est facturé/)).toBeVisible();
  expect(screen.queryByText('Aucune facture pour l’instant')).toBeNull();
});

it('says that there is no operation yet', async () => {
  open([]);
  expect(await screen.findByText('Aucune opération')).toBeVisible();
});
