import ErrorOutlined from '@mui/icons-material/ErrorOutlined';
import ExpandMore from '@mui/icons-material/ExpandMore';
import HourglassEmpty from '@mui/icons-material/HourglassEmpty';
import WarningAmberOutlined from '@mui/icons-material/WarningAmberOutlined';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Card from '@mui/material/Card';
import Chip from '@mui/material/Chip';
import Divider from '@mui/material/Divider';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { StatusChip } from '../../../design/StatusChip';
import type { Sites } from '../key/sites';
import { type CoefficientMonth, type CoefficientSet, isOutdated, monthState } from './coefficientSets';
import { MakeSet } from './sets/MakeSet';
import { SetDetail } from './sets/SetDetail';

interface MonthCardProps {
  month: CoefficientMonth;
  sites: Sites;
  open: boolean;
  onToggle: () => void;
}

/** One month: until when, where it stands, and its coefficients when it is opened. */
export function MonthCard({ month, sites, open, onToggle }: MonthCardProps) {
  const formats = useFormats();
  const name = formats.day(`${month.month}-01`, 'month');
  const deadline = useDeadline(month);
  const panelId = `month-${month.month}`;
  return (
    <Card component="li" className="print-whole">
      <Typography variant="h3" component="h3">
        <ButtonBase
          onClick={onToggle}
          aria-expanded={open}
          aria-controls={open ? panelId : undefined}
          sx={{
            width: '100%',
            px: 2,
            py: 1.25,
            gap: 1,
            flexWrap: 'wrap',
            justifyContent: 'flex-start',
            font: 'inherit',
            textAlign: 'left',
          }}
        >
          <Box
            component="span"
            sx={{ minWidth: 132, '&::first-letter': { textTransform: 'uppercase' }, display: 'inline-block' }}
          >
            {name}
          </Box>
          <MonthChip month={month} />
          <SecondChip month={month} />
          {deadline && (
            <Typography
              component="span"
              variant="body2"
              color="textSecondary"
              sx={{ order: { xs: 2, sm: 0 }, flexBasis: { xs: '100%', sm: 'auto' } }}
            >
              {deadline}
            </Typography>
          )}
          <ExpandMore aria-hidden sx={{ order: 1, ml: 'auto', transform: open ? 'rotate(180deg)' : undefined }} />
        </ButtonBase>
      </Typography>
      {open && (
        <Box id={panelId} sx={{ px: 2, pt: 1, pb: 2 }}>
          <MonthSets month={month} sites={sites} />
        </Box>
      )}
    </Card>
  );
}

/** What is made of a month, or the way to make it. */
export function MonthSets({ month, sites }: Pick<MonthCardProps, 'month' | 'sites'>) {
  return month.current ? <Sets month={month} current={month.current} sites={sites} /> : <MakeSet month={month} />;
}

/** The set of a month; or the one that was made last, and the one that the operator has meanwhile. */
function Sets({ month, current, sites }: { month: CoefficientMonth; current: CoefficientSet; sites: Sites }) {
  const t = useT();
  if (!month.sent) return <SetDetail month={month} set={current} sites={sites} />;
  return (
    <Stack spacing={3} divider={<Divider />}>
      <Stack spacing={2} component="section" aria-label={t('allocation.sending.newSet')}>
        <Typography variant="h3" component="h4">
          {t('allocation.sending.newSet')}
        </Typography>
        <SetDetail month={month} set={current} sites={sites} />
      </Stack>
      <Stack spacing={2} component="section" aria-label={t('allocation.sending.withOperator')}>
        <div>
          <Typography variant="h3" component="h4">
            {t('allocation.sending.withOperator')}
          </Typography>
          <Typography variant="body2" color="textSecondary">
            {t('allocation.sending.withOperatorWords')}
          </Typography>
        </div>
        <SetDetail month={month} set={month.sent} sites={sites} />
      </Stack>
    </Stack>
  );
}

function MonthChip({ month }: { month: CoefficientMonth }) {
  const t = useT();
  const state = monthState(month);
  switch (state) {
    case 'notNeeded':
      return null;
    case 'late':
      return (
        <Chip
          size="small"
          color="error"
          variant="outlined"
          icon={<ErrorOutlined aria-hidden />}
          label={t('allocation.sending.late')}
        />
      );
    case 'toMake':
      return (
        <Chip
          size="small"
          variant="outlined"
          icon={<HourglassEmpty aria-hidden />}
          label={t('allocation.sending.toMake')}
        />
      );
    default:
      return <StatusChip kind="CoefficientStatus" status={state} />;
  }
}

/** That the set is out of date, or that a new one waits beside that of the operator. */
function SecondChip({ month: { current, sent } }: { month: CoefficientMonth }) {
  const t = useT();
  if (!current) return null;
  if (isOutdated(current)) {
    return (
      <Chip
        size="small"
        color="warning"
        variant="outlined"
        icon={<WarningAmberOutlined aria-hidden />}
        label={t('allocation.sending.outdated')}
      />
    );
  }
  return sent ? <Chip size="small" variant="outlined" label={t('allocation.sending.newSet')} /> : null;
}

/** The last day to send, and how many are left while it matters. */
function useDeadline(month: CoefficientMonth): string | undefined {
  const t = useT();
  const formats = useFormats();
  const { deadline, daysLeft, late } = month;
  const state = monthState(month);
  if (!deadline || !['late', 'toMake', 'PREPARED', 'REFUSED'].includes(state)) return undefined;
  const date = formats.day(deadline, 'medium');
  if (late) return t('allocation.sending.lateSince', { date });
  if (daysLeft === undefined || daysLeft < 0) return t('allocation.sending.before', { date });
  return t('allocation.sending.daysLeft', { date, smart_count: daysLeft });
}
