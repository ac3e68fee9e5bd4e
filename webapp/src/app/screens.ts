import type { ComponentType, ReactNode } from 'react';
import type { FirstQuestions } from '../api/firstQuestions';
import { texts } from '../api/texts';
import type { Screen } from './navigation';
import { type PageName, pageAreas, pageNames } from './pages';

/** Some pages take what another feature knows. */
type PageComponent = ComponentType<{
  firstSteps?: ReactNode;
  operations?: ReactNode;
  owed?: ReactNode;
  facts?: ReactNode;
  operationId?: string | undefined;
  pages?: readonly { label: string; to: string }[];
  onClose?: () => void;
  ahead?: () => void;
}>;

const files = import.meta.glob<Record<string, PageComponent> & { askFirst?: FirstQuestions }>(
  '../features/**/{*Page,NextInvoice,Owed,SearchDialog,ServerSetup,MemberInvitations,SecondFactorDue,SiteInvitations}.tsx',
);

const fileOf = (name: string) => Object.keys(files).find((path) => path.endsWith(`/${name}.tsx`));

const loaded = new Map<PageName, PageComponent>();

/** A page that was loaded before: it is drawn at once, where another is waited for. */
export const loadedPage = (name: PageName): PageComponent | undefined => loaded.get(name);

/** Whether a screen is part of this build; the menu leaves out what is not. */
export const hasPage = (screen: Screen): boolean => fileOf(pageNames[screen]) !== undefined;

/** Loads a page and its texts. */
export async function loadPage(name: PageName): Promise<PageComponent> {
  const [file] = await Promise.all([files[fileOf(name) ?? '']?.(), texts.need(pageAreas[name])]);
  const Component = file?.[name];
  if (!Component) throw new Error(`no page ${name}`);
  loaded.set(name, Component);
  return Component;
}

/** Loads a page with what it asks for first. */
export async function loadWithQuestions(
  name: PageName,
): Promise<{ Component: PageComponent; ask: FirstQuestions | undefined }> {
  const Component = await loadPage(name);
  return { Component, ask: (await files[fileOf(name) ?? '']?.())?.askFirst };
}
