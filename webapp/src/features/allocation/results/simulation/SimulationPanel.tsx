import Stack from '@mui/material/Stack';
import { useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { useOperation } from '../../../../api/operations';
import type { DayRange } from '../../../../design/period';
import { useRefusalTexts } from '../../../../design/useProblemText';
import { checkBody, editedKey, keyReducer } from '../../key/key';
import { blockersOf } from '../../key/pools/poolBlockers';
import { useKeyCheck } from '../../key/queriesCheck';
import type { Loaded } from '../../key/useKeys';
import { useSimulation } from '../queries';
import { useAddress } from '../useAddress';
import { SimulationForm } from './SimulationForm';
import { SimulationResult } from './SimulationResult';
import { simulationBody, type Trial, withMethod } from './simulation';

/** What another key would have given on the days of the page, beside the key in force. */
export function SimulationPanel({ loaded, period }: { loaded: Loaded; period: DayRange }) {
  useRefusalTexts();
  const { keys, sites } = loaded;
  const [params, change] = useAddress();
  const drafts = keys.drafts;
  const stored = drafts.find(({ id }) => id === params.get('key'));
  // Something else than what holds now is what people come to try.
  const [edited, act] = useReducer(keyReducer, undefined, () =>
    withMethod(editedKey(keys.last), keys.last.type === 'by_default' ? 'by_equality' : 'by_default', sites),
  );
  const { id } = useOperation();
  const check = useKeyCheck(id, stored ? undefined : checkBody(edited, sites.consumers));
  const blockers = useMemo(
    () => (stored ? [] : blockersOf(check.data?.blockers ?? [], edited.pools)),
    [stored, edited.pools, check.data],
  );
  const [tried, setTried] = useState(false);
  const simulation = useSimulation(id);
  const [shown, setShown] = useState<{ trial: Trial; days: DayRange }>();
  const result = useRef<HTMLDivElement>(null);
  const trial: Trial = stored ? { kind: 'stored', configId: stored.id } : { kind: 'own', key: edited };
  const run = async () => {
    setTried(true);
    if (((await check.settle())?.blockers ?? []).length > 0) return;
    setShown({ trial, days: period });
    simulation.mutate(simulationBody(trial, period));
  };
  useEffect(() => {
    // The answer may lie below the screen: that is where to read on.
    if (simulation.data) result.current?.focus({ preventScroll: false });
  }, [simulation.data]);
  const current =
    shown && JSON.stringify(simulationBody(trial, period)) === JSON.stringify(simulationBody(shown.trial, shown.days));
  return (
    <Stack spacing={2}>
      <SimulationForm
        {...{ sites, drafts, stored, edited, act, blockers, tried, period }}
        pending={simulation.isPending}
        error={simulation.error}
        onStored={(key) => change({ key })}
        onRun={run}
      />
      <div ref={result} tabIndex={-1} style={{ outline: 'none', scrollMarginTop: 64 }} aria-live="polite">
        {simulation.data && shown && (
          <SimulationResult
            result={simulation.data}
            trial={shown.trial}
            stored={stored}
            outdated={!current}
            onDraft={(key) => change({ key })}
          />
        )}
      </div>
    </Stack>
  );
}
