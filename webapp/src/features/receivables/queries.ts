import type { Schemas } from '@openpmo/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, client } from '../../api/client';
import { forget } from '../../api/forget';

export type Overdue = Schemas['OverdueInvoice'];
export type Balance = Schemas['ClientBalance'];
export type AccountLine = Schemas['AccountLine'];
export type Reminder = Schemas['Reminder'];
export type Withheld = Schemas['WithheldInvoice'];
export type DueReminder = Schemas['DueReminder'];
export type ReminderSettings = Schemas['ReminderSettings'];
export type ReminderText = Schemas['ReminderText'];
export type ReminderPause = Schemas['ReminderPause'];

const base = '/operations/{operationId}/payments';
const silent = { meta: { silent: true } } as const;
const of = (operationId: string) => ({ params: { path: { operationId } } });

/** What should have been paid, the longest late first. */
export const useOverdue = (operationId: string) => api.useQuery('get', `${base}/overdue`, of(operationId), silent);

/** What each client owes, by name. */
export const useBalances = (operationId: string) => api.useQuery('get', `${base}/balances`, of(operationId), silent);

/** The account of a client, line by line. */
export const useClientAccount = (operationId: string, clientId: string) =>
  api.useQuery('get', `${base}/balances/{clientId}`, { params: { path: { operationId, clientId } } }, silent);

/** The account of who is billed for a site. */
export const useOwnAccount = (participantId: string) =>
  api.useQuery(
    'get',
    '/participants/{participantId}/payments/account',
    { params: { path: { participantId } } },
    silent,
  );

/** What would be sent today, and what not. */
export const usePreview = (operationId: string) =>
  api.useQuery('get', `${base}/reminder-preview`, of(operationId), silent);

/** What was sent, last first. */
export const useReminders = (operationId: string) => api.useQuery('get', `${base}/reminders`, of(operationId), silent);

/** When clients are reminded, and in which words. */
export const useReminderSettings = (operationId: string) =>
  api.useQuery('get', `${base}/reminder-settings`, of(operationId), silent);

/** Who is spared, and of what. */
export const usePauses = (operationId: string) =>
  api.useQuery('get', `${base}/reminder-pauses`, of(operationId), silent);

/** Reminds all who are overdue. */
export function useSendReminders(operationId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async () => (await client.POST(`${base}/reminders`, { ...of(operationId), body: {} })).data ?? [],
    onSettled: () => forget(queries, 'payment'),
  });
}

/** Changes the settings. The form shows the failure. */
export function useSaveSettings(operationId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (body: Schemas['ReminderSettingsUpdate']) =>
      (await client.PUT(`${base}/reminder-settings`, { ...of(operationId), body })).data,
    onSuccess: () => forget(queries, 'payment'),
    ...silent,
  });
}

/** Spares a client or an invoice. The form shows the failure. */
export function usePause(operationId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (body: Schemas['ReminderPauseCreation']) =>
      (await client.POST(`${base}/reminder-pauses`, { ...of(operationId), body })).data,
    onSuccess: () => forget(queries, 'payment'),
    ...silent,
  });
}

/** Ends a pause. */
export function useEndPause(operationId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (pauseId: string) => {
      await client.POST(`${base}/reminder-pauses/{pauseId}/end`, { params: { path: { operationId, pauseId } } });
    },
    onSettled: () => forget(queries, 'payment'),
  });
}
