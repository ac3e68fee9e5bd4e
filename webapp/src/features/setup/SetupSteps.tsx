import CheckCircle from '@mui/icons-material/CheckCircle';
import HourglassEmpty from '@mui/icons-material/HourglassEmpty';
import RadioButtonUnchecked from '@mui/icons-material/RadioButtonUnchecked';
import RemoveCircleOutline from '@mui/icons-material/RemoveCircleOutlined';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { visuallyHidden } from '@mui/utils';
import { useT } from '@openpmo/ui/i18n/context';
import type { ReactNode } from 'react';
import type { SetupList, SetupStep } from './queries';

const looks = {
  DONE: [CheckCircle, 'success.main'],
  TODO: [RadioButtonUnchecked, 'primary.main'],
  OPTIONAL: [RemoveCircleOutline, 'outline'],
  WAITING: [HourglassEmpty, 'outline'],
} as const;

interface SetupStepsProps {
  list: SetupList;
  /** The way to a step, for who may do it. */
  action: (step: SetupStep, first: boolean) => ReactNode;
}

/** What is still to be set up, in its order: state, what it is for, how many there are, the way to it. */
export function SetupSteps({ list, action }: SetupStepsProps) {
  const t = useT();
  const done = list.steps.filter(({ state }) => state === 'DONE').length;
  return (
    <Card component="section" aria-labelledby="setup-title" sx={{ mb: 2 }}>
      <Box sx={{ px: 2, pt: 1.5, pb: 1 }}>
        <Typography id="setup-title" variant="h2">
          {t('setup.title')}
        </Typography>
        <Typography color="textSecondary" variant="body2">
          {t('setup.progress', { done, count: list.steps.length })}
        </Typography>
      </Box>
      <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {list.steps.map((step, at) => (
          <Step key={step.kind} step={step} before={list.steps[at - 1]}>
            {step.state !== 'WAITING' && action(step, step.kind === list.next)}
          </Step>
        ))}
      </Box>
    </Card>
  );
}

function Step({ step, before, children }: { step: SetupStep; before: SetupStep | undefined; children: ReactNode }) {
  const t = useT();
  const [Icon, colour] = looks[step.state];
  const { kind, state, number, lackingNumber, waitsFor, actor } = step;
  // What is to do says its button, and its sign; who hears the page is told.
  const said = state === 'OPTIONAL' || state === 'DONE';
  const facts = [
    said && t(`setup.state.${state}`),
    // Once for all that wait for the same, and not below it.
    waitsFor &&
      waitsFor !== before?.waitsFor &&
      waitsFor !== before?.kind &&
      t('setup.waitsFor', { step: t(`setup.step.${waitsFor}`) }),
    number > 0 && kind !== 'PMO' && t(`setup.number.${kind}`, { smart_count: number }),
    lackingNumber > 0 && state !== 'WAITING' && t(`setup.lacking`, { smart_count: lackingNumber }),
    actor === 'ADMIN' && state !== 'DONE' && t('setup.actor.ADMIN'),
  ];
  return (
    <Box
      component="li"
      sx={{
        px: 2,
        py: 1,
        display: 'grid',
        columnGap: 1.5,
        rowGap: 0.5,
        alignItems: 'center',
        gridTemplateColumns: { xs: 'auto minmax(0, 1fr)', sm: 'auto minmax(0, 1fr) auto' },
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Icon aria-hidden sx={{ color: colour }} />
      <Box sx={{ minWidth: 0 }}>
        <Typography component="h3" sx={{ fontWeight: state === 'TODO' ? 650 : 500, fontSize: '0.9375rem' }}>
          {t(`setup.step.${kind}`)}
        </Typography>
        <Typography component="p" variant="body2" color="textSecondary">
          {!said && <span style={visuallyHidden}>{t('setup.stateIs', { state: t(`setup.state.${state}`) })} </span>}
          {[state !== 'DONE' && t(`setup.why.${kind}`), ...facts].filter(Boolean).join(' · ')}
        </Typography>
      </Box>
      <Box sx={{ gridColumn: { xs: '2', sm: 'auto' }, '&:empty': { display: 'none' } }}>{children}</Box>
    </Box>
  );
}
