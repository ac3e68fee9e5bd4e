import { pagePaths } from '../src/app/pages.ts';
import measured from './routes.json' with { type: 'json' };

/** What the first visit of a page may bring. */
export interface Route {
  route: string;
  /** Where the pattern alone is not the address. */
  at?: string;
  as?: string;
  /** The operation of the demo, by its identifier; the billed one when absent. */
  of?: string;
  /** The list that has the thing of the page, and which field of it is its id. */
  list?: string;
  field?: string;
  /** 200 for the sign-in, 300 for pages without charts, 360 for those with; or what it was measured to bring, where that is more. */
  most: number;
}

const named = new Set(measured.map(({ route }) => route));

/** Those that say something of their own stand in routes.json; the others are an organizer's, without charts. A unit test compares with the router. */
export const routes: readonly Route[] = [
  ...measured,
  ...[...new Set(pagePaths.map(([path]) => path))]
    .filter((path) => !named.has(path))
    .map((route) => ({ route, as: 'organizer', most: 300 })),
];
