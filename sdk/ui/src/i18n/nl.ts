import admin from '../../catalogues/nl/admin.json';
import allocation from '../../catalogues/nl/allocation.json';
import billRuns from '../../catalogues/nl/billRuns.json';
import curveFiles from '../../catalogues/nl/curveFiles.json';
import curveImport from '../../catalogues/nl/curveImport.json';
import curveUpload from '../../catalogues/nl/curveUpload.json';
import dashboard from '../../catalogues/nl/dashboard.json';
import design from '../../catalogues/nl/design.json';
import distribution from '../../catalogues/nl/distribution.json';
import enums from '../../catalogues/nl/enums.json';
import errors from '../../catalogues/nl/errors.json';
import explanation from '../../catalogues/nl/explanation.json';
import formats from '../../catalogues/nl/formats.json';
import home from '../../catalogues/nl/home.json';
import invoice from '../../catalogues/nl/invoice.json';
import invoices from '../../catalogues/nl/invoices.json';
import mail from '../../catalogues/nl/mail.json';
import myInvoices from '../../catalogues/nl/myInvoices.json';
import participants from '../../catalogues/nl/participants.json';
import parties from '../../catalogues/nl/parties.json';
import plans from '../../catalogues/nl/plans.json';
import session from '../../catalogues/nl/session.json';
import shell from '../../catalogues/nl/shell.json';
import subscriptions from '../../catalogues/nl/subscriptions.json';

/** The Dutch catalogue: the same keys as the French one (tested). */
export const nl = {
  admin,
  allocation,
  billRuns,
  curveFiles,
  curveImport,
  curveUpload,
  dashboard,
  design,
  distribution,
  enums,
  errors,
  explanation,
  formats,
  home,
  invoice,
  invoices,
  mail,
  myInvoices,
  participants,
  parties,
  plans,
  session,
  shell,
  subscriptions,
};
