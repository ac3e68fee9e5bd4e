import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useMemo, useState } from 'react';
import { useOperation } from '../../../../api/operations';
import { EmptyState } from '../../../../design/EmptyState';
import { ErrorPanel } from '../../../../design/ErrorPanel';
import type { DayRange } from '../../../../design/period';
import { SideSheet } from '../../../../design/SideSheet';
import { RowsSkeleton } from '../../../../design/Skeletons';
import type { Config } from '../../key/key';
import type { Sites } from '../../key/sites';
import { useDayCurve, useExplanation } from '../queries';
import { type Asked, useAsked } from '../useAddress';
import { ExplanationBody } from './ExplanationBody';
import { ExplanationQuestion } from './ExplanationQuestion';
import { fullestStep, stepAt, stepsOf } from './steps';

interface ExplanationSheetProps {
  asked: Asked;
  bounds: DayRange;
  sites: Sites;
  drafts: readonly Config[];
}

/** How one step was shared, for one site or all: what was asked above, the answer below. */
export function ExplanationSheet({ asked, bounds, sites, drafts }: ExplanationSheetProps) {
  const t = useT();
  const formats = useFormats();
  const { id } = useOperation();
  const { ask } = useAsked();
  const [configId, setConfigId] = useState<string>();
  const day = asked.day >= bounds.from && asked.day <= bounds.to ? asked.day : undefined;
  const curve = useDayCurve(id, day);
  const steps = useMemo(() => stepsOf(curve.data), [curve.data]);
  const step = stepAt(steps, asked.at) ?? fullestStep(steps) ?? steps[0];
  const site = sites.consumers.find((one) => one.id === asked.siteId);
  const answer = useExplanation(id, { at: step?.whole ? step.at : undefined, participantId: site?.id, configId });
  const nothing = day !== undefined && curve.isSuccess && !step;
  return (
    <SideSheet
      title={t('distribution.explain.title')}
      subtitle={step && formats.instant(step.at, 'long')}
      onClose={() => ask(undefined)}
    >
      <Stack spacing={2}>
        <ExplanationQuestion {...{ asked, ask, bounds, sites, drafts, steps, step, configId }} onConfig={setConfigId} />
        {day === undefined || nothing ? (
          <EmptyState
            kind="none"
            title={t('distribution.explain.noData')}
            advice={t('distribution.explain.noDataAdvice')}
          />
        ) : curve.isError ? (
          <ErrorPanel error={curve.error} onRetry={() => curve.refetch()} />
        ) : step && !step.whole ? (
          <EmptyState kind="none" title={t('distribution.explain.gap')} advice={t('distribution.explain.gapAdvice')} />
        ) : answer.isError ? (
          <ErrorPanel error={answer.error} onRetry={() => answer.refetch()} />
        ) : answer.data ? (
          <Box aria-live="polite" sx={{ opacity: answer.isPlaceholderData ? 0.6 : 1 }}>
            <ExplanationBody explanation={answer.data} asked={site?.id} producers={sites.producers} />
          </Box>
        ) : (
          <RowsSkeleton height={44} />
        )}
        <Typography variant="caption" color="textSecondary">
          {t('distribution.explain.note')}
        </Typography>
      </Stack>
    </SideSheet>
  );
}
