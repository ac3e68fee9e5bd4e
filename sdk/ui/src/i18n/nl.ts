import admin from '../../catalogues/nl/admin.json';
import billRuns from '../../catalogues/nl/billRuns.json';
import curveImport from '../../catalogues/nl/curveImport.json';
import dashboard from '../../catalogues/nl/dashboard.json';
import design from '../../catalogues/nl/design.json';
import enums from '../../catalogues/nl/enums.json';
import errors from '../../catalogues/nl/errors.json';
import formats from '../../catalogues/nl/formats.json';
import home from '../../catalogues/nl/home.json';
import invoice from '../../catalogues/nl/invoice.json';
import invoices from '../../catalogues/nl/invoices.json';
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
  billRuns,
  curveImport,
  dashboard,
  design,
  enums,
  errors,
  formats,
  home,
  invoice,
  invoices,
  myInvoices,
  participants,
  parties,
  plans,
  session,
  shell,
  subscriptions,
};
