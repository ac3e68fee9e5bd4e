import type { MessageKey } from '@openpmo/ui/i18n/catalogues';
import type { Feature, Operation, Option } from '../api/operations';
import type { Session } from '../api/session';

/** What decides which entries exist: what the operation offers to who looks, as its reply says. */
export interface NavigationContext {
  features: readonly Feature[];
  /** The permissions of the session. */
  policy: readonly string[];
}

/** Pages that exist in this release; the router knows one component for each. */
export type Screen =
  | 'month'
  | 'alerts'
  | 'curves'
  | 'dashboard'
  | 'coefficients'
  | 'distribution'
  | 'participants'
  | 'operation'
  | 'billingParticipants'
  | 'billingConfigs'
  | 'plans'
  | 'subscriptions'
  | 'payment'
  | 'billCheck'
  | 'invoices'
  | 'invoicesRun'
  | 'accounting'
  | 'einvoicing'
  | 'receivables'
  | 'expense'
  | 'income'
  | 'monitoring'
  | 'communication'
  | 'documents'
  | 'exports';

export type Group = 'monitoring' | 'administration' | 'billing' | 'finance' | 'communication';

export interface Entry {
  key: string;
  group: Group;
  /** Below `operations/{operationId}/`. */
  path: string;
  permission: `${string}:${'visit' | 'view' | 'read'}`;
  label: MessageKey;
  /** Absent: every operation has it. */
  feature?: Feature;
  /** What it is called among the options that the simple view may leave out; absent: it never is. */
  option?: Option;
  /** Absent: the entry is specified but has no page yet, so the menu leaves it out. */
  screen?: Screen;
}

/** The month and the curves, with which each month begins, then every menu entry of specification section 2, in the order of the menu. */
export const navigation: readonly Entry[] = [
  entry('month', 'monitoring', 'month', 'month', { screen: 'month' }),
  entry('alerts', 'monitoring', 'alerts', 'alertManagement', { screen: 'alerts' }),
  { ...entry('curves', 'monitoring', 'imports', 'upload', { screen: 'curves' }), permission: 'upload:view' },
  entry('dashboard', 'monitoring', 'dashboard', 'dashboard', { screen: 'dashboard' }),
  entry('production', 'monitoring', 'edit/production', 'production', {
    feature: 'coefficients',
    screen: 'coefficients',
  }),
  entry('distribution', 'monitoring', 'productionDistribution', 'distribution', { screen: 'distribution' }),
  entry('participants', 'administration', 'edit/participants', 'participants', { screen: 'participants' }),
  entry('documents', 'administration', 'edit/documents', 'documents', { screen: 'documents' }),
  entry('exports', 'administration', 'exports', 'exports', { screen: 'exports', option: 'EXPORTS' }),
  entry('operation', 'administration', 'edit/operation', 'operation', { screen: 'operation' }),
  entry('billingParticipants', 'billing', 'billing/participants', 'billing', {
    feature: 'billingParticipants',
    screen: 'billingParticipants',
  }),
  entry('billingConfigs', 'billing', 'billing/configs', 'billingConfig', {
    feature: 'billingConfigs',
    screen: 'billingConfigs',
  }),
  entry('plans', 'billing', 'billing/plans', 'billingPlan', { feature: 'plans', screen: 'plans' }),
  entry('subscriptions', 'billing', 'billing/subscriptions', 'billingSubscriptions', {
    feature: 'subscriptions',
    screen: 'subscriptions',
  }),
  entry('payment', 'billing', 'payment', 'paymentConfig', { feature: 'payment', screen: 'payment', option: 'PAYMENT' }),
  entry('invoicesRun', 'billing', 'billing/invoices-run', 'billing', {
    feature: 'invoicesRun',
    screen: 'invoicesRun',
  }),
  entry('invoices', 'billing', 'billing/invoices', 'invoices', { feature: 'invoices', screen: 'invoices' }),
  entry('editedInvoices', 'billing', 'billing/invoices', 'invoices', {
    feature: 'editedInvoices',
    screen: 'invoices',
  }),
  accounting('invoices'),
  accounting('editedInvoices'),
  {
    ...entry('einvoicing', 'billing', 'billing/einvoicing', 'einvoicing', {
      feature: 'einvoicing',
      screen: 'einvoicing',
      option: 'EINVOICING',
    }),
    permission: 'einvoicing:read',
  },
  receivables('invoices'),
  receivables('editedInvoices'),
  entry('billCheck', 'finance', 'billing/check', 'billCheck', {
    feature: 'billCheck',
    screen: 'billCheck',
    option: 'BILL_CHECK',
  }),
  entry('expense', 'finance', 'fin/expense', 'expense', { feature: 'expense', screen: 'expense', option: 'EXPENSE' }),
  entry('income', 'finance', 'fin/income', 'income', { feature: 'income', screen: 'income', option: 'INCOME' }),
  entry('monitoring', 'finance', 'fin/monitoring', 'financialMonitoring', {
    feature: 'financialMonitoring',
    screen: 'monitoring',
    option: 'FINANCIAL_MONITORING',
  }),
  entry('communication', 'communication', 'communication', 'communication', {
    feature: 'communication',
    screen: 'communication',
  }),
];

