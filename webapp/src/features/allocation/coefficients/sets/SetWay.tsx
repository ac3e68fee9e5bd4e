import CheckCircle from '@mui/icons-material/CheckCircle';
import ErrorOutlined from '@mui/icons-material/ErrorOutlined';
import RadioButtonUnchecked from '@mui/icons-material/RadioButtonUnchecked';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { visuallyHidden } from '@mui/utils';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { type CoefficientSet, way } from '../coefficientSets';

type Event = CoefficientSet['history'][number];

/** The way to the operator: what is done, when, by whom; what is still to come. */
export function SetWay({ set }: { set: CoefficientSet }) {
  const t = useT();
  const refused = set.status === 'REFUSED' ? set.history.findLast(({ status }) => status === 'REFUSED') : undefined;
  const reached = way.map((status) => set.history.findLast((event) => event.status === status));
  const last = reached.findLastIndex((event) => event !== undefined);
  return (
    <Box
      component="ol"
      aria-label={t('allocation.step.way')}
      sx={{ m: 0, p: 0, display: 'grid', gap: 1.5, gridTemplateColumns: { xs: '1fr', sm: 'repeat(4, 1fr)' } }}
    >
      {way.map((status, index) => {
        const event = reached[index];
        // What comes after a refusal will not happen to this set any more.
        if (refused && index > last)
          return index === last + 1 ? <Step key={status} event={refused} status="REFUSED" /> : null;
        return <Step key={status} event={event} status={status} passed={index < last} />;
      })}
    </Box>
  );
}

interface StepProps {
  status: Event['status'];
  event: Event | undefined;
  /** Nobody recorded it, but a later one: it must have been. */
  passed?: boolean;
}

function Step({ status, event, passed = false }: StepProps) {
  const t = useT();
  const formats = useFormats();
  const done = event !== undefined || passed;
  const failed = status === 'REFUSED';
  const Icon = failed ? ErrorOutlined : done ? CheckCircle : RadioButtonUnchecked;
  return (
    <Stack component="li" direction="row" sx={{ listStyle: 'none', gap: 1, minWidth: 0, opacity: done ? 1 : 0.85 }}>
      <Icon aria-hidden sx={{ color: failed ? 'error.main' : done ? 'success.main' : 'outline' }} />
      <Box sx={{ minWidth: 0 }}>
        <Typography sx={{ fontWeight: done ? 600 : 400 }}>
          {t(`enums.CoefficientStatus.${status}`)}
          {!done && <span style={visuallyHidden}> {t('allocation.step.toCome')}</span>}
        </Typography>
        {event && (
          <Typography variant="caption" component="p" color="textSecondary">
            {[formats.day(event.date, 'medium'), ...(event.by ? [event.by] : [])].join(' · ')}
          </Typography>
        )}
        {event?.note && (
          <Typography variant="caption" component="p" sx={{ overflowWrap: 'anywhere' }}>
            {t('allocation.quoted', { text: event.note })}
          </Typography>
        )}
      </Box>
    </Stack>
  );
}
