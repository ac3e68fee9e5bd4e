import type { Schemas } from '@openpmo/sdk';
import type { PartyForm } from './schema';

export type Issuer = Schemas['BillingEntity'];
export type Client = Schemas['BillableEntity'];
export type Party = Issuer | Client;
export type Site = Schemas['Participant'];

/** Which end of an invoice: who issues it, or who receives it. */
export type Side = 'issuer' | 'client';

export const isIssuer = (party: Party): party is Issuer => 'producerIds' in party;

export const consumes = ({ energyType, isProsumer }: Site): boolean => energyType === 'consumer' || isProsumer;
export const produces = ({ energyType, isProsumer }: Site): boolean => energyType === 'producer' || isProsumer;

/** Sites that a party of this side can be linked to. */
export const sitesOf = (side: Side, sites: readonly Site[]): Site[] =>
  sites.filter(side === 'issuer' ? produces : consumes);

/** The sites that a party has. */
export const linkedIds = (party: Party): readonly string[] => (isIssuer(party) ? party.producerIds : party.consumerIds);

/** Which party each site has, of a list. */
export const partyOfSite = <P extends Party>(parties: readonly P[]): Map<string, P> =>
  new Map(parties.flatMap((party) => linkedIds(party).map((id): [string, P] => [id, party])));

/** Sites of a side that no party has yet: they cannot subscribe. */
export function withoutParty(side: Side, sites: readonly Site[], parties: readonly Party[]): Site[] {
  const known = partyOfSite(parties);
  return sitesOf(side, sites).filter(({ id }) => !known.has(id));
}

/** Where a new party begins: at what is known about its first site. */
export function newParty(
  side: Side,
  site: Site | undefined,
  { country, language }: Pick<Schemas['Operation'], 'country' | 'language'>,
): PartyForm {
  const billing = site?.billingDetail;
  return {
    name: billing?.name ?? site?.name ?? '',
    address: billing?.address ?? site?.address ?? '',
    postCode: billing?.postCode ?? site?.postCode ?? '',
    city: billing?.city ?? site?.city ?? '',
    country,
    email: billing?.email ?? site?.email ?? '',
    phoneNumber: billing?.phoneNumber ?? site?.phone ?? '',
    legalNumber: billing?.siret ?? '',
    taxId: '',
    vatRegime: side === 'issuer' ? 'normal' : 'none',
    siteIds: site ? [site.id] : [],
    vatExemptionText: '',
    iban: '',
    bic: '',
    seriesCode: 'F',
    consumerType: site?.consumerType ?? 'individual',
    language,
    reference: '',
    tags: '',
  };
}

/** A stored party as the form shows it. */
export function formOf(party: Party): PartyForm {
  const issuer: Partial<Issuer> = isIssuer(party) ? party : {};
  const client: Partial<Client> = isIssuer(party) ? {} : party;
  return {
    name: party.name,
    address: party.address ?? '',
    postCode: party.postCode ?? '',
    city: party.city ?? '',
    country: party.country === 'BE' ? 'BE' : 'FR',
    email: party.email ?? '',
    phoneNumber: party.phoneNumber ?? '',
    legalNumber: party.legalNumber ?? '',
    taxId: party.taxId ?? '',
    vatRegime: party.vatRegime ?? 'none',
    siteIds: [...linkedIds(party)],
    vatExemptionText: issuer.vatExemptionText ?? '',
    iban: party.iban ?? '',
    bic: party.bic ?? '',
    seriesCode: issuer.seriesCode ?? 'F',
    consumerType: client.consumerType ?? 'individual',
    language: client.language ?? 'fr',
    reference: client.reference ?? '',
    tags: (client.tags ?? []).join(', '),
  };
}

const foreign: Record<Side, readonly (keyof PartyForm)[]> = {
  issuer: ['consumerType', 'language', 'reference', 'tags'],
  client: ['vatExemptionText', 'seriesCode'],
};

/** The texts of the form that its side has on the wire; tags go by themselves. */
function textsOf(side: Side, { siteIds: _, tags: __, ...form }: PartyForm): [string, string][] {
  return Object.entries(form).filter(([key]) => !foreign[side].some((other) => other === key));
}

/** Tags as people type them, with commas between. */
const tagsOf = (typed: string): string[] =>
  typed
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');

const siteKeys = { issuer: 'producerIds', client: 'consumerIds' } as const;

/** The body of a creation, without what is empty. */
export function creationOf(side: Side, form: PartyForm): Record<string, unknown> {
  const texts = textsOf(side, form).filter(([, value]) => value !== '');
  return {
    ...Object.fromEntries(texts),
    ...(form.siteIds.length > 0 ? { [siteKeys[side]]: form.siteIds } : {}),
    ...(side === 'client' && form.tags !== '' ? { tags: tagsOf(form.tags) } : {}),
  };
}

/** The body of a change: what differs; null where something was emptied. */
export function updateOf(side: Side, form: PartyForm, stored: Party): Record<string, unknown> {
  const before = formOf(stored);
  const texts = textsOf(side, form)
    .filter(([key, value]) => value !== before[key as keyof PartyForm])
    .map(([key, value]) => [key, value === '' ? null : value]);
  const same = form.siteIds.length === before.siteIds.length && form.siteIds.every((id) => before.siteIds.includes(id));
  return {
    ...Object.fromEntries(texts),
    ...(same ? {} : { [siteKeys[side]]: form.siteIds }),
    ...(side === 'client' && form.tags !== before.tags ? { tags: tagsOf(form.tags) } : {}),
  };
}

/** The field of the form that the server's name means. */
export const fieldOf = (name: string | undefined): string | undefined =>
  name === 'producerIds' || name === 'consumerIds' ? 'siteIds' : name;
