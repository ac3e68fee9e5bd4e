import accounting from '../../catalogues/fr/accounting.json';
import accounts from '../../catalogues/fr/accounts.json';
import admin from '../../catalogues/fr/admin.json';
import alerts from '../../catalogues/fr/alerts.json';
import allocation from '../../catalogues/fr/allocation.json';
import billCheck from '../../catalogues/fr/billCheck.json';
import billRuns from '../../catalogues/fr/billRuns.json';
import branding from '../../catalogues/fr/branding.json';
import communication from '../../catalogues/fr/communication.json';
import curveFiles from '../../catalogues/fr/curveFiles.json';
import curveImport from '../../catalogues/fr/curveImport.json';
import curveUpload from '../../catalogues/fr/curveUpload.json';
import dashboard from '../../catalogues/fr/dashboard.json';
import distribution from '../../catalogues/fr/distribution.json';
import documents from '../../catalogues/fr/documents.json';
import einvoicing from '../../catalogues/fr/einvoicing.json';
import errors from '../../catalogues/fr/errors.json';
import explanation from '../../catalogues/fr/explanation.json';
import exports from '../../catalogues/fr/exports.json';
import finance from '../../catalogues/fr/finance.json';
import glossary from '../../catalogues/fr/glossary.json';
import invoice from '../../catalogues/fr/invoice.json';
import invoices from '../../catalogues/fr/invoices.json';
import jobs from '../../catalogues/fr/jobs.json';
import legacyBilling from '../../catalogues/fr/legacyBilling.json';
import list from '../../catalogues/fr/list.json';
import mail from '../../catalogues/fr/mail.json';
import month from '../../catalogues/fr/month.json';
import myAccount from '../../catalogues/fr/myAccount.json';
import myEnergy from '../../catalogues/fr/myEnergy.json';
import myInvoices from '../../catalogues/fr/myInvoices.json';
import operations from '../../catalogues/fr/operations.json';
import pages from '../../catalogues/fr/pages.json';
import papers from '../../catalogues/fr/papers.json';
import participants from '../../catalogues/fr/participants.json';
import parties from '../../catalogues/fr/parties.json';
import payments from '../../catalogues/fr/payments.json';
import plans from '../../catalogues/fr/plans.json';
import receivables from '../../catalogues/fr/receivables.json';
import reporting from '../../catalogues/fr/reporting.json';
import reports from '../../catalogues/fr/reports.json';
import rights from '../../catalogues/fr/rights.json';
import search from '../../catalogues/fr/search.json';
import setup from '../../catalogues/fr/setup.json';
import statements from '../../catalogues/fr/statements.json';
import steps from '../../catalogues/fr/steps.json';
import subscriptions from '../../catalogues/fr/subscriptions.json';
import team from '../../catalogues/fr/team.json';
import { first } from './first/fr';
import { signedIn } from './signedIn/fr';

/** The French catalogue: the language everything falls back to and keys are typed from. */
export const fr = {
  ...first,
  ...signedIn,
  accounting,
  accounts,
  admin,
  alerts,
  allocation,
  billCheck,
  billRuns,
  branding,
  communication,
  curveFiles,
  curveImport,
  curveUpload,
  dashboard,
  distribution,
  documents,
  explanation,
  einvoicing,
  errors,
  exports,
  finance,
  glossary,
  invoice,
  invoices,
  jobs,
  legacyBilling,
  list,
  mail,
  month,
  myAccount,
  myEnergy,
  myInvoices,
  pages,
  operations,
  papers,
  reporting,
  reports,
  receivables,
  rights,
  participants,
  parties,
  payments,
  plans,
  search,
  setup,
  statements,
  steps,
  subscriptions,
  team,
};
