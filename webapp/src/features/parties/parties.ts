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
    addressLine2: '',
    postCode: billing?.postCode ?? site?.postCode ?? '',
    city: billing?.city ?? site?.city ?? '',
    country,
    email: billing?.email ?? site?.email ?? '',
    phoneNumber: billing?.phoneNumber ?? site?.phone ?? '',
    contactName: '',
    electronicAddressScheme: '',
    electronicAddress: '',
    legalNumber: billing?.siret ?? '',
    taxId: '',
    vatRegime: side === 'issuer' ? 'normal' : 'none',
    siteIds: site ? [site.id] : [],
    vatExemptionText: '',
    iban: '',
    bic: '',
    seriesCode: 'F',
    legalForm: '',
    registrationCourt: '',
    franchiseForm: '',
    vatOnDebits: false,
    billingMandateReference: '',
    consumerType: site?.consumerType ?? 'individual',
    language,
    publicBody: false,
    serviceCode: '',
    commitmentNumber: '',
    contractNumber: '',
    commitmentRequired: false,
    invoiceChannel: '',
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
    addressLine2: party.addressLine2 ?? '',
    postCode: party.postCode ?? '',
    city: party.city ?? '',
    country: party.country === 'BE' ? 'BE' : 'FR',
    email: party.email ?? '',
    phoneNumber: party.phoneNumber ?? '',
    contactName: party.contactName ?? '',
    electronicAddressScheme: party.electronicAddressScheme ?? '',
    electronicAddress: party.electronicAddress ?? '',
    legalNumber: party.legalNumber ?? '',
    taxId: party.taxId ?? '',
    vatRegime: party.vatRegime ?? 'none',
    siteIds: [...linkedIds(party)],
    vatExemptionText: issuer.vatExemptionText ?? '',
    iban: party.iban ?? '',
    bic: party.bic ?? '',
    seriesCode: issuer.seriesCode ?? 'F',
    legalForm: issuer.legalForm ?? '',
    shareCapitalCents: issuer.shareCapitalCents,
    registrationCourt: issuer.registrationCourt ?? '',
    franchiseForm: issuer.franchiseForm ?? '',
    vatOnDebits: issuer.vatOnDebits ?? false,
    billingMandateDate: issuer.billingMandateDate,
    billingMandateReference: issuer.billingMandateReference ?? '',
    consumerType: client.consumerType ?? 'individual',
    language: client.language ?? 'fr',
    publicBody: client.publicBody ?? false,
    serviceCode: client.serviceCode ?? '',
    commitmentNumber: client.commitmentNumber ?? '',
    contractNumber: client.contractNumber ?? '',
    commitmentRequired: client.commitmentRequired ?? false,
    invoiceChannel: client.invoiceChannel ?? '',
    reference: client.reference ?? '',
    tags: (client.tags ?? []).join(', '),
  };
}

const foreign: Record<Side, readonly (keyof PartyForm)[]> = {
  issuer: [
    'consumerType',
    'language',
    'reference',
    'tags',
    'publicBody',
    'serviceCode',
    'commitmentNumber',
    'contractNumber',
    'commitmentRequired',
    'invoiceChannel',
  ],
  client: [
    'vatExemptionText',
    'seriesCode',
    'firstNumber',
    'legalForm',
    'shareCapitalCents',
    'registrationCourt',
    'franchiseForm',
    'vatOnDebits',
    'billingMandateDate',
    'billingMandateReference',
  ],
};

/** What of the form its side has on the wire; tags go by themselves. */
function valuesOf(
  side: Side,
  { siteIds: _, tags: __, ...form }: PartyForm,
): [string, string | number | boolean | undefined][] {
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
  const values = valuesOf(side, form).filter(([, value]) => value !== '' && value !== undefined && value !== false);
  return {
    ...Object.fromEntries(values),
    ...(form.siteIds.length > 0 ? { [siteKeys[side]]: form.siteIds } : {}),
    ...(side === 'client' && form.tags !== '' ? { tags: tagsOf(form.tags) } : {}),
  };
}

/** Values that another choice replaces, and nothing clears: the register goes with its address. */
const chosen = new Set(['electronicAddressScheme', 'franchiseForm']);

/** The body of a change: what differs; null where something was emptied. */
export function updateOf(side: Side, form: PartyForm, stored: Party): Record<string, unknown> {
  const before = formOf(stored);
  const values = valuesOf(side, form)
    .filter(([key, value]) => value !== before[key as keyof PartyForm] && !(value === '' && chosen.has(key)))
    .map(([key, value]) => [key, value === '' ? null : (value ?? null)]);
  const same = form.siteIds.length === before.siteIds.length && form.siteIds.every((id) => before.siteIds.includes(id));
  return {
    ...Object.fromEntries(values),
    ...(same ? {} : { [siteKeys[side]]: form.siteIds }),
    ...(side === 'client' && form.tags !== before.tags ? { tags: tagsOf(form.tags) } : {}),
  };
}

/** The field of the form that the server's name means. */
export const fieldOf = (name: string | undefined): string | undefined =>
  name === 'producerIds' || name === 'consumerIds' ? 'siteIds' : name;
