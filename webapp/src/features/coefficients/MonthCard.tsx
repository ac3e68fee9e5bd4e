import ErrorOutlined from '@mui/icons-material/ErrorOutlined';
import ExpandMore from '@mui/icons-material/ExpandMore';
import HourglassEmpty from '@mui/icons-material/HourglassEmpty';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Card from '@mui/material/Card';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { StatusChip } from '../../design/StatusChip';
import type { Sites } from '../keys/sites';
import { MakeSet } from './MakeSet';
import { SetDetail } from './SetDetail';
import { type CoefficientMonth, monthState } from './sendingModel';

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
          {month.current ? <SetDetail month={month} set={month.current} sites={sites} /> : <MakeSet month={month} />}
        </Box>
      )}
    </Card>
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
