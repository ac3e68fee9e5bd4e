import type { Schemas } from '@openpmo/sdk';
import { useMemo } from 'react';
import type { ViewState } from '../../../design/ChartCard';
import { useConfigs, useDrafts, useLastConfig, useParticipants, useSeasonality } from './queries';
import { useKeySites } from './queriesCheck';
import { type Sites, sitesOf } from './sites';
import type { Keys } from './target';

export type Seasonality = Schemas['Seasonality'];

export interface Loaded {
  keys: Keys;
  seasonality: Seasonality;
  participants: readonly Schemas['Participant'][];
  /** Those of a key from today on. */
  sites: Sites;
  /** The methods by which the operator shares itself. */
  computedByOperator: readonly Schemas['AllocationType'][];
}

/** Everything that the page is about, once all of it is there. */
export function useKeys(operationId: string): { loaded: Loaded | undefined; state: ViewState } {
  const last = useLastConfig(operationId);
  const configs = useConfigs(operationId);
  const drafts = useDrafts(operationId);
  const seasonality = useSeasonality(operationId);
  const participants = useParticipants(operationId);
  const concerned = useKeySites(operationId);
  const loaded = useMemo(() => {
    if (!last.data || !configs.data || !drafts.data || !seasonality.data || !participants.data || !concerned.data)
      return undefined;
    const seasons = seasonality.data.seasons;
    return {
      keys: { last: last.data, versions: configs.data, drafts: drafts.data, seasons },
      seasonality: seasonality.data,
      participants: participants.data,
      sites: sitesOf(concerned.data, participants.data),
      computedByOperator: concerned.data.computedByOperator,
    };
  }, [last.data, configs.data, drafts.data, seasonality.data, participants.data, concerned.data]);
  const all = [last, configs, drafts, seasonality, participants, concerned];
  const failed = all.find(({ isError }) => isError);
  return {
    loaded,
    state: {
      isPending: !loaded && !failed,
      isError: failed !== undefined,
      error: failed?.error,
      refetch: () => Promise.all(all.map(({ refetch }) => refetch())),
    },
  };
}
