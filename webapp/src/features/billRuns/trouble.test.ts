import type { Schemas } from '@openpmo/sdk';
import { fr } from '@openpmo/ui/i18n/fr';
import { makeTranslator, problemText } from '@openpmo/ui/i18n/translator';
import { describe, expect, it } from 'vitest';
import { partyFields } from '../../design/useProblemText';
import { causeOf, failuresOf, foreseen, grouped, refusalOf, remedyOf, troubleOf } from './trouble';

const translator = makeTranslator('fr', [fr]);
const known = (key: string) => translator.has(`errors.${key}`);

const failed = (part: Partial<Schemas['BillRunItem']>): Schemas['BillRunItem'] => ({
  status: 'FAILURE',
  billingEntityId: 'i',
  billingEntityName: 'Commune',
  billableEntityId: 'c',
  billableEntityName: 'Boulangerie',
  periodStart: '2026-10-01',
  periodEnd: '2026-10-31',
  ...part,
});

/** The sentence that a failed item shows. */
const words = (part: Partial<Schemas['BillRunItem']>) =>
  problemText(translator, troubleOf(failed(part), known), partyFields);

const days =
  'Données définitives absentes sur les jours suivants : 14/10/2026, 15/10/2026, veuillez transmettre le message d’erreur ci-dessus au support';

describe('texts of run errors (specification section 8)', () => {
  it.each([
    [
      { key: 'measurements.missing', params: { date: '2026-10-20' } },
      'Données définitives absentes (à partir du 20/10/2026)',
    ],
    [{ key: 'measurements.incomplete', params: { days: ['2026-10-14', '2026-10-15'] } }, days],
    [
      { key: 'payment.billingEntityIncomplete', params: { name: 'Commune' } },
      'Données de paiement incomplètes pour le Producteur Commune',
    ],
    [
      { key: 'payment.billableEntityIncomplete', params: { name: 'Bar' } },
      'Données de paiement incomplètes pour le Client Bar',
    ],
    [{ key: 'run.interrupted' }, 'La génération a été interrompue. Relancez-la.'],
  ])('%j', (item, text) => expect(words(item)).toBe(text));

  it('names every day by the first and the last in a row', () => {
    const many = Array.from({ length: 9 }, (_, n) => `2026-10-0${n + 1}`);
    expect(words({ key: 'measurements.incomplete', params: { days: many } })).toContain('1er–9 oct. 2026, veuillez');
  });

  it('gives the support the invoice and the error when nobody knows it', () => {
    const trouble = troubleOf(failed({ invoiceId: 'inv-1', error: 'out of paper' }), known);
    expect(problemText(translator, trouble, partyFields)).toBe(
      'Erreur inconnue. Veuillez transmettre le message d’erreur suivant au support',
    );
    expect(trouble.raw).toBe('inv-1 : out of paper');
    expect(troubleOf(failed({ key: 'no.such', error: 'no.such' }), known)).toMatchObject({
      key: 'billing.unknown',
      raw: 'i → c : no.such',
    });
  });
});

describe('causes', () => {
  const missing = { key: 'measurements.missing', params: { date: '2026-10-20' } };
  const run = {
    invoices: [
      failed({ ...missing, billableEntityId: 'a' }),
      failed({ ...missing, billableEntityId: 'b' }),
      failed({ key: 'measurements.incomplete', params: { days: ['2026-09-14'] }, billableEntityId: 'c' }),
      failed({ key: 'billableEntity.incomplete', params: { name: 'Bar', fields: ['city'] } }),
      failed({ status: 'SUCCESS' }),
    ],
  } as Schemas['BillRun'];
  const groups = grouped(failuresOf(run, known));

  it('group failures, the most frequent first, and say the same thing once', () => {
    expect(groups.map(({ cause, count, findings }) => [cause, count, findings.length])).toEqual([
      ['data', 3, 2],
      ['client', 1, 1],
    ]);
    expect(groups[0]?.findings[0]?.about.map(({ client }) => client.id)).toEqual(['a', 'b']);
  });

  it('lead to the page that mends them', () => {
    const [data, client] = groups.map(({ cause, findings }) =>
      remedyOf(
        cause,
        findings.flatMap(({ about }) => about),
      ),
    );
    expect(data).toBe('dashboard?from=2026-09-01&to=2026-10-31');
    expect(client).toBe('billing/subscriptions?tab=clients&party=c');
    expect(remedyOf('support', [])).toBeUndefined();
  });

  it('name the missing fields of a client as the form does', () => {
    const trouble = troubleOf(
      failed({ key: 'billableEntity.incomplete', params: { name: 'Bar', fields: ['postCode', 'city'] } }),
      known,
    );
    expect(problemText(translator, trouble, partyFields)).toBe(
      'Le client Bar est incomplet. Complétez ces champs\u00a0: Code postal, Commune',
    );
  });
});

it('reads what a check foresees, without blaming one period', () => {
  const [trouble] = foreseen([
    {
      billingEntityId: 'i',
      billingEntityName: 'Commune',
      billableEntityId: 'c',
      billableEntityName: 'Bar',
      periods: [{ from: '2026-10-01', to: '2026-10-31' }],
      problems: [{ key: 'measurements.missing', params: { date: '2026-11-10' } }],
    },
  ]);
  expect(trouble).toMatchObject({ key: 'measurements.missing', period: undefined, client: { id: 'c', name: 'Bar' } });
});

it('reads why an invoice was not published', () => {
  const invoice = {
    id: 'inv',
    periodStart: '2026-10-01',
    periodEnd: '2026-10-31',
    billingEntity: { id: 'i', name: 'Commune' },
    billableEntity: { id: 'c', name: 'Bar' },
  } as Schemas['Invoice'];
  const problem = (key: string, params = {}): NonNullable<Schemas['BulkResult']['problem']> => ({
    type: 't',
    title: 't',
    status: 409,
    requestId: 'r',
    key,
    params,
    detail: 'in words',
  });
  const stale = refusalOf(invoice, problem('invoice.stale', { amountBefore: '1234.50' }), known);
  expect(causeOf(stale)).toBe('again');
  expect(problemText(translator, stale, partyFields).replaceAll('\u202f', ' ')).toContain('1 234,50 €');
  expect(refusalOf(invoice, problem('no.such'), known).raw).toBe('inv : in words');
});
