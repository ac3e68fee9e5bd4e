import type { Area } from '@openpmo/ui/i18n/catalogues';
import type { ComponentType, ReactNode } from 'react';
import type { FirstQuestions } from './early';
import type { Screen } from './navigation';
import { texts } from './texts';

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
  AlertsPage: ['alerts', 'list', 'parties'],
  BillRunsPage: ['billRuns', 'invoice', 'list', 'parties', 'setup'],
  ClientPage: ['pages', 'participants', 'parties'],
  CommunicationPage: ['communication', 'list', 'parties'],
  ConfirmEmailPage: ['accounts', 'errors'],
  CoefficientsPage: ['allocation', 'glossary', 'parties'],
  CurveImportPage: ['curveFiles', 'curveImport', 'curveUpload', 'list', 'parties'],
  DashboardPage: ['allocation', 'curveUpload', 'dashboard', 'distribution', 'glossary', 'setup'],
  DistributionPage: ['allocation', 'dashboard', 'distribution', 'glossary', 'parties'],
  DocumentsPage: ['documents', 'list', 'papers', 'parties'],
  ExportsPage: ['exports', 'parties'],
  ForgottenPasswordPage: ['accounts', 'errors'],
  GlossaryPage: ['glossary'],
  HistoryPage: ['list', 'pages'],
  HomePage: [],
  ImportPage: ['curveFiles', 'curveImport', 'pages'],
  InitAccountPage: ['errors'],
  InvoicePage: ['billRuns', 'invoice', 'invoices', 'pages', 'parties'],
  InvoicesPage: ['billRuns', 'invoice', 'invoices', 'list', 'parties'],
  IssuerPage: ['branding', 'pages', 'participants', 'parties'],
  JobTray: ['jobs'],
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
    'parties',
    'setup',
    'steps',
  ],
  MyDataPage: ['allocation', 'curveUpload', 'dashboard', 'distribution', 'glossary', 'setup'],
  MyDocumentsPage: ['documents', 'list', 'parties'],
  MyEnergyPage: ['dashboard', 'glossary', 'myEnergy'],
  MyInvoicesPage: ['myInvoices'],
  MyRightsPage: ['exports', 'parties'],
  NextInvoice: ['myInvoices'],
  OperationPage: ['branding', 'setup', 'team'],
  OperationsPage: ['operations', 'steps'],
  Owed: ['myInvoices'],
  ParticipantsPage: ['list', 'mail', 'participants', 'parties', 'setup'],
  PaymentPage: ['list', 'parties', 'payments'],
  PlanPage: ['pages', 'parties', 'plans'],
  PlansPage: ['parties', 'plans', 'setup'],
  RunPage: ['billRuns', 'invoice', 'invoices', 'list', 'pages', 'parties'],
  SearchDialog: ['search'],
  ServerSetup: ['setup'],
  MemberInvitations: ['accounts'],
  SiteInvitations: ['accounts'],
  SitePage: ['mail', 'pages', 'participants', 'parties'],
  SubscriptionsPage: ['list', 'parties', 'setup', 'subscriptions'],
  TermsPage: ['myAccount'],
} satisfies Record<string, readonly Area[]>;

export type PageName = keyof typeof pageAreas;

const pageNames: Record<Screen, PageName> = {
  month: 'MonthPage',
  alerts: 'AlertsPage',
  curves: 'CurveImportPage',
  dashboard: 'DashboardPage',
  coefficients: 'CoefficientsPage',
  distribution: 'DistributionPage',
  participants: 'ParticipantsPage',
  operation: 'OperationPage',
  plans: 'PlansPage',
  subscriptions: 'SubscriptionsPage',
  payment: 'PaymentPage',
  invoices: 'InvoicesPage',
  invoicesRun: 'BillRunsPage',
  communication: 'CommunicationPage',
  documents: 'DocumentsPage',
  exports: 'ExportsPage',
};

/** Some pages take what another feature knows. */
type PageComponent = ComponentType<{
  firstSteps?: ReactNode;
  operations?: ReactNode;
  owed?: ReactNode;
  facts?: ReactNode;
  operationId?: string | undefined;
  pages?: readonly { label: string; to: string }[];
  onClose?: () => void;
  ahead?: () => void;
}>;

const files = import.meta.glob<Record<string, PageComponent> & { askFirst?: FirstQuestions }>(
  '../features/**/{*Page,NextInvoice,Owed,JobTray,SearchDialog,ServerSetup,MemberInvitations,SiteInvitations}.tsx',
);

const fileOf = (name: string) => Object.keys(files).find((path) => path.endsWith(`/${name}.tsx`));

/** Whether a screen is part of this build; the menu leaves out what is not. */
export const hasPage = (screen: Screen): boolean => fileOf(pageNames[screen]) !== undefined;

/** Loads a page and its texts. */
export async function loadPage(name: PageName): Promise<PageComponent> {
  const [file] = await Promise.all([files[fileOf(name) ?? '']?.(), texts.need(pageAreas[name])]);
  const Component = file?.[name];
  if (!Component) throw new Error(`no page ${name}`);
  return Component;
}

/** Loads the page of a screen, with what it asks for first. */
export async function loadScreen(
  screen: Screen,
): Promise<{ Component: PageComponent; ask: FirstQuestions | undefined }> {
  const name = pageNames[screen];
  const Component = await loadPage(name);
  return { Component, ask: (await files[fileOf(name) ?? '']?.())?.askFirst };
}
