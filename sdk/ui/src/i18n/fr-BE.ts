import billRuns from '../../catalogues/fr-BE/billRuns.json';
import enums from '../../catalogues/fr-BE/enums.json';
import errors from '../../catalogues/fr-BE/errors.json';
import invoice from '../../catalogues/fr-BE/invoice.json';
import invoices from '../../catalogues/fr-BE/invoices.json';
import parties from '../../catalogues/fr-BE/parties.json';
import plans from '../../catalogues/fr-BE/plans.json';

/** Belgian French: only what differs from French. */
export const frBE = { billRuns, enums, errors, invoice, invoices, parties, plans };
