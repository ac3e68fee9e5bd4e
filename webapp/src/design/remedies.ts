import type { Schemas } from '@openpmo/sdk';
import { addDays, addMonths, type Day, isDay } from '@openpmo/ui/formats/date';

/** A page that mends something, below the operation, and the right that it asks for. */
export const places = {
  imports: { path: 'imports', permission: 'upload:view' },
  sites: { path: 'edit/participants', permission: 'participants:visit' },
  days: { path: 'dashboard', permission: 'dashboard:visit' },
  issuers: { path: 'billing/subscriptions?tab=issuers', permission: 'billingSubscriptions:visit' },
  clients: { path: 'billing/subscriptions?tab=clients', permission: 'billingSubscriptions:visit' },
  subscriptions: { path: 'billing/subscriptions', permission: 'billingSubscriptions:visit' },
  plans: { path: 'billing/plans', permission: 'billingPlan:visit' },
  pairs: { path: 'productionDistribution?tab=drift', permission: 'distribution:visit' },
  coefficients: { path: 'edit/production?tab=sending', permission: 'production:visit' },
  key: { path: 'productionDistribution?tab=methods', permission: 'distribution:visit' },
  month: { path: 'month', permission: 'month:visit' },
  collections: { path: 'payment?tab=collections', permission: 'paymentConfig:visit' },
  pmo: { path: 'edit/operation', permission: 'operation:update' },
} as const;

export type Place = keyof typeof places;

/**
 * The one table of what mends an error, by its key: where somebody goes to make it go away. Errors
 * that are mended in the field or the file they are about have no entry, nor have those that pass.
 */
export const remedies = {
  'billableEntity.consumerTaken': 'clients',
  'billableEntity.incomplete': 'clients',
  'billingEntity.incomplete': 'issuers',
  'billingEntity.producerTaken': 'issuers',
  'coefficients.incomplete': 'imports',
  'coefficients.noSites': 'sites',
  'coefficients.outdated': 'coefficients',
  'coefficients.siteMissing': 'coefficients',
  'coefficients.siteUnknown': 'sites',
  'coefficients.siteWithoutCurve': 'imports',
  'curve.natureOfSite': 'sites',
  'curve.outsideActivation': 'sites',
  'definitiveMonth.noData': 'imports',
  InconsistentPerimeter: 'sites',
  'interlocutor.incomplete': 'pmo',
  InvalidPeriod: 'sites',
  'invoice.energyUnpriced': 'subscriptions',
  'invoice.inCollection': 'collections',
  'invoice.numberTooLong': 'issuers',
  'invoice.pairUnpriced': 'subscriptions',
  'measurements.incomplete': 'days',
  'measurements.missing': 'days',
  'measurements.pairsContradict': 'pairs',
  'payment.billableEntityIncomplete': 'plans',
  'payment.billingEntityIncomplete': 'issuers',
  'plan.vatRateUnknown': 'plans',
  'plan.slotUnpriced': 'plans',
  'plan.volumesBroken': 'plans',
  'plan.volumeUnpriced': 'plans',
  'prm.unknown': 'sites',
  'run.inProgress': 'month',
  'run.tooManyPeriods': 'subscriptions',
  'subscription.clientMissing': 'clients',
  'subscription.energyTwice': 'subscriptions',
  'subscription.hoursMissing': 'sites',
  'subscription.issuerMissing': 'issuers',
  'subscription.operationIssuerMissing': 'pmo',
  'upload.registerChanged': 'plans',
  'vat.placeUnknown': 'issuers',
} as const satisfies Record<string, Place>;

/** A problem as far as its remedy depends on it. */
export interface Mendable {
  key: string;
  params?: Record<string, unknown> | undefined;
}

/** The issuer and the client that a problem is about, opened where they are mended. */
interface About {
  issuerId?: string | undefined;
  clientId?: string | undefined;
}

export const placeOfProblem = ({ key }: Mendable): Place | undefined =>
  Object.hasOwn(remedies, key) ? remedies[key as keyof typeof remedies] : undefined;

/** The way to what mends problems of one place, below the operation: the party and the days they are about are shown there. */
export function remedyPath(place: Place, problems: readonly Mendable[], { issuerId, clientId }: About = {}): string {
  const { path } = places[place];
  const party = place === 'issuers' ? issuerId : place === 'clients' ? clientId : undefined;
  if (party) return `${path}&party=${party}`;
  if (place !== 'days' && place !== 'pairs') return path;
  const query = monthsOf(problems);
  return query ? `${path}${path.includes('?') ? '&' : '?'}${query}` : path;
}

/** The months of the first and the last day that problems name. */
function monthsOf(problems: readonly Mendable[]): string {
  const days = problems
    .flatMap(({ params }) => (Array.isArray(params?.days) ? params.days : [params?.date]))
    .filter((day): day is Day => typeof day === 'string' && isDay(day))
    .sort();
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return '';
  return `from=${first.slice(0, 7)}-01&to=${addDays(addMonths(`${last.slice(0, 7)}-01`, 1), -1)}`;
}

/** What mends each reason for which nobody is billed. */
export const unpricedPlaces: Record<Schemas['UnpricedReason'], Place> = {
  CLIENT_MISSING: 'clients',
  ISSUER_MISSING: 'issuers',
  NOT_SUBSCRIBED: 'subscriptions',
  SUBSCRIPTION_OVER: 'subscriptions',
  SUBSCRIPTION_LATER: 'subscriptions',
};
