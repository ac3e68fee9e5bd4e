import type { MessageKey } from '@openpmo/ui/i18n/catalogues';
import type { Operation } from '../api/operations';
import type { Session } from '../api/session';

/** What decides which entries exist: the operation's kind, and who looks (decisions 6.4). */
export interface NavigationContext {
  dso: Operation['dso'];
  billingEngine?: Operation['billingEngine'];
  jdbToggle: boolean;
  role: Session['role'];
  /** The permissions of the session. */
  policy: readonly string[];
}

/** Pages that exist in this release; the router knows one component for each. */
export type Screen =
  | 'dashboard'
  | 'coefficients'
  | 'distribution'
  | 'participants'
  | 'plans'
  | 'subscriptions'
  | 'invoices'
  | 'invoicesRun';

export type Group = 'monitoring' | 'administration' | 'billing' | 'finance' | 'communication';

export interface Entry {
  key: string;
  group: Group;
  /** Below `operations/{operationId}/`. */
  path: string;
  permission: `${string}:visit`;
  label: MessageKey;
  when: (context: NavigationContext) => boolean;
  /** Absent: the entry is specified but has no page yet, so the menu leaves it out. */
  screen?: Screen;
}

type When = Entry['when'];

const isFrench: When = ({ dso }) => dso !== 'SIBELGA';
const isSibelga: When = ({ dso }) => dso === 'SIBELGA';
const isEnedis: When = ({ dso }) => dso === 'ENEDIS';
const isOrganizer: When = ({ role }) => role === 'organizer';
const isNotParticipant: When = ({ role }) => role !== 'participant';
const isNewEngine: When = ({ billingEngine }) => billingEngine === 'ENGINE_2025';
const hasRuns: When = ({ jdbToggle }) => jdbToggle;

const always: When = () => true;
const not =
  (when: When): When =>
  (context) =>
    !when(context);
const all =
  (...whens: When[]): When =>
  (context) =>
    whens.every((when) => when(context));
const any =
  (...whens: When[]): When =>
  (context) =>
    whens.some((when) => when(context));

const oldEngine = all(isFrench, not(isNewEngine));
const newEngine = all(isFrench, isNewEngine);
const contracts = any(newEngine, all(isSibelga, isOrganizer));

/** Every menu entry of specification section 2, in the order of the menu. */
export const navigation: readonly Entry[] = [
  entry('dashboard', 'monitoring', 'dashboard', 'dashboard', always, 'dashboard'),
  entry('production', 'monitoring', 'edit/production', 'production', isEnedis, 'coefficients'),
  entry('distribution', 'monitoring', 'productionDistribution', 'distribution', always, 'distribution'),
  entry('participants', 'administration', 'edit/participants', 'participants', always, 'participants'),
  entry('documents', 'administration', 'edit/documents', 'documents', always),
  entry('operation', 'administration', 'edit/operation', 'operation', always),
  entry('billingParticipants', 'billing', 'billing/participants', 'billing', oldEngine),
  entry('billingConfigs', 'billing', 'billing/configs', 'billingConfig', all(oldEngine, isOrganizer)),
  entry('plans', 'billing', 'billing/plans', 'billingPlan', contracts, 'plans'),
  entry(
    'subscriptions',
    'billing',
    'billing/subscriptions',
    'billingSubscriptions',
    all(contracts, isNotParticipant),
    'subscriptions',
  ),
  entry('payment', 'billing', 'payment', 'paymentConfig', isNotParticipant),
  entry(
    'invoicesRun',
    'billing',
    'billing/invoices-run',
    'billing',
    all(newEngine, hasRuns, isNotParticipant),
    'invoicesRun',
  ),
  entry(
    'invoices',
    'billing',
    'billing/invoices',
    'invoices',
    all(isNotParticipant, any(isSibelga, all(newEngine, not(hasRuns)))),
    'invoices',
  ),
  entry(
    'editedInvoices',
    'billing',
    'billing/invoices',
    'invoices',
    all(newEngine, hasRuns, isNotParticipant),
    'invoices',
  ),
  entry('billCheck', 'finance', 'billing/check', 'billCheck', isFrench),
  entry('expense', 'finance', 'fin/expense', 'expense', isFrench),
  entry('income', 'finance', 'fin/income', 'income', isFrench),
  entry('monitoring', 'finance', 'fin/monitoring', 'financialMonitoring', isFrench),
  entry('communication', 'communication', 'communication', 'communication', isFrench),
];

type Key = MessageKey extends infer K ? (K extends `shell.nav.${infer Name}` ? Name : never) : never;

function entry(key: Key, group: Group, path: string, resource: string, when: When, screen?: Screen): Entry {
  const label: MessageKey = `shell.nav.${key}`;
  return { key, group, path, permission: `${resource}:visit`, label, when, ...(screen ? { screen } : {}) };
}

/** Entries that exist for this operation and role, and that the person may visit. */
export function entriesFor(context: NavigationContext): Entry[] {
  return navigation.filter((item) => item.when(context) && context.policy.includes(item.permission));
}

/** What the menu shows: the entries whose page is there. */
export const menuFor = (context: NavigationContext, hasPage: (screen: Screen) => boolean): Entry[] =>
  entriesFor(context).filter((item) => item.screen && hasPage(item.screen));

export type Access = 'open' | 'hidden' | 'forbidden';

/** Whether a page opens: hidden when no entry of this path exists here, forbidden without its right. */
export function accessTo(path: string, context: NavigationContext): Access {
  const existing = navigation.filter((item) => item.path === path && item.screen && item.when(context));
  if (existing.length === 0) return 'hidden';
  return existing.some((item) => context.policy.includes(item.permission)) ? 'open' : 'forbidden';
}

export const navigationContext = (operation: Operation, session: Session): NavigationContext => ({
  dso: operation.dso,
  ...(operation.billingEngine ? { billingEngine: operation.billingEngine } : {}),
  jdbToggle: operation.jdbToggle,
  role: session.role,
  policy: session.policy,
});

export const homePath = '/pmo';

/** Address of an entry. Participants look at the dashboard of one producer (specification section 2). */
export function pathOf(item: Pick<Entry, 'key' | 'path'>, operation: Operation, role: Session['role']): string {
  const base = `${homePath}/operations/${operation.id}/${item.path}`;
  if (item.key !== 'dashboard' || role !== 'participant') return base;
  const producer = operation.activeProducerId ?? operation.producers?.[0]?.id;
  return producer ? `${base}/prod/${producer}` : base;
}
