import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { OperationContext } from '../../api/operations';
import { someSite } from '../../test/records';
import { accessibilityProblems, renderPage, someOperation, someSession } from '../../test/render';
import { type Answers, serve } from '../../test/server';
import { BillCheckPage } from './BillCheckPage';
import { billsOf } from './bills';
import { updateOf } from './contract';
import type { Economy, PriceConfig } from './queries';

const operation = someOperation();
const site = someSite({ operationId: operation.id });

const config = (part: Partial<PriceConfig> = {}): PriceConfig => ({
  participantId: site.id,
  consumerType: 'individual',
  contractType: 'DOUBLE_PRICE',
  peakMicroEuro: 206_500,
  offPeakMicroEuro: 157_900,
  peakHourStart: '06:30',
  offPeakHourStart: '22:30',
  isOnTRV: false,
  version: 2,
  ...part,
});

const economy: Economy = {
  startDate: '2026-10-01',
  endDate: '2026-10-31',
  consumerType: 'individual',
  contractType: 'DOUBLE_PRICE',
  taxIncluded: true,
  countedDays: 29,
  gaps: [{ reason: 'NO_DATA', startDate: '2026-10-04', endDate: '2026-10-05' }],
  provisional: false,
  slots: [{ slot: 'PEAK', priceMicroEuro: 206_500, sharedMilliWh: 40_000_000, supplierMilliWh: 60_000_000 }],
  trvStartDates: ['2026-02-01'],
  consumerAutoConsumptionMilliWh: 40_000_000,
  consumerSupplierConsumptionMilliWh: 60_000_000,
  withoutCents: 2065,
  withCents: 1839,
  localCents: 400,
  fixedCents: 200,
  economyCents: 226,
  economyRate: 0.109,
};

function open(answers: Answers = {}, { may = true, own = false } = {}) {
  const calls = serve({
    'GET /operations/{operationId}/participants': { body: [site] },
    'GET /participants/by-jwt': { body: [{ participant: site, operation }] },
    'GET /participants/{participantId}/measurements/date-ranges': {
      body: { uploadedData: [{ from: '2026-09-01', to: '2026-10-31' }], nonDefinitiveDataRange: [] },
    },
    'GET /participants/{participantId}/economy/pmo-price-config': { body: config() },
    'GET /participants/{participantId}/economy/pmo': { body: economy },
    ...answers,
  } as Answers);
  const session = someSession({
    role: own ? 'participant' : 'organizer',
    policy: may ? ['economy:read', 'economy:update'] : ['economy:read'],
  });
  const page = (
    <OperationContext value={operation}>
      <BillCheckPage />
    </OperationContext>
  );
  return { ...renderPage(page, { session }), calls };
}

const plain = (text: string | null) => (text ?? '').replace(/\s+/g, ' ').trim();

describe('BillCheckPage', () => {
  it('says what was saved, which days count and why others do not', async () => {
    const { container } = open();
    const saved = await screen.findByRole('region', { name: 'Économie' });
    expect(plain(saved.textContent)).toContain('2,26 €10,9 % de la facture sans l’opération');
    expect(plain(screen.getByRole('region', { name: 'Jours comptés' }).textContent)).toMatch(
      /29 jours comptés.*4.*5 oct\. 2026 : non compté \(Données absentes\)/,
    );
    const assumed = plain(screen.getByRole('region', { name: 'Hypothèses' }).textContent);
    expect(assumed).toContain('toutes taxes comprises');
    expect(assumed).toContain('Heures pleines à partir de 06:30, heures creuses à partir de 22:30.');
    expect(assumed).toMatch(/Tarif réglementé en vigueur depuis le 01\/02\/2026/);
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  it('has no result where fields are invalid, which is no error', async () => {
    open({
      'GET /participants/{participantId}/economy/pmo': {
        status: 400,
        body: {
          key: 'economy.invalid',
          errors: [{ key: 'economy.peakPrice', field: 'peakMicroEuro' }],
        },
      },
    } as Answers);
    expect(await screen.findByText('Pas de résultat')).toBeTruthy();
    expect(screen.getByText('Indiquez le prix du kWh en heures pleines')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('passes other refusals through', async () => {
    open({
      'GET /participants/{participantId}/economy/pmo': { status: 400, body: { key: 'range.tooLong' } },
    } as Answers);
    expect(await screen.findByRole('button', { name: 'Réessayer' })).toBeTruthy();
    expect(screen.queryByText('Pas de résultat')).toBeNull();
  });

  it('puts what the server refuses at its field', async () => {
    open({
      'PUT /participants/{participantId}/economy/pmo-price-config': {
        status: 400,
        body: {
          key: 'economy.invalid',
          errors: [{ key: 'economy.offPeakHour', field: 'offPeakHourStart' }],
        },
      },
    } as Answers);
    fireEvent.click(await screen.findByRole('button', { name: 'Estimer' }));
    await waitFor(() =>
      expect(screen.getByLabelText('Début des heures creuses').getAttribute('aria-invalid')).toBe('true'),
    );
  });

  it('is only read by a participant', async () => {
    open({}, { may: false, own: true });
    expect((await screen.findByLabelText<HTMLInputElement>('Heures pleines')).disabled).toBe(true);
    expect(screen.queryByRole('button', { name: 'Estimer' })).toBeNull();
  });
});

describe('a contract of supply', () => {
  it('sends the fields of its type, and takes away those that were emptied', () => {
    expect(updateOf({ isOnTRV: false, contractType: 'DOUBLE_PRICE', peakMicroEuro: 1, peakHourStart: '' })).toEqual({
      contractType: 'DOUBLE_PRICE',
      isOnTRV: false,
      peakMicroEuro: 1,
      offPeakMicroEuro: null,
      peakHourStart: null,
      offPeakHourStart: null,
    });
    expect(updateOf({ isOnTRV: true, contractType: 'BASE', baseMicroEuro: 1 })).toEqual({
      contractType: 'BASE',
      isOnTRV: true,
    });
    expect(
      Object.keys(updateOf({ isOnTRV: false, contractType: 'QUADRUPLE_PRICE' })).filter((name) => /Micro/.test(name)),
    ).toHaveLength(4);
  });
});

describe('the two bills', () => {
  it('add up to what the server says, and are none where no day counts', () => {
    expect(billsOf(economy)).toEqual([
      { id: 'without', supplier: 2065, local: 0, fixed: 0 },
      { id: 'with', supplier: 1239, local: 400, fixed: 200 },
    ]);
    const { withoutCents: _, withCents: __, ...without } = economy;
    expect(billsOf(without)).toEqual([]);
  });
});
