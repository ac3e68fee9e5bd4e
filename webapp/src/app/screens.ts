import type { ComponentType } from 'react';
import type { Screen } from './navigation';

/**
 * The page of each screen: a file of this name in some feature folder, which exports a
 * component of the same name. Every page is a chunk of its own.
 */
const pageNames: Record<Screen, string> = {
  dashboard: 'DashboardPage',
  coefficients: 'CoefficientsPage',
  distribution: 'DistributionPage',
  participants: 'ParticipantsPage',
  plans: 'PlansPage',
  subscriptions: 'SubscriptionsPage',
  invoices: 'InvoicesPage',
  invoicesRun: 'BillRunsPage',
};

const files = import.meta.glob<Record<string, ComponentType>>('../features/*/*Page.tsx');

const fileOf = (name: string) => Object.keys(files).find((path) => path.endsWith(`/${name}.tsx`));

/** Whether a screen is part of this build; the menu leaves out what is not. */
export const hasPage = (screen: Screen): boolean => fileOf(pageNames[screen]) !== undefined;

/** Loads the page of a screen, as the router asks for it. */
export async function loadScreen(screen: Screen): Promise<{ Component: ComponentType }> {
  const name = pageNames[screen];
  const Component = (await files[fileOf(name) ?? '']?.())?.[name];
  if (!Component) throw new Error(`no page ${name}`);
  return { Component };
}
