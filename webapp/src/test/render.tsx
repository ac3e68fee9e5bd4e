import { ThemeProvider } from '@mui/material/styles';
import { I18nProvider } from '@openpmo/ui/i18n/context';
import { fr } from '@openpmo/ui/i18n/fr';
import { makeTranslator } from '@openpmo/ui/i18n/translator';
import { makeTheme } from '@openpmo/ui/theme/makeTheme';
import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import axe from 'axe-core';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import type { Operation } from '../api/operations';
import { makeQueryClient } from '../api/queryClient';
import { type Session, sessionQuery } from '../api/session';

const theme = makeTheme();
const translator = makeTranslator('fr', [fr]);

export interface RenderOptions {
  /** The signed-in person; nobody when absent. */
  session?: Session;
  /** Where the page is. */
  path?: string;
  onError?: (error: unknown) => void;
}

/** An element with the theme and the French words that every page has. */
export const surrounded = (element: ReactNode) => (
  <ThemeProvider theme={theme}>
    <I18nProvider translator={translator}>{element}</I18nProvider>
  </ThemeProvider>
);

/** Draws an element inside everything that surrounds a page, in French. */
export function renderPage(element: ReactNode, { session, path = '/', onError = () => {} }: RenderOptions = {}) {
  const queries = makeQueryClient(onError);
  queries.setDefaultOptions({ queries: { retry: false } });
  if (session) queries.setQueryData(sessionQuery().queryKey, session);
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: [path] });
  const view = render(
    surrounded(
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>,
    ),
  );
  return { ...view, router, queries };
}

export const someSession = (part: Partial<Session> = {}): Session => ({
  id: '0199b0aa-0000-7000-8000-000000000001',
  email: 'organizer@demo.pmo',
  role: 'organizer',
  initialized: true,
  hasAcceptedCgu: true,
  language: 'fr',
  policy: [],
  ...part,
});

/** What an organizer finds in an ENEDIS operation of the new engine. */
export const someFeatures: Operation['features'] = [
  'coefficients',
  'metrics',
  'payment',
  'billing',
  'plans',
  'subscriptions',
  'invoices',
  'expense',
  'income',
  'financialMonitoring',
  'billCheck',
  'communication',
];

/** An ENEDIS operation that is billed by the new engine. */
export const someOperation = (part: Partial<Operation> = {}): Operation => ({
  id: '0199b0aa-0000-7000-8000-0000000000aa',
  name: 'Val solaire',
  externalId: 'ACC00000001',
  type: 'OPEN',
  dso: 'ENEDIS',
  country: 'FR',
  language: 'fr',
  siteIdentifier: 'prm',
  timezone: 'Europe/Paris',
  billingEngine: 'ENGINE_2025',
  jdbToggle: false,
  features: someFeatures,
  sitesNumber: 2,
  producersNumber: 1,
  consumersNumber: 1,
  functionalities: [],
  theme: { primary: '#001e62', secondary: '#f3b617' },
  useEnphaseData: false,
  anniversaryDate: '2020-01-01',
  ...part,
});

/** Names of the accessibility rules that an element breaks. Colours need a real browser. */
export async function accessibilityProblems(element: Element): Promise<string[]> {
  const { violations } = await axe.run(element, {
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  });
  return violations.map((violation) => `${violation.id}: ${violation.nodes.map((node) => node.html).join(' ')}`);
}
