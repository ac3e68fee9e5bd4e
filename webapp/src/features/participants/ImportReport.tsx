import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { Schemas } from '@openpmo/sdk';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useProblemText } from '../../design/useProblemText';
import { remarksOf } from './importFile';
import { RemarkList } from './RemarkList';
import { useTouchedText } from './useTouched';

/** What a checked file would do. */
export function ImportReport({ report }: { report: Schemas['ImportReport'] }) {
  const t = useT();
  const formats = useFormats();
  const words = useProblemText();
  const touchedText = useTouchedText();
  const remarks = remarksOf(report.warnings ?? [], words);
  const nothing = report.created + report.updated === 0;
  return (
    <>
      {nothing && (
        <Alert severity="info" variant="outlined" sx={{ mb: 2 }}>
          {t('participants.import.nothing')}
        </Alert>
      )}
      <Box component="dl" sx={{ m: 0, display: 'grid', gap: 1.5, gridTemplateColumns: 'repeat(3, 1fr)' }}>
        {(['created', 'updated', 'unchanged'] as const).map((key) => (
          <Box
            key={key}
            sx={{
              display: 'flex',
              flexDirection: 'column-reverse',
              border: '1px solid',
              borderColor: 'divider',
              borderRadius: 1,
              px: 1.5,
              py: 1,
            }}
          >
            <Typography component="dt" variant="caption" color="textSecondary">
              {t(`participants.import.${key}`)}
            </Typography>
            <Typography component="dd" variant="h1" sx={{ m: 0, fontVariantNumeric: 'tabular-nums' }}>
              {formats.number(report[key])}
            </Typography>
          </Box>
        ))}
      </Box>
      {report.touchedInvoices && (
        <Alert severity="warning" variant="outlined" sx={{ mt: 2 }}>
          {touchedText(report.touchedInvoices)}
        </Alert>
      )}
      {remarks.length > 0 && (
        <Alert severity="warning" variant="outlined" sx={{ mt: 2 }}>
          <AlertTitle>{t('participants.import.warnings', { smart_count: remarks.length })}</AlertTitle>
          <RemarkList remarks={remarks} />
        </Alert>
      )}
    </>
  );
}
