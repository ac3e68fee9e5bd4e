import CancelOutlined from '@mui/icons-material/CancelOutlined';
import CheckCircle from '@mui/icons-material/CheckCircle';
import RadioButtonUnchecked from '@mui/icons-material/RadioButtonUnchecked';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { Schemas } from '@openpmo/sdk';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { Link as RouterLink } from 'react-router';
import { thingPath } from '../../../api/addresses';
import { useOperation } from '../../../api/operations';
import { ChartSkeleton } from '../../../design/Skeletons';
import { useSiteTimeline } from '../queries';

type Step = Schemas['TimelineStep'];

/** Of the usual course, for which room is kept until it is known. */
const roomHeight = 147;

const icons = {
  DONE: <CheckCircle color="success" fontSize="small" />,
  WAITING: <RadioButtonUnchecked color="disabled" fontSize="small" />,
  REFUSED: <CancelOutlined color="error" fontSize="small" />,
} as const;

/** How a site came in and left, and in one sentence why its status is what it is. */
export function SiteTimeline({ siteId }: { siteId: string }) {
  const t = useT();
  const asked = useSiteTimeline(siteId);
  if (asked.isPending) {
    return (
      <Card component="section" aria-label={t('participants.timeline.title')} sx={{ p: 2 }}>
        <ChartSkeleton height={roomHeight} />
      </Card>
    );
  }
  if (!asked.data) return null;
  const { reason, steps } = asked.data;
  return (
    <Card component="section" aria-label={t('participants.timeline.title')} sx={{ p: 2 }}>
      <Typography variant="h3" component="h2" sx={{ mb: 1 }}>
        {t('participants.timeline.title')}
      </Typography>
      <Typography sx={{ mb: 1.5 }}>
        <Why reason={reason} />
      </Typography>
      <Box
        component="ol"
        sx={{
          m: 0,
          p: 0,
          listStyle: 'none',
          display: 'grid',
          gap: 1.5,
          gridTemplateColumns: { xs: '1fr', sm: 'repeat(auto-fit, minmax(140px, 1fr))' },
        }}
      >
        {steps.map((step) => (
          <TimelineStep key={step.kind} step={step} />
        ))}
      </Box>
    </Card>
  );
}

function Why({ reason: { cause, date, word } }: { reason: Schemas['FolderReason'] }) {
  const t = useT();
  const formats = useFormats();
  const said = t(`enums.FolderCause.${cause}`);
  if (date) return t('participants.timeline.whyDay', { cause: said, date: formats.day(date) });
  return word
    ? t('participants.timeline.whyWord', { cause: said, word })
    : t('participants.timeline.why', { cause: said });
}

function TimelineStep({ step }: { step: Step }) {
  const t = useT();
  const formats = useFormats();
  const { id } = useOperation();
  const { kind, state, date, invoiceId, invoiceNumber, reason } = step;
  return (
    <Box component="li" sx={{ display: 'flex', gap: 1, minWidth: 0 }}>
      <Box aria-hidden sx={{ pt: 0.25 }}>
        {icons[state]}
      </Box>
      <Box sx={{ minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600 }}>{t(`enums.TimelineStepKind.${kind}`)}</Typography>
        <Typography variant="body2" color="textSecondary">
          {state === 'DONE'
            ? date
              ? formats.day(date)
              : t('participants.timeline.unknownDay')
            : [t(`enums.TimelineStepState.${state}`), date && formats.day(date)].filter(Boolean).join(' · ')}
        </Typography>
        {reason && <Typography variant="body2">{reason}</Typography>}
        {invoiceId && invoiceNumber && (
          <Link component={RouterLink} to={thingPath(id, 'invoice', invoiceId)} variant="body2">
            {t('participants.timeline.invoice', { number: invoiceNumber })}
          </Link>
        )}
      </Box>
    </Box>
  );
}
