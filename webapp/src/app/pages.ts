import type { Area } from '@openpmo/ui/i18n/catalogues';
import { pageOf, type Thing, things } from '../api/addresses';
import { homePath, navigation, type Screen } from './navigation';

/**
 * What is loaded when it is opened, by the name of its file in some feature folder, which
 * exports a component of the same name: each is a chunk of its own, and comes with the
 * areas of the catalogue that it speaks (`areas.test.ts` compares). Those before the sign-in,
 * which is told by the first areas alone, also name the areas of all who are signed in.
 */
export const pageAreas = {
  AccountBillingPage: ['myAccount'],
  AccountPage: ['myAccount'],
  AccountSecurityPage: ['myAccount'],
  AccountTokensPage: ['myAccount'],
  AccountingPage: ['accounting'],
  AlertsPage: ['alerts'],
  BillCheckPage: ['billCheck'],
  EInvoicingPage: ['einvoicing', 'errors'],
  ExpensePage: ['finance'],
  IncomePage: ['finance'],
  MonitoringPage: ['finance'],
  BillRunsPage: ['billRuns', 'invoice', 'setup'],
  BillingConfigsPage: ['legacyBilling'],
  BillingParticipantsPage: ['legacyBilling'],
  ClientPage: ['pages', 'participants', 'receivables'],
  CommunicationPage: ['communication'],
  ConfirmEmailPage: ['accounts', 'errors'],
  CoefficientsPage: ['allocation', 'glossary'],
  CurveImportPage: ['curveFiles', 'curveImport', 'curveUpload'],
  DashboardPage: ['allocation', 'curveUpload', 'dashboard', 'distribution', 'glossary', 'setup'],
  DistributionPage: ['allocation', 'dashboard', 'distribution', 'glossary'],
  DocumentsPage: ['documents', 'papers'],
  ExportsPage: ['errors', 'exports'],
  ReceivablesPage: ['receivables'],
  ForgottenPasswordPage: ['accounts'],
  GlossaryPage: ['glossary'],
  HistoryPage: ['pages'],
  HomePage: [],
  ImportPage: ['curveFiles', 'curveImport', 'pages'],
  InitAccountPage: [],
  InvoicePage: ['adjustments', 'billRuns', 'einvoicing', 'invoice', 'invoices', 'pages'],
  InvoicesPage: ['billRuns', 'invoice', 'invoices', 'legacyBilling', 'month', 'steps'],
  IssuerPage: ['branding', 'pages', 'participants'],
  LoginPage: [],
  LogoutPage: [],
  MonthPage: [
    'allocation',
    'billRuns',
    'curveFiles',
    'curveImport',
    'curveUpload',
    'glossary',
    'invoice',
    'month',
    'reporting',
    'setup',
    'steps',
  ],
  MyDataPage: ['allocation', 'curveUpload', 'dashboard', 'distribution', 'glossary', 'setup'],
  MyDocumentsPage: ['documents', 'papers'],
  MyEnergyPage: ['dashboard', 'glossary', 'myEnergy', 'reporting'],
  MyInvoicesPage: ['myInvoices', 'receivables'],
  MyRightsPage: ['errors', 'exports', 'rights'],
  NextInvoice: ['myInvoices'],
  OperationPage: ['branding', 'setup', 'team'],
  OperationsPage: ['operations', 'steps'],
  Owed: ['myInvoices'],
  ParticipantsPage: ['mail', 'participants', 'setup', 'team'],
  PaymentPage: ['payments'],
  PlanPage: ['pages', 'plans'],
  PlansPage: ['errors', 'plans', 'setup'],
  ProviderLoginPage: [],
  RunPage: ['billRuns', 'invoice', 'invoices', 'pages', 'plans'],
  SearchDialog: [],
  SecondFactorDue: ['myAccount'],
  ServerSetup: ['setup'],
  MemberInvitations: ['accounts'],
  SiteInvitations: ['accounts'],
  SitePage: ['mail', 'pages', 'participants', 'reporting', 'rights', 'team'],
  StatementsPage: ['statements'],
  SubscriptionsPage: ['adjustments', 'setup', 'subscriptions'],
  TermsPage: ['myAccount'],
} satisfies Record<string, readonly Area[]>;

export type PageName = keyof typeof pageAreas;

export const pageNames: Record<Screen, PageName> = {
  month: 'MonthPage',
  alerts: 'AlertsPage',
  curves: 'CurveImportPage',
  dashboard: 'DashboardPage',
  coefficients: 'CoefficientsPage',
  distribution: 'DistributionPage',
  participants: 'ParticipantsPage',
  operation: 'OperationPage',
  billingParticipants: 'BillingParticipantsPage',
  billingConfigs: 'BillingConfigsPage',
  plans: 'PlansPage',
  billCheck: 'BillCheckPage',
  subscriptions: 'SubscriptionsPage',
  payment: 'PaymentPage',
  invoices: 'InvoicesPage',
  invoicesRun: 'BillRunsPage',
  accounting: 'AccountingPage',
  einvoicing: 'EInvoicingPage',
  receivables: 'ReceivablesPage',
  statements: 'StatementsPage',
  expense: 'ExpensePage',
  income: 'IncomePage',
  monitoring: 'MonitoringPage',
  communication: 'CommunicationPage',
  documents: 'DocumentsPage',
  exports: 'ExportsPage',
};

/** The page of each thing, from the one table of their addresses. */
export const thingPageNames = {
  site: 'SitePage',
  client: 'ClientPage',
  issuer: 'IssuerPage',
  plan: 'PlanPage',
  invoice: 'InvoicePage',
  import: 'ImportPage',
  run: 'RunPage',
} as const satisfies Record<Thing, PageName>;

const below = `${homePath}/operations/:operationId`;

/**
 * Where each page behind the sign-in lies: the build makes of it which files the server names at the head of
 * an address, so that a browser fetches them all at once (`sdk/ui/build/routeFiles.ts`).
 */
export const pagePaths: readonly (readonly [path: string, page: PageName])[] = [
  [homePath, 'HomePage'],
  [`${homePath}/account`, 'AccountPage'],
  [`${homePath}/account/billing`, 'AccountBillingPage'],
  [`${homePath}/account/security`, 'AccountSecurityPage'],
  [`${homePath}/account/tokens`, 'AccountTokensPage'],
  [`${homePath}/terms`, 'TermsPage'],
  [`${homePath}/glossary`, 'GlossaryPage'],
  [`${below}/my-invoices`, 'MyInvoicesPage'],
  [`${below}/my-documents`, 'MyDocumentsPage'],
  [`${below}/my-data`, 'MyDataPage'],
  [`${below}/my-data/rights`, 'MyRightsPage'],
  [`${below}/dashboard/prod/:producerId`, 'MyEnergyPage'],
  [`${below}/month/:month`, 'MonthPage'],
  [`${below}/history`, 'HistoryPage'],
  ...navigation.flatMap(({ path, screen }) => (screen ? [[`${below}/${path}`, pageNames[screen]] as const] : [])),
  ...things.map((thing) => [`${below}/${pageOf(thing).folder}/:id`, thingPageNames[thing]] as const),
];
