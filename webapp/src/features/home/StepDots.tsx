import Box from '@mui/material/Box';
import { visuallyHidden } from '@mui/utils';
import { useT } from '@openpmo/ui/i18n/context';
import { stepLooks } from '../month/stepLooks';
import type { MonthStep } from './queries';

/** The steps of a month as dots with their words: the state is a sign and a word, never a colour alone. */
export function StepDots({ steps }: { steps: readonly MonthStep[] }) {
  const t = useT();
  return (
    <Box
      component="ol"
      aria-label={t('steps.label')}
      sx={{
        m: 0,
        p: 0,
        listStyle: 'none',
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: 0.875,
        rowGap: 0.25,
        typography: 'caption',
        fontSize: { md: '0.6875rem' },
        color: 'text.secondary',
      }}
    >
      {steps.map(({ kind, state }) => {
        const [Icon, colour] = stepLooks[state];
        return (
          <Box component="li" key={kind} sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.375 }}>
            <Icon aria-hidden sx={{ fontSize: 14, color: colour }} />
            {t(`steps.step.${kind}`)}
            <span style={visuallyHidden}>{t('operations.stepIs', { state: t(`steps.stepState.${state}`) })}</span>
          </Box>
        );
      })}
    </Box>
  );
}
