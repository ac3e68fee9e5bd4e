import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { OperationContext } from '../../../api/operations';
import { accessibilityProblems, renderPage, someOperation, someSession } from '../../../test/render';
import { serve } from '../../../test/server';
import { lastMonth } from './lastMonth';
import type { SupplierBill } from './queries';
import { SupplierBillPanel } from './SupplierBillPanel';

const operation = someOperation();

const bill = (part: Partial<SupplierBill> = {}): SupplierBill => ({
  startDate: '2026-10-01',
  endDate: '2026-10-31',
  gaps: [],
  provisional: false,
  registers: 2,
  usedMilliWh: 300_000_000,
  sharedMilliWh: 40_000_000,
  expectedMilliWh: 260_000_000,
  toleranceMilliWh: 3_500_000,
  ...part,
});

function open(answer: SupplierBill) {
  const asked: string[] = [];
  serve({
    'GET /participants/{participantId}/economy/supplier-bill': (_, __, request) => {
      asked.push(new URL(request.url).search);
      return { body: answer };
    },
  });
  const page = (
    <OperationContext value={operation}>
      <SupplierBillPanel siteId="s" bounds={{ from: '2026-01-10', to: '2026-11-26' }} />
    </OperationContext>
  );
  return { ...renderPage(page, { session: someSession() }), asked };
}

const plain = (text: string | null) => (text ?? '').replace(/\s+/g, ' ').trim();

describe('the two bills', () => {
  it('say what the supplier should bill of the last whole month, and how far a bill may be from it', async () => {
    const { container, asked } = open(bill());
    const told = await screen.findByRole('region', { name: 'Le fournisseur devrait facturer' });
    expect(plain(told.textContent)).toContain('260 kWh300 kWh mesurés, moins 40 kWh d’énergie locale.');
    expect(plain(told.textContent)).toMatch(/Tolérance : 3,5.* kWh, soit 1 kWh par poste \(2 postes\)/);
    expect(asked).toEqual(['?startDate=2026-10-01&endDate=2026-10-31']);
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  it('send what was typed, and say what the bill proves', async () => {
    const { asked } = open(bill({ billedMilliWh: 300_000_000, excessMilliWh: 40_000_000, verdict: 'NOT_DEDUCTED' }));
    fireEvent.change(await screen.findByLabelText('Énergie facturée par le fournisseur'), {
      target: { value: '300,5' },
    });
    fireEvent.click(screen.getByRole('button', { name: 'Vérifier' }));
    await waitFor(() => expect(asked.at(-1)).toContain('billedMilliWh=300500000'));
    expect(await screen.findByText('Énergie locale non déduite')).toBeTruthy();
  });

  it('take no words for energy', async () => {
    const { asked } = open(bill());
    fireEvent.change(await screen.findByLabelText('Énergie facturée par le fournisseur'), {
      target: { value: '-3 x' },
    });
    fireEvent.click(screen.getByRole('button', { name: 'Vérifier' }));
    expect(await screen.findByText(/Indiquez un nombre de kWh/)).toBeTruthy();
    fireEvent.change(screen.getByLabelText('Énergie facturée par le fournisseur'), { target: { value: '' } });
    fireEvent.click(screen.getByRole('button', { name: 'Vérifier' }));
    expect(await screen.findByText(/Indiquez un nombre de kWh/)).toBeTruthy();
    expect(asked).toHaveLength(1);
  });

  it('give no verdict while a day lacks, and name it', async () => {
    const { usedMilliWh: _, sharedMilliWh: __, expectedMilliWh: ___, toleranceMilliWh: ____, ...rest } = bill();
    open({ ...rest, gaps: [{ reason: 'NO_DATA', startDate: '2026-10-04', endDate: '2026-10-05' }] });
    const told = await screen.findByRole('region', { name: 'Pas de vérification possible' });
    expect(plain(told.textContent)).toMatch(/4.*5 oct\. 2026 : Données absentes/);
    expect(screen.queryByText(/Le fournisseur devrait facturer/)).toBeNull();
  });

  it('begin with the last civil month of the data, or with all of it where it is shorter', () => {
    expect(lastMonth({ from: '2025-01-01', to: '2026-10-31' })).toEqual({ from: '2026-10-01', to: '2026-10-31' });
    expect(lastMonth({ from: '2025-01-01', to: '2026-03-01' })).toEqual({ from: '2026-02-01', to: '2026-02-28' });
    expect(lastMonth({ from: '2026-03-03', to: '2026-03-20' })).toEqual({ from: '2026-03-03', to: '2026-03-20' });
  });
});