type Key = MessageKey extends infer K
  ? K extends `shell.nav.${infer Name}`
    ? Exclude<Name, 'alertsUnread'>
    : never
  : never;

function entry(
  key: Key,
  group: Group,
  path: string,
  resource: string,
  more: Pick<Entry, 'feature' | 'screen' | 'option'> = {},
): Entry {
  return { key, group, path, permission: `${resource}:visit`, label: `shell.nav.${key}`, ...more };
}

/** Where there are invoices, whichever screen they have. */
function accounting(feature: Feature): Entry {
  const own = entry('accounting', 'billing', 'billing/accounting', 'journal', {
    feature,
    screen: 'accounting',
    option: 'ACCOUNTING',
  });
  return { ...own, permission: 'journal:read' };
}

/** What clients owe, where there are invoices. */
function receivables(feature: Feature): Entry {
  const own = entry('receivables', 'billing', 'billing/receivables', 'balance', { feature, screen: 'receivables' });
  return { ...own, permission: 'balance:read' };
}

const exists = ({ feature }: Entry, { features }: NavigationContext): boolean =>
  feature === undefined || features.includes(feature);

/** Entries that exist for this operation and role, and that the person may visit. */
export function entriesFor(context: NavigationContext): Entry[] {
  return navigation.filter((item) => exists(item, context) && context.policy.includes(item.permission));
}

/** What the menu shows: the entries whose page is there. */
export const menuFor = (context: NavigationContext, hasPage: (screen: Screen) => boolean): Entry[] =>
  entriesFor(context).filter((item) => item.screen && hasPage(item.screen));

/** The entries that the view of who looks does not leave out; pages that are left out open all the same, and are found by search. */
export const shownIn = (operation: Operation, entries: readonly Entry[]): Entry[] =>
  entries.filter(({ option }) => !option || !operation.view?.hidden.includes(option));

export type Access = 'open' | 'hidden' | 'forbidden';

/** Whether a page opens: hidden when no entry of this path exists here, forbidden without its right. */
export function accessTo(path: string, context: NavigationContext): Access {
  const existing = navigation.filter((item) => item.path === path && item.screen && exists(item, context));
  if (existing.length === 0) return 'hidden';
  return existing.some((item) => context.policy.includes(item.permission)) ? 'open' : 'forbidden';
}

export const navigationContext = ({ features, withheld }: Operation, { policy }: Session): NavigationContext => ({
  features,
  policy: withheld ? policy.filter((permission) => !withheld.includes(permission)) : policy,
});

export const homePath = '/pmo';

/** Address of an entry. Participants look at the dashboard of one producer (specification section 2). */
export function pathOf(item: Pick<Entry, 'key' | 'path'>, operation: Operation, role: Session['role']): string {
  const base = `${homePath}/operations/${operation.id}/${item.path}`;
  if (item.key !== 'dashboard' || role !== 'participant') return base;
  const producer = operation.activeProducerId ?? operation.producers?.[0]?.id;
  return producer ? `${base}/prod/${producer}` : base;
}

/** A page of a participant's own (specification section 6). */
export interface OwnEntry {
  key: OwnKey;
  label: MessageKey;
  /** The same for the narrow bar of a phone. */
  short: MessageKey;
  to: string;
}

export type OwnKey = 'energy' | 'invoices' | 'documents' | 'data' | 'account';

/**
 * The menu of a participant: its energy, its invoices where the operation has billing, its documents, its data, its
 * account. The menu of the specification is that of organizers and observers.
 */
export function ownEntriesFor(operation: Operation, { role, policy }: Session): OwnEntry[] {
  const base = `${homePath}/operations/${operation.id}`;
  const invoices = operation.features.includes('billing') && policy.includes('invoice:readOwn');
  const of = (key: OwnKey, to: string): OwnEntry => ({
    key,
    label: `shell.own.${key}`,
    short: `shell.ownShort.${key}`,
    to,
  });
  return [
    of('energy', pathOf({ key: 'dashboard', path: 'dashboard' }, operation, role)),
    ...(invoices ? [of('invoices', `${base}/my-invoices`)] : []),
    ...(policy.includes('documents:visit') ? [of('documents', `${base}/my-documents`)] : []),
    of('data', `${base}/my-data`),
    of('account', `${homePath}/account`),
  ];
}
