import { describe, expect, it } from 'vitest';
import { someSite } from '../../../test/records';
import { newParty, type Party } from '../../parties/parties';
import { emptyForm, formOf, type ParticipantForm } from '../form/schema';
import { draftOf, partOfDraft } from './draft';
import { enrolmentOf, enrolmentUpdateOf, type Filled } from './requests';
import { stepOf, stepsOf } from './steps';

const operation = { country: 'FR', language: 'fr' } as const;
const school = { ...emptyForm(), name: 'École', dsoId: '99100000000017', address: '1 rue' } as ParticipantForm;
const client = { id: 'c1', operationId: 'o', name: 'Commune', consumerType: 'professional', consumerIds: ['s1', 's2'] };
const stored = { ...client, complete: true, missing: [], vatRegime: 'none', language: 'fr' } as unknown as Party;
const form = newParty('client', undefined, operation);
const nothing: Filled = { site: school, client: undefined, issuer: undefined, plan: undefined };

describe('a wizard', () => {
  it('has the tabs of the specification, and no payment nor plan where nothing is billed by plans', () => {
    expect(stepsOf(true)).toEqual(['site', 'billing', 'payment', 'account', 'plan', 'summary']);
    expect(stepsOf(false)).toEqual(['site', 'billing', 'account', 'summary']);
  });

  it('leads a refusal to the tab of its field', () => {
    const fields = ['site.dsoId', 'site.siret', 'site.userEmail', 'client.name', 'issuer.iban', 'plan.planId', 'other'];
    expect(fields.map(stepOf)).toEqual(['site', 'billing', 'account', 'billing', 'payment', 'plan', undefined]);
  });

  it('attaches, creates or modifies a client, and subscribes', () => {
    const part = (action: 'ATTACH' | 'CREATE' | 'MODIFY') => ({ choice: { action, id: 'c1' }, form, stored });
    expect(enrolmentOf({ ...nothing, client: part('ATTACH') }).client).toEqual({
      action: 'ATTACH',
      billableEntityId: 'c1',
    });
    const made = enrolmentOf({ ...nothing, client: { ...part('CREATE'), form: { ...form, name: 'École' } } });
    expect(made.client).toMatchObject({ action: 'CREATE', creation: { name: 'École', consumerType: 'individual' } });
    expect(made.client?.creation).not.toHaveProperty('consumerIds');
    const changed = enrolmentOf({ ...nothing, client: { ...part('MODIFY'), form: { ...form, name: 'Mairie' } } });
    expect(changed.client).toMatchObject({ action: 'MODIFY', billableEntityId: 'c1', change: { name: 'Mairie' } });
    expect(changed.client?.change).not.toHaveProperty('consumerIds');
    const plan = { planId: 'p', startDate: '2026-10-01', withIds: ['s3'] };
    expect(enrolmentOf({ ...nothing, plan }).plan).toEqual(plan);
    expect(enrolmentOf({ ...nothing, plan: { ...plan, startDate: undefined } })).not.toHaveProperty('plan');
  });

  it('sends of a stored site what differs', () => {
    const site = someSite({ id: 's1', name: 'École' });
    const same = { ...nothing, site: formOf(site) as ParticipantForm };
    expect(enrolmentUpdateOf(site, same)).toEqual({});
    expect(enrolmentUpdateOf(site, { ...same, site: { ...same.site, name: 'Lycée' } })).toEqual({
      site: { name: 'Lycée' },
    });
  });
});

describe('a draft', () => {
  it('comes back as it was typed', () => {
    const begin = { name: '', contractPower: undefined as number | undefined, withIds: [] as string[] };
    const typed = { name: 'École', contractPower: 36_000, withIds: ['a'] };
    const fields = draftOf({ site: typed, plan: {} });
    expect(Object.keys(fields)).toEqual(['site.name', 'site.contractPower', 'site.withIds']);
    expect(partOfDraft(fields, 'site', begin)).toEqual(typed);
    expect(partOfDraft(fields, 'client', begin)).toEqual(begin);
    expect(partOfDraft({ 'site.name': 'no JSON' }, 'site', begin)).toEqual(begin);
  });
});
