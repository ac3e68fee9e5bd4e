import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { lazy, Suspense, useState } from 'react';
import { useCan } from '../../../../api/session';
import type { Sites } from '../../key/sites';
import { type CoefficientMonth, type CoefficientSet, isOutdated, isStep, type StepStatus } from '../coefficientSets';
import { CheckDialog } from './CheckDialog';
import { MakeSet } from './MakeSet';
import { OutdatedAlert } from './OutdatedAlert';
import { SetDifference } from './SetDifference';
import { SetFiles } from './SetFiles';
import { SetWay } from './SetWay';

// The form and its rules are loaded when it is opened.
const StepDialog = lazy(() => import('./StepDialog').then((part) => ({ default: part.StepDialog })));

/** The coefficients of a month: their way to the operator, files, check, and what differs from the month before. */
export function SetDetail({ month, set, sites }: { month: CoefficientMonth; set: CoefficientSet; sites: Sites }) {
  const t = useT();
  const [step, setStep] = useState<StepStatus>();
  const [checking, setChecking] = useState(false);
  const canUpdate = useCan()('coefficient:update');
  const outdated = isOutdated(set);
  // Of two sets of a month only the last one is made anew.
  const again = set.id === month.current?.id && (outdated || !set.heldByOperator);
  // What is out of date or was refused is made anew before anything of it is recorded.
  const makeFirst = outdated && !set.heldByOperator;
  const advised = !makeFirst && set.status !== 'REFUSED';
  const reason = set.history.findLast(({ status }) => status === 'REFUSED')?.note;
  return (
    <Stack spacing={2}>
      <SetWay set={set} />
      {set.status === 'REFUSED' && (
        <Alert severity="error" variant="outlined">
          {t('allocation.sending.refusedWords')}
          {reason && (
            <Typography variant="body2" sx={{ mt: 0.5, overflowWrap: 'anywhere' }}>
              {t('allocation.quoted', { text: reason })}
            </Typography>
          )}
        </Alert>
      )}
      {set.status === 'PREPARED' && month.late && (
        <Alert severity="warning" variant="outlined">
          {t('allocation.sending.lateWords')}
        </Alert>
      )}
      <OutdatedAlert set={set} />
      <Facts set={set} />
      <SetFiles set={set} sites={sites} />
      <Stack direction="row" className="no-print" sx={{ gap: 1, flexWrap: 'wrap' }}>
        {canUpdate &&
          set.nextSteps.filter(isStep).map((next, index) => (
            <Button
              key={next}
              variant={index === 0 && advised ? 'contained' : 'outlined'}
              color={index === 0 && advised ? 'primary' : 'inherit'}
              onClick={() => setStep(next)}
            >
              {t(`allocation.step.record.${next}`)}
            </Button>
          ))}
        <Button variant="outlined" color="inherit" onClick={() => setChecking(true)}>
          {t('allocation.check.button')}
        </Button>
        {again && <MakeSet month={month} again={!makeFirst} label={t('allocation.sending.makeAgain')} />}
      </Stack>
      {set.difference && <SetDifference difference={set.difference} />}
      <Suspense fallback={null}>
        {step && <StepDialog set={set} status={step} onClose={() => setStep(undefined)} />}
      </Suspense>
      {checking && <CheckDialog set={set} onClose={() => setChecking(false)} />}
    </Stack>
  );
}

/** What the check of the making found: whole, how many, and what rounding takes. */
function Facts({ set }: { set: CoefficientSet }) {
  const t = useT();
  const formats = useFormats();
  const facts: [string, string][] = [
    [t('allocation.set.check'), t('allocation.set.checked')],
    [t('allocation.set.sites'), formats.number(set.sites)],
    [t('allocation.set.steps'), formats.number(set.steps)],
    [
      t('allocation.set.rounding'),
      t('allocation.set.roundingOf', {
        rounding: t(`allocation.set.rounding.${set.rounding}`),
        decimals: set.decimals,
      }),
    ],
    ...(set.lossMilliWh === undefined
      ? []
      : [[t('allocation.set.loss'), formats.kWh(set.lossMilliWh)] as [string, string]]),
    [t('allocation.set.versions'), set.configVersions.join(', ') || '–'],
  ];
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        display: 'grid',
        columnGap: 3,
        rowGap: 1,
        gridTemplateColumns: 'repeat(auto-fit, minmax(140px, 1fr))',
      }}
    >
      {facts.map(([label, value]) => (
        <div key={label}>
          <Typography component="dt" variant="caption" color="textSecondary">
            {label}
          </Typography>
          <Typography component="dd" sx={{ m: 0, fontWeight: 600 }}>
            {value}
          </Typography>
        </div>
      ))}
    </Box>
  );
}
