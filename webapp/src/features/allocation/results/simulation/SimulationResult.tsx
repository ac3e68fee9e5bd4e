import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useId, useState } from 'react';
import { Can } from '../../../../design/Can';
import { DraftDialog } from '../../key/drafts/DraftDialog';
import type { Config } from '../../key/key';
import { useFigures } from '../useFigures';
import { ChangesCard } from './ChangesCard';
import { ComparisonTable } from './ComparisonTable';
import { Gain } from './Gain';
import { NextStep } from './NextStep';
import { PublishDialog } from './PublishDialog';
import { noticeableMilliWh, type Outcome, outcomeOf, type Result, type Trial } from './simulation';

interface SimulationResultProps {
  result: Result;
  trial: Trial;
  /** The draft that was tried. */
  stored: Config | undefined;
  /** The form says something else by now. */
  outdated: boolean;
  onDraft: (draftId: string | undefined) => void;
}

/** Totals beside each other, who gains and who loses, and the way to a draft. */
export function SimulationResult({ result, trial, stored, outdated, onDraft }: SimulationResultProps) {
  const t = useT();
  const formats = useFormats();
  const figures = useFigures();
  const id = useId();
  const [asking, setAsking] = useState<'draft' | 'publish'>();
  const outcome = outcomeOf(result.participants);
  const change = result.simulated.sharedMilliWh - result.inForce.sharedMilliWh;
  const moved = Math.abs(change) >= noticeableMilliWh;
  return (
    <Stack spacing={2}>
      {outdated && <Alert severity="info">{t('distribution.result.outdated')}</Alert>}
      <Card component="section" aria-labelledby={id} sx={{ p: 2 }}>
        <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap', alignItems: 'flex-start' }}>
          <div style={{ flex: '1 1 320px' }}>
            <Typography id={id} variant="h2">
              {t('distribution.result.title', { range: formats.dayRange(result.dateFrom, result.dateTo) })}
            </Typography>
            <Typography sx={{ mt: 0.5 }}>
              {outcomeWords(outcome, t)}.{' '}
              {moved
                ? t('distribution.result.moved', { change: figures.energyChange(change) })
                : t('distribution.result.unmoved')}
            </Typography>
            <Gain result={result} />
            {result.missingDays > 0 && (
              <Typography variant="body2" color="textSecondary">
                {t('distribution.result.missing', { smart_count: result.missingDays })}
              </Typography>
            )}
          </div>
          <Can permission="key:update">
            {stored ? (
              <Button variant="contained" className="no-print" onClick={() => setAsking('publish')}>
                {t('allocation.save.publish')}
              </Button>
            ) : (
              <Button variant="contained" className="no-print" disabled={outdated} onClick={() => setAsking('draft')}>
                {t('distribution.result.makeDraft')}
              </Button>
            )}
          </Can>
        </Stack>
        {stored && <NextStep draftId={stored.id} />}
        <ComparisonTable result={result} />
        <Typography variant="caption" component="p" color="textSecondary" sx={{ mt: 1 }}>
          {t('distribution.result.note')}
        </Typography>
      </Card>
      <ChangesCard participants={result.participants} outcome={outcome} />
      {asking === 'draft' && trial.kind === 'own' && (
        <DraftDialog
          edited={trial.key}
          title={t('distribution.result.makeDraft')}
          name={t(`enums.AllocationAlgorithm.${trial.key.type}`)}
          onMade={(draft) => onDraft(draft.id)}
          onClose={() => setAsking(undefined)}
        />
      )}
      {asking === 'publish' && stored && (
        <PublishDialog draft={stored} onPublished={() => onDraft(undefined)} onClose={() => setAsking(undefined)} />
      )}
    </Stack>
  );
}

/** How many gain, lose and stay, without those of whom there is none. */
function outcomeWords({ winners, losers, same }: Outcome, t: ReturnType<typeof useT>): string {
  return [
    winners.length > 0 && t('distribution.result.winners', { smart_count: winners.length }),
    losers.length > 0 && t('distribution.result.losers', { smart_count: losers.length }),
    same > 0 && t('distribution.result.same', { smart_count: same }),
  ]
    .filter(Boolean)
    .join(', ');
}
