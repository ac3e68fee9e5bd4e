import type { Page } from '@playwright/test';
import { getDocumentProxy } from 'unpdf';
import { type Account, expect, open, operationOf, read, settled, test } from './fixtures.ts';

/** Narrow and no-break spaces are spaces to a reader, and one minus is another. */
const plain = (text: string) => text.replace(/[\s\u00a0\u202f]+/g, ' ').replace(/\u2212/g, '-');

const printed = (value: number, decimals: number) =>
  plain(
    new Intl.NumberFormat('fr-FR', { minimumFractionDigits: decimals, maximumFractionDigits: decimals }).format(
      Math.abs(value),
    ),
  );

/** A number of a reply as it may be printed, by the end of its field's name. */
function* forms(name: string, value: number): Generator<string> {
  if (/milliWh$|^(?:values|totals)$/i.test(name)) {
    for (const decimals of [0, 1, 2, 3]) {
      yield `${printed(value / 1e6, decimals)} kWh`;
      yield `${printed(value / 1e9, decimals)} MWh`;
    }
  }
  if (/cents$/i.test(name)) {
    yield `${printed(value / 100, 2)} €`;
    yield `${printed(value / 100, 0)} €`;
  }
  if (/rate|ratio|share/i.test(name)) for (const decimals of [0, 1, 2]) yield `${printed(value * 100, decimals)} %`;
  if (/percentage|rate/i.test(name)) for (const decimals of [0, 1, 2]) yield `${printed(value, decimals)} %`;
  if (/microEuro$/i.test(name)) for (const decimals of [2, 3, 4, 5, 6]) yield `${printed(value / 1e6, decimals)} €`;
  if (name === 'quantity') for (const decimals of [0, 1, 2, 3]) yield `${printed(value, decimals)} kWh`;
}

function collect(name: string, value: unknown, into: Set<string>): void {
  if (typeof value === 'number') for (const form of forms(name, value)) into.add(form);
  // A long list of numbers is a curve: its figures stand in charts, not in words.
  else if (Array.isArray(value)) {
    const short = value.length <= 100;
    for (const one of value) if (short || typeof one === 'object') collect(name, one, into);
  } else if (value && typeof value === 'object') {
    for (const [key, one] of Object.entries(value)) collect(key, one, into);
  }
}

const figure = /\d[\d ]*(?:,\d+)?\s?(?:kWh|MWh|€|%)/g;

/** What the server answers while a page is opened, and every figure that the page then says. */
async function figuresOf(page: Page, go: () => Promise<unknown>): Promise<{ told: string[]; known: Set<string> }> {
  const known = new Set<string>();
  const replies: Promise<void>[] = [];
  page.on('response', (response) => {
    if (!response.url().includes('/api/') || !response.headers()['content-type']?.includes('json')) return;
    replies.push(
      response
        .json()
        .then((body) => collect('', body, known))
        .catch(() => undefined),
    );
  });
  await go();
  await settled(page);
  await page.waitForLoadState('networkidle');
  await Promise.all(replies);
  // The scale of a chart is no figure.
  await page.evaluate(() => {
    for (const chart of document.querySelectorAll<SVGElement>('main svg')) chart.style.display = 'none';
  });
  const text = (await page.getByRole('main').innerText()).replace(/(\d)\n+(?=kWh|MWh|€|%)/g, '$1 ');
  // What a curve counts and does not draw is the difference of two figures of its reply.
  const lines = text
    .split('\n')
    .map(plain)
    .filter((line) => !line.includes('Mesuré et compté, mais non tracé'));
  return { told: [...new Set(lines.flatMap((line) => [...line.matchAll(figure)].map(([one]) => one.trim())))], known };
}

/** Figures that are no measure: bounds, and the example that explains keys. */
const words = new Set(['100 %', '50 %', '0 %', '0 kWh', '0,00 €', '50 kWh']);

interface Visit {
  as: Account;
  operation: string;
  paths: string[];
}

const visits: Visit[] = [
  {
    as: 'organizer',
    operation: 'ACC00000001',
    paths: ['month/2026-10', 'billing/invoices', 'productionDistribution', 'billing/plans', 'dashboard'],
  },
  {
    as: 'organizer',
    operation: 'ACC00000002',
    paths: ['month/2026-10', 'productionDistribution', 'dashboard'],
  },
  { as: 'organizer-be', operation: 'BE00000001', paths: ['month/2026-10', 'billing/invoices', 'dashboard'] },
];

for (const { as, operation, paths } of visits) {
  test.describe(`each figure of ${operation}`, () => {
    test.use({ as, viewport: { width: 1440, height: 900 } });
    for (const path of paths) {
      test(`on ${path} is one of the server’s replies, to the printed digit`, async ({ page }) => {
        const { told, known } = await figuresOf(page, () => open(page, operation, path));
        expect(told.length + known.size).toBeGreaterThan(0);
        expect(told.filter((one) => !words.has(one) && !known.has(one))).toEqual([]);
      });
    }
  });
}

