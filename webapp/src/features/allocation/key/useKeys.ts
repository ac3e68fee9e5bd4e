import type { Schemas } from '@openpmo/sdk';
import { useFormats } from '@openpmo/ui/i18n/context';
import { useMemo } from 'react';
import type { ViewState } from '../../../design/ChartCard';
import { useConfigs, useDrafts, useLastConfig, useParticipants, useSeasonality } from './queries';
import { type Sites, sitesOf } from './sites';
import type { Keys } from './target';

export type Seasonality = Schemas['Seasonality'];

export interface Loaded {
  keys: Keys;
  seasonality: Seasonality;
  participants: readonly Schemas['Participant'][];
  /** Those of a key from today on. */
  sites: Sites;
}

/** Everything that the page is about, once all of it is there. */
export function useKeys(operationId: string): { loaded: Loaded | undefined; state: ViewState } {
  const formats = useFormats();
  const last = useLastConfig(operationId);
  const configs = useConfigs(operationId);
  const drafts = useDrafts(operationId);
  const seasonality = useSeasonality(operationId);
  const participants = useParticipants(operationId);
  const today = formats.dayOf();
  const sites = useMemo(
    () => participants.data && sitesOf(participants.data, { from: today }),
    [participants.data, today],
  );
  const loaded = useMemo(() => {
    if (!last.data || !configs.data || !drafts.data || !seasonality.data || !participants.data || !sites)
      return undefined;
    const seasons = seasonality.data.seasons;
    return {
      keys: { last: last.data, versions: configs.data, drafts: drafts.data, seasons },
      seasonality: seasonality.data,
      participants: participants.data,
      sites,
    };
  }, [last.data, configs.data, drafts.data, seasonality.data, participants.data, sites]);
  const all = [last, configs, drafts, seasonality, participants];
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
