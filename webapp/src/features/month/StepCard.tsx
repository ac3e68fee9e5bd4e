import ExpandMore from '@mui/icons-material/ExpandMore';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import type { MonthStep, OperationMonth } from './queries';
import { stepBodies } from './stepBodies';
import { stepLooks } from './stepLooks';
import { useDeadline } from './useDeadline';
import { useFigure } from './useFigure';

interface StepCardProps {
  month: OperationMonth;
  step: MonthStep;
  number: number;
  open: boolean;
  onToggle: () => void;
}

/** One step: state, figure, deadline, why it waits; and when it is opened, what it is done with. */
export function StepCard({ month, step, number, open, onToggle }: StepCardProps) {
  const t = useT();
  const figure = useFigure()(step);
  const deadline = useDeadline()(step);
  const [Icon, colour] = stepLooks[step.state];
  const panelId = `step-${step.kind}`;
  const Body = stepBodies[step.kind];
  const waits = step.reason && step.state !== 'DONE' && t(`steps.reason.${step.reason}`);
  const until = ['TODO', 'WAITING', 'MISSED'].includes(step.state) ? deadline : undefined;
  return (
    <Card component="li" className="print-whole">
      <Typography variant="h3" component="h2">
        <ButtonBase
          onClick={onToggle}
          aria-expanded={open}
          aria-controls={open ? panelId : undefined}
          sx={{
            width: '100%',
            minHeight: 52,
            px: 2,
            py: 1.25,
            columnGap: 1.5,
            rowGap: 0.25,
            font: 'inherit',
            textAlign: 'left',
            display: 'grid',
            alignItems: 'center',
            gridTemplateColumns: { xs: 'auto minmax(0, 1fr) auto', sm: 'auto 170px minmax(0, 1fr) auto' },
          }}
        >
          <Icon aria-hidden sx={{ color: colour }} />
          <span>
            {number}. {t(`steps.step.${step.kind}`)}
          </span>
          <Typography
            component="span"
            variant="body2"
            sx={{ gridColumn: { xs: '2 / 3', sm: 'auto' }, gridRow: { xs: 2, sm: 'auto' }, overflowWrap: 'anywhere' }}
          >
            <strong>{t(`steps.stepState.${step.state}`)}</strong>
            {[figure, waits, until].filter(Boolean).map((words) => ` · ${words}`)}
          </Typography>
          <ExpandMore aria-hidden sx={{ transform: open ? 'rotate(180deg)' : undefined }} />
        </ButtonBase>
      </Typography>
      {open && (
        <Box id={panelId} sx={{ px: 2, pt: 0.5, pb: 2 }}>
          <Body month={month} step={step} />
        </Box>
      )}
    </Card>
  );
}
