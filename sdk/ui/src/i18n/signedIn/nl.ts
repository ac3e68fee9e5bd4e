import enums from '../../../catalogues/nl/enums.json';
import home from '../../../catalogues/nl/home.json';
import jobs from '../../../catalogues/nl/jobs.json';
import list from '../../../catalogues/nl/list.json';
import parties from '../../../catalogues/nl/parties.json';
import search from '../../../catalogues/nl/search.json';

/** The Dutch of whoever is signed in: one chunk. */
export const signedIn = { enums, home, jobs, list, parties, search };
