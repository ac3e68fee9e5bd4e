import accounts from '../../catalogues/nl/accounts.json';
import admin from '../../catalogues/nl/admin.json';
import allocation from '../../catalogues/nl/allocation.json';
import billRuns from '../../catalogues/nl/billRuns.json';
import curveFiles from '../../catalogues/nl/curveFiles.json';
import curveImport from '../../catalogues/nl/curveImport.json';
import curveUpload from '../../catalogues/nl/curveUpload.json';
import dashboard from '../../catalogues/nl/dashboard.json';
import distribution from '../../catalogues/nl/distribution.json';
import explanation from '../../catalogues/nl/explanation.json';
import invoice from '../../catalogues/nl/invoice.json';
import invoices from '../../catalogues/nl/invoices.json';
import mail from '../../catalogues/nl/mail.json';
import month from '../../catalogues/nl/month.json';
import myInvoices from '../../catalogues/nl/myInvoices.json';
import participants from '../../catalogues/nl/participants.json';
import parties from '../../catalogues/nl/parties.json';
import plans from '../../catalogues/nl/plans.json';
import subscriptions from '../../catalogues/nl/subscriptions.json';
import { first } from './first/nl';

/** The Dutch catalogue: the same keys as the French one (tested). */
export const nl = {
  ...first,
  accounts,
  admin,
  allocation,
  billRuns,
  curveFiles,
  curveImport,
  curveUpload,
  dashboard,
  distribution,
  explanation,
  invoice,
  invoices,
  mail,
  month,
  myInvoices,
  participants,
  parties,
  plans,
  subscriptions,
};
