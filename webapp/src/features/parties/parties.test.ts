import { describe, expect, it } from 'vitest';
import {
  type Client,
  creationOf,
  formOf,
  type Issuer,
  newParty,
  partyOfSite,
  type Site,
  sitesOf,
  updateOf,
  withoutParty,
} from './parties';

const issuer: Issuer = {
  id: 'i',
  operationId: 'o',
  name: 'Régie',
  address: '1 rue Haute',
  postCode: '35300',
  city: 'Fougères',
  country: 'FR',
  vatRegime: 'normal',
  legalNumber: '444608442',
  seriesCode: 'REG',
  producerIds: ['p1'],
  ownedByOperation: false,
  complete: true,
  missing: [],
};

const client: Client = {
  id: 'c',
  operationId: 'o',
  name: 'Boulangerie',
  consumerType: 'professional',
  consumerIds: ['c1'],
  complete: false,
  missing: ['address', 'postCode', 'city', 'legalNumber'],
};

const site = (id: string, energyType: Site['energyType'], part: Partial<Site> = {}): Site => ({
  id,
  operationId: 'o',
  name: id,
  energyType,
  dsoId: id,
  status: 'up',
  activationRange: {},
  entryDateKnown: true,
  isProsumer: false,
  mayLeave: true,
  dsoDetails: { name: id, folder_status: 'up', account_status: 'NONE' },
  ...part,
});

describe('sites', () => {
  const sites = [site('c1', 'consumer'), site('p1', 'producer'), site('both', 'consumer', { isProsumer: true })];
  it('belong to a side; a prosumer to both', () => {
    expect(sitesOf('client', sites).map(({ id }) => id)).toEqual(['c1', 'both']);
    expect(sitesOf('issuer', sites).map(({ id }) => id)).toEqual(['p1', 'both']);
  });
  it('without a party are found', () => {
    expect(withoutParty('issuer', sites, [issuer]).map(({ id }) => id)).toEqual(['both']);
    expect(partyOfSite([issuer]).get('p1')).toBe(issuer);
  });
});

describe('bodies', () => {
  it('of a creation leave out what is empty and what the other side has', () => {
    const from = site('c1', 'consumer', { billingDetail: { name: 'SARL Martin', city: 'Fougères' } });
    expect(creationOf('client', newParty('client', from, { country: 'FR', language: 'fr' }))).toEqual({
      name: 'SARL Martin',
      city: 'Fougères',
      country: 'FR',
      vatRegime: 'none',
      consumerType: 'individual',
      language: 'fr',
      consumerIds: ['c1'],
    });
  });
  it('of a creation begin in the country and the language of the operation', () => {
    expect(newParty('client', undefined, { country: 'BE', language: 'nl' })).toMatchObject({
      country: 'BE',
      language: 'nl',
    });
  });
  it('of a change hold what differs, null for what was emptied', () => {
    const form = { ...formOf(issuer), city: '', iban: 'FR76', siteIds: ['p1'] };
    expect(updateOf('issuer', form, issuer)).toEqual({ city: null, iban: 'FR76' });
    expect(updateOf('issuer', { ...formOf(issuer), siteIds: [] }, issuer)).toEqual({ producerIds: [] });
    expect(updateOf('client', formOf(client), client)).toEqual({});
  });
});
