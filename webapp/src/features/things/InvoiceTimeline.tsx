import CheckCircle from '@mui/icons-material/CheckCircle';
import ErrorOutlined from '@mui/icons-material/ErrorOutlined';
import RadioButtonUnchecked from '@mui/icons-material/RadioButtonUnchecked';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import type { Invoice } from './queries';
import { timelineOf } from './timeline';

const icons = { done: CheckCircle, late: ErrorOutlined, open: RadioButtonUnchecked } as const;
const colours = { done: 'success.main', late: 'error.main', open: 'text.disabled' } as const;

/** Where an invoice is on its way, from draft to paid. */
export function InvoiceTimeline({ invoice }: { invoice: Invoice }) {
  const t = useT();
  const formats = useFormats();
  return (
    <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {timelineOf(invoice).map(({ step, state, day, instant }) => {
        const Icon = icons[state];
        return (
          <Stack key={step} component="li" direction="row" sx={{ gap: 1.25, py: 0.5, alignItems: 'flex-start' }}>
            <Icon aria-hidden sx={{ fontSize: 20, color: colours[state], mt: 0.25 }} />
            <Box sx={{ minWidth: 0 }}>
              <Typography sx={{ fontWeight: state === 'open' ? 400 : 600 }}>
                {t(`pages.timeline.${step}.${state}`)}
              </Typography>
              {(day || instant) && (
                <Typography color="textSecondary" sx={{ fontSize: '0.8125rem' }}>
                  {day ? formats.day(day) : formats.instant(instant ?? '')}
                </Typography>
              )}
            </Box>
          </Stack>
        );
      })}
    </Box>
  );
}
