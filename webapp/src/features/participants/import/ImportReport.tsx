import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { Schemas } from '@openpmo/sdk';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import type { ReactNode } from 'react';
import { useProblemText } from '../../../design/useProblemText';
import { useTouchedText } from '../useTouchedInvoices';
import { ImportRows } from './ImportRows';
import { remarksOf } from './importFile';
import { RemarkList } from './RemarkList';

/** What a checked file would do: what each row changes, and what keeps some from being taken. */
export function ImportReport({
  report,
  onAddZeros,
  annotated,
  nothingText,
  subject,
}: {
  report: Schemas['ImportReport'];
  onAddZeros: () => void;
  annotated: ReactNode;
  /** What is said of a file that changes nothing. */
  nothingText?: string;
  /** What a row is about; a site when absent. */
  subject?: string;
}) {
  const t = useT();
  const formats = useFormats();
  const words = useProblemText();
  const touchedText = useTouchedText();
  const remarks = remarksOf(report.warnings ?? [], words);
  const errors = remarksOf(report.errors ?? [], words);
  const rejected = report.rejected ?? 0;
  const nothing = report.created + report.updated + rejected === 0;
  const zeros = report.errors?.some(({ key }) => key === 'import.zeroMissing') ?? false;
  return (
    <>
      {nothing && (
        <Alert severity="info" variant="outlined" sx={{ mb: 2 }}>
          {nothingText ?? t('participants.import.nothing')}
        </Alert>
      )}
      {rejected > 0 && (
        <Alert
          severity="error"
          variant="outlined"
          role="alert"
          sx={{ mb: 2, '& .MuiAlert-message': { flex: 1, minWidth: 0 } }}
        >
          <AlertTitle>{t('participants.import.rejectedTitle', { smart_count: rejected })}</AlertTitle>
          <RemarkList remarks={errors} />
          {annotated}
          {zeros && (
            <Button size="small" variant="outlined" sx={{ mt: 1 }} onClick={onAddZeros}>
              {t('participants.import.zeros')}
            </Button>
          )}
        </Alert>
      )}
      <Box
        component="dl"
        sx={{
          mx: 0,
          mb: 0,
          mt: 2,
          display: 'grid',
          gap: 1.5,
          gridTemplateColumns: { xs: 'repeat(2, 1fr)', sm: 'repeat(4, 1fr)' },
        }}
      >
        {(['created', 'updated', 'unchanged', 'rejected'] as const).map((key) => (
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
              {formats.number(report[key] ?? 0)}
            </Typography>
          </Box>
        ))}
      </Box>
      <ImportRows rows={report.rows ?? []} subject={subject ?? t('participants.import.site')} />
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