interface Line {
  netCents: number;
  quantity: number;
  unit: string;
  vatPercentage: number;
}
interface Invoice {
  id: string;
  number?: string;
  netCents: number;
  vatCents: number;
  amountCents: number;
  lines: Line[];
}

/** Figures of the law: what is owed for recovering a late payment, and rates of interest. */
const lawful = new Set(['40 €', '40,00 €', '100 %']);

/** What a page of an invoice has to say, each figure as it is printed, and what it may say besides. */
function figuresOfInvoice(invoice: Invoice): { owed: string[]; known: Set<string> } {
  const euro = (cents: number) => `${cents < 0 ? '-' : ''}${printed(cents / 100, 2)} €`;
  const owed = [euro(invoice.netCents), euro(invoice.vatCents), euro(invoice.amountCents)];
  const known = new Set<string>();
  collect('', invoice, known);
  for (const { netCents, quantity, unit, vatPercentage } of invoice.lines) {
    owed.push(euro(netCents));
    if (unit === 'KWH') owed.push(`${printed(quantity, 3)} kWh`);
    if (vatPercentage > 0) owed.push(plain(`${new Intl.NumberFormat('fr-FR').format(vatPercentage)} %`));
  }
  // The rows of the taxes: a sum of lines each, and its tax, rounded once.
  for (const rate of new Set(invoice.lines.map(({ vatPercentage }) => vatPercentage))) {
    const base = invoice.lines
      .filter((line) => line.vatPercentage === rate)
      .reduce((sum, line) => sum + line.netCents, 0);
    owed.push(euro(base));
    known.add(euro(Math.sign(base) * Math.round(Math.abs(base * rate) / 100)));
  }
  for (const one of owed) known.add(one);
  return { owed, known };
}

/** The texts of a PDF as they were drawn, cell by cell. */
async function textsOf(pdf: Uint8Array): Promise<string[]> {
  const document = await getDocumentProxy(new Uint8Array(pdf));
  const pages = Array.from({ length: document.numPages }, async (_, at) => {
    const { items } = await (await document.getPage(at + 1)).getTextContent();
    return items.map((item) => ('str' in item ? plain(item.str).trim() : '')).filter(Boolean);
  });
  return (await Promise.all(pages)).flat();
}

const papers: { as: Account; of: string; list: (page: Page) => Promise<string> }[] = [
  ...(
    [
      ['organizer', 'ACC00000001'],
      ['organizer', 'ACC00000002'],
      ['organizer-be', 'BE00000001'],
    ] as const
  ).map(([as, of]) => ({
    as,
    of,
    list: async (page: Page) => `/operations/${(await operationOf(page, of)).id}/billing/invoices`,
  })),
  {
    as: 'participant',
    of: 'a consumer',
    list: async (page) => {
      const { id } = await operationOf(page, 'ACC00000001');
      const own = await read<{ participant: { id: string; operationId: string } }[]>(page, '/participants/by-jwt');
      return `/participants/${own.find(({ participant }) => participant.operationId === id)?.participant.id}/billing/invoices`;
    },
  },
  {
    as: 'organizer',
    of: 'a producer',
    list: async (page) => {
      const { id } = await operationOf(page, 'ACC00000001');
      const [newest] = await read<{ producerId: string }[]>(page, `/operations/${id}/billing/invoices?limit=1`);
      return `/participants/${newest?.producerId}/billing/invoices`;
    },
  },
];

for (const { as, of, list } of papers) {
  test.describe(`the PDF of each invoice of ${of}`, () => {
    test.use({ as });
    test(`says what the server’s replies say, to the printed digit`, async ({ page }) => {
      const path = await list(page);
      const newest = await read<Invoice[]>(page, `${path}?limit=6`);
      expect(newest.length, 'invoices').toBeGreaterThan(0);
      for (const { id } of newest) {
        const invoice = await read<Invoice>(page, `${path}/${id}`);
        const reply = await page.request.get(`/api${path}/${id}/download`);
        expect(reply.headers()['content-type']).toBe('application/pdf');
        const pieces = await textsOf(await reply.body());
        const told = pieces.join(' ');
        const { owed, known } = figuresOfInvoice(invoice);
        expect(
          owed.filter((one) => !told.includes(one)),
          `${invoice.number} lacks`,
        ).toEqual([]);
        const figures = pieces.flatMap((piece) => [...piece.matchAll(figure)].map(([one]) => one.trim()));
        expect(
          figures.filter((one) => !known.has(one) && !lawful.has(one)),
          `${invoice.number} says besides`,
        ).toEqual([]);
      }
    });
  });
}
