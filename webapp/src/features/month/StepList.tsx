import Box from '@mui/material/Box';
import { useT } from '@openpmo/ui/i18n/context';
import { useState } from 'react';
import type { MonthStep, OperationMonth } from './queries';
import { StepCard } from './StepCard';

type Kind = MonthStep['kind'];

/**
 * The steps of a month in their order. The one that is next is open, and stays so when it is done:
 * what became of it is read there. Others open at a click.
 */
export function StepList({ month }: { month: OperationMonth }) {
  const t = useT();
  const next = month.next?.step;
  const [opened, setOpened] = useState<ReadonlySet<Kind>>(new Set());
  const [closed, setClosed] = useState<ReadonlySet<Kind>>(new Set());
  if (next && month.state === 'OPEN' && !opened.has(next)) setOpened(new Set([...opened, next]));
  const isOpen = (kind: Kind) => opened.has(kind) && !closed.has(kind);
  const toggle = (kind: Kind) => {
    setClosed(new Set(isOpen(kind) ? [...closed, kind] : [...closed].filter((one) => one !== kind)));
    setOpened(new Set([...opened, kind]));
  };
  return (
    <Box
      component="ol"
      aria-label={t('steps.label')}
      sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}
    >
      {month.steps.map((step, index) => (
        <StepCard
          key={step.kind}
          month={month}
          step={step}
          number={index + 1}
          open={isOpen(step.kind)}
          onToggle={() => toggle(step.kind)}
        />
      ))}
    </Box>
  );
}
