import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { OperationContext } from '../../../api/operations';
import { someSite } from '../../../test/records';
import { accessibilityProblems, renderPage, someOperation, someSession } from '../../../test/render';
import { type Answers, serve } from '../../../test/server';
import type { Balance, SiteBalance } from './balance';
import { MyEnergyPage } from './MyEnergyPage';

const kWh = 1_000_000;
const operation = someOperation();
const site = someSite({ operationId: operation.id, name: 'Zoé' });
const used: Balance = {
  wholeMilliWh: 667 * kWh,
  sharedMilliWh: 165 * kWh,
  gridMilliWh: 502 * kWh,
  grainMilliWh: kWh,
  rate: 0.2474,
};
const balance: SiteBalance = {
  month: '2026-10',
  dateFrom: '2026-10-01',
  dateTo: '2026-10-31',
  missingDays: 0,
  used,
  year: [{ month: '2026-09' }, { month: '2026-10', used }],
  next: { kind: 'AWAITED', date: '2026-11-19' },
};
const asked = 'GET /participants/{participantId}/measurements/balance';

function open(reply: SiteBalance, more: Answers = {}) {
  const calls = serve({
    'GET /participants/by-jwt': { body: [{ participant: site, operation }] },
    'GET /participants/{participantId}/sharing': { body: { sentences: ['Au prorata.'], params: [] } as never },
    [asked]: { body: reply },
    ...more,
  });
  const session = someSession({ role: 'participant' });
  const page = renderPage(
    <OperationContext value={operation}>
      <MyEnergyPage owed={<p>À payer</p>} />
    </OperationContext>,
    { session },
  );
  return { ...page, calls };
}

/** Narrow and no-break spaces are spaces to a reader. */
const plain = (text: string | null) => (text ?? '').replace(/\s+/g, ' ').trim();

describe('the first page of a participant', () => {
  it('says what was local, and the flow says the same', async () => {
    const { container } = open(balance);
    const heading = await screen.findByRole('heading', { level: 2, name: /de votre électricité d’octobre/ });
    expect(plain(heading.textContent)).toMatch(/^25 % de votre électricité d’octobre( 2026)? est locale$/);
    const flow = await screen.findByRole('region', { name: 'D’où vient mon énergie, où elle va' });
    const ends = within(flow).getAllByRole('listitem');
    expect(ends.map(({ textContent }) => plain(textContent))).toEqual(['Énergie locale165 kWh', 'Réseau502 kWh']);
    expect(plain(flow.textContent)).toContain('667 kWh consommés');
    expect(screen.getByText('À payer')).toBeVisible();
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  it('tells both sides of a prosumer', async () => {
    const made = {
      wholeMilliWh: 10 * kWh,
      sharedMilliWh: 8 * kWh,
      gridMilliWh: 2 * kWh,
      grainMilliWh: kWh / 100,
      rate: 0.8,
    };
    open({ ...balance, made, year: [{ month: '2026-10', used, made }] });
    expect(
      await screen.findByText('de votre production d’octobre a été consommée localement', { exact: false }),
    ).toBeVisible();
    const flow = await screen.findByRole('region', { name: 'D’où vient mon énergie, où elle va' });
    expect(within(flow).getByRole('list', { name: 'Ce qui sort' })).toHaveTextContent(
      /Consommée localement8,00.kWhSurplus2,00.kWh/,
    );
  });

  it('tells what is not known of the sharing, and never counts it as grid', async () => {
    open({ ...balance, used: { ...used, gridMilliWh: 451 * kWh, unknownMilliWh: 51 * kWh } });
    expect(await screen.findByText(/Pour 51.kWh, le partage n’est pas encore connu/)).toBeVisible();
  });

  it('leads to the months that have data, and to no other', async () => {
    const { router } = open(balance);
    const months = within(await screen.findByRole('region', { name: 'Mon année' })).getAllByRole('button');
    expect(months.map((one) => [one.getAttribute('aria-label')?.split(',')[0], one.hasAttribute('disabled')])).toEqual([
      ['sept. 2026', true],
      ['oct. 2026', false],
    ]);
    expect(months[1]).toHaveAttribute('aria-current', 'true');
    fireEvent.click(months[1] as HTMLElement);
    expect(router.state.location.search).toBe('?month=2026-10');
  });

  it('advises by the kind of site, and only what the server says', async () => {
    const { unmount } = open({
      ...balance,
      advice: { kind: 'MOVE_AT_WORK', fromHour: 12, toHour: 14, energyMilliWh: 1.5 * kWh },
    });
    expect(await screen.findByText(/entre 12.h et 14.h.*jusqu’à 1,50.kWh/)).toBeVisible();
    unmount();
    open(balance);
    await screen.findByRole('region', { name: 'Et maintenant' });
    expect(screen.queryByText(/entre \d+/)).toBeNull();
  });

  it('waits for the first data', async () => {
    open({ missingDays: 0, year: [] });
    expect(await screen.findByText('Aucune mesure pour l’instant')).toBeVisible();
  });
});
