import type { Schemas } from '@openpmo/sdk';
import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client';
import { forget } from '../../api/forget';

export type Alert = Schemas['Alert'];
export type AlertRule = Schemas['AlertRule'];
export type AlertStatus = Schemas['AlertStatus'];

const silent = { meta: { silent: true } } as const;
const alerts = '/operations/{operationId}/alerts';
const of = (operationId: string) => ({ params: { path: { operationId } } });

/** The alerts of an operation in a state, what is urgent first. */
export const useAlerts = (operationId: string, status: AlertStatus) =>
  api.useQuery(
    'get',
    alerts,
    { params: { path: { operationId }, query: { status } } },
    { ...silent, placeholderData: keepPreviousData },
  );

/** How many there are, when the rules were asked, and whether who looks is written to. */
export const useAlertOverview = (operationId: string) =>
  api.useQuery('get', `${alerts}/overview`, of(operationId), silent);

/** The rules of an operation with their thresholds. */
export const useAlertRules = (operationId: string) =>
  api.useQuery('get', '/operations/{operationId}/alert-rules', of(operationId), silent);

function useForgetAlerts() {
  const queries = useQueryClient();
  return () => forget(queries, 'alert');
}

export const useMute = () =>
  api.useMutation('post', `${alerts}/{alertId}/mute`, { ...silent, onSuccess: useForgetAlerts() });
export const useUnmute = () => api.useMutation('post', `${alerts}/{alertId}/unmute`, { onSuccess: useForgetAlerts() });
export const useRead = () => api.useMutation('post', `${alerts}/read`, { ...silent, onSuccess: useForgetAlerts() });
export const useMail = () => api.useMutation('post', `${alerts}/mail`, { onSuccess: useForgetAlerts() });
export const useLook = () => api.useMutation('post', `${alerts}/look`);
export const useSetRule = () =>
  api.useMutation('post', '/operations/{operationId}/alert-rules/{rule}', { ...silent, onSuccess: useForgetAlerts() });
