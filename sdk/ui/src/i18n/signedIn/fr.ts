import enums from '../../../catalogues/fr/enums.json';
import home from '../../../catalogues/fr/home.json';
import jobs from '../../../catalogues/fr/jobs.json';
import list from '../../../catalogues/fr/list.json';
import parties from '../../../catalogues/fr/parties.json';
import search from '../../../catalogues/fr/search.json';

/** The French of whoever is signed in: one chunk. */
export const signedIn = { enums, home, jobs, list, parties, search };
