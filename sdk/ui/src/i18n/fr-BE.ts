import billRuns from '../../catalogues/fr-BE/billRuns.json';
import invoice from '../../catalogues/fr-BE/invoice.json';
import invoices from '../../catalogues/fr-BE/invoices.json';
import parties from '../../catalogues/fr-BE/parties.json';
import plans from '../../catalogues/fr-BE/plans.json';
import { first } from './first/fr-BE';

/** Belgian French: only what differs from French. */
export const frBE = { ...first, billRuns, invoice, invoices, parties, plans };
