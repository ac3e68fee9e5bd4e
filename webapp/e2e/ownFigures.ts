import type { Page } from '@playwright/test';
import { expect, read } from './fixtures.ts';

interface Balance {
  wholeMilliWh: number;
  sharedMilliWh: number;
  gridMilliWh: number;
  unknownMilliWh?: number;
  grainMilliWh: number;
  rate: number;
  co2Kg?: number;
}
interface SiteBalance {
  month: string;
  used?: Balance;
  made?: Balance;
  advice?: { energyMilliWh: number };
}
interface Summary {
  toPay: { amountCents: number; count: number };
  toReceive: { amountCents: number; count: number };
  last?: { amountCents: number };
}

const number = (value: number, decimals = 0) =>
  new Intl.NumberFormat('fr-FR', { minimumFractionDigits: decimals, maximumFractionDigits: decimals }).format(value);

/** An energy as it is printed: as finely as its grain says. */
function energy(milliWh: number, grain: number): string {
  if (grain < 1e6) return `${number(milliWh / 1e6, 2)} kWh`;
  if (grain === 1e6) return `${number(milliWh / 1e6)} kWh`;
  return `${number(milliWh / 1e9, grain < 1e9 ? 1 : 0)} MWh`;
}

const grainOf = (milliWh: number) => (milliWh <= 20e6 ? 1e4 : milliWh <= 20e9 ? 1e6 : milliWh <= 1e12 ? 1e8 : 1e9);

/** Narrow and no-break spaces are spaces to a reader. */
const plain = (text: string) => text.replace(/[\s\u00a0\u202f]+/g, ' ');

const figure = /\d[\d ]*(?:,\d+)?\s?(?:kWh|MWh|%|€)/g;
const figuresIn = (text: string) => [...plain(text).matchAll(figure)].map(([one]) => one.trim());

const told = (of: Balance) =>
  [of.wholeMilliWh, of.sharedMilliWh, of.gridMilliWh, of.unknownMilliWh ?? 0]
    .filter((milliWh) => milliWh > 0)
    .map((milliWh) => plain(energy(milliWh, of.grainMilliWh)));

/**
 * The first screen of a participant tells the figures of the server's replies to the printed digit, and
 * no others; the flow tells those of the sentence, and they add up.
 */
export async function expectOwnFigures(page: Page, siteId: string, billed: boolean): Promise<void> {
  const balance = await read<SiteBalance>(page, `/participants/${siteId}/measurements/balance`);
  const words = page.getByRole('region', { name: /% de votre (électricité|production) .*local/ });
  const flow = page.getByRole('region', { name: 'D’où vient mon énergie, où elle va' });
  await expect(words).toBeVisible();
  const known = new Set<string>();
  for (const of of [balance.used, balance.made]) {
    if (!of) continue;
    for (const one of told(of)) {
      known.add(one);
      expect(plain(await words.innerText()), 'the sentence').toContain(one);
      expect(plain(await flow.innerText()), 'the flow').toContain(one);
    }
    expect(of.sharedMilliWh + of.gridMilliWh + (of.unknownMilliWh ?? 0)).toBe(of.wholeMilliWh);
    const rate = plain(`${number(of.rate * 100)} %`);
    expect(plain(await words.innerText())).toContain(`${rate} `);
    known.add(rate);
  }
  if (billed) {
    const summary = await read<Summary>(page, `/participants/${siteId}/billing/invoice-summary`);
    const open = [summary.toPay, summary.toReceive].filter(({ count }) => count > 0);
    const amounts = open.length > 0 ? open : summary.last ? [summary.last] : [];
    for (const { amountCents } of amounts) {
      const amount = plain(`${number(amountCents / 100, 2)} €`);
      await expect.poll(async () => plain(await words.innerText())).toContain(amount);
      known.add(amount);
    }
  }
  if (balance.advice) {
    known.add(plain(energy(balance.advice.energyMilliWh, grainOf(balance.advice.energyMilliWh))));
  }
  for (const card of [words, flow, page.getByRole('region', { name: 'Et maintenant' })]) {
    for (const one of figuresIn(await card.innerText())) expect([...known], 'a figure of no reply').toContain(one);
  }
}

interface YearMonth {
  month: string;
  used?: Balance;
  made?: Balance;
}

/** Each month of the strip says what the server says of it. */
export async function expectOwnYear(page: Page, siteId: string): Promise<void> {
  const { year } = await read<{ year: YearMonth[] }>(page, `/participants/${siteId}/measurements/balance`);
  const buttons = page.getByRole('region', { name: 'Mon année' }).getByRole('button');
  await expect(buttons).toHaveCount(12);
  for (const [at, { used, made }] of year.entries()) {
    const label = plain((await buttons.nth(at).getAttribute('aria-label')) ?? '');
    for (const of of [used, made]) {
      if (!of) continue;
      expect(label).toContain(plain(`${number(of.rate * 100)} %`));
      expect(label).toContain(plain(energy(of.wholeMilliWh, grainOf(of.wholeMilliWh))));
    }
    if (!used && !made) expect(label).toContain('aucune donnée');
  }
}
