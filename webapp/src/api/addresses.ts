import type { Feature } from './operations';

interface ThingPage {
  /** Below `operations/{operationId}/`, before the id. */
  folder: string;
  /** Who may open it. */
  permission: `${string}:${string}`;
  /** Absent: every operation has it. */
  feature?: Feature;
}

/**
 * The page of each thing of an operation: the one table of addresses. A producer is a site. The router is made
 * of it, and so is every link.
 */
export const thingPages = {
  site: { folder: 'sites', permission: 'participantDetails:view' },
  client: { folder: 'clients', permission: 'client:read', feature: 'billing' },
  issuer: { folder: 'issuers', permission: 'billingSubscriptions:visit', feature: 'billing' },
  plan: { folder: 'plans', permission: 'plan:read', feature: 'billing' },
  invoice: { folder: 'invoices', permission: 'invoices:visit', feature: 'billing' },
  import: { folder: 'imports', permission: 'curve:import' },
  run: { folder: 'runs', permission: 'run:read', feature: 'billing' },
} as const satisfies Record<string, ThingPage>;

export type Thing = keyof typeof thingPages;

export const things = Object.keys(thingPages) as Thing[];

/** Who may open the page of a thing, and where there is one. */
export const pageOf = (thing: Thing): ThingPage => thingPages[thing];

const below = (operationId: string, path: string) => `/pmo/operations/${operationId}/${path}`;

/** The address of a thing's page. */
export const thingPath = (operationId: string, thing: Thing, id: string): string =>
  below(operationId, `${thingPages[thing].folder}/${id}`);

/** The page of a site on some of its days. */
export const siteDaysPath = (operationId: string, siteId: string, days?: { from: string; to: string }): string =>
  `${thingPath(operationId, 'site', siteId)}${days ? `?from=${days.from}&to=${days.to}` : ''}`;
