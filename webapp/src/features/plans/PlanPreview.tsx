import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { lazy, Suspense, useState } from 'react';
import { ErrorPanel } from '../../design/ErrorPanel';
import { monthsOver } from './months';
import { type PreviewRequest, usePreview } from './queries';

// The table is drawn once somebody asked.
const PreviewResult = lazy(async () => ({ default: (await import('./PreviewResult')).PreviewResult }));

/** What is tried: a plan as it is, or prices that are typed. */
export type Tried = Pick<PreviewRequest, 'planId' | 'charges'>;

interface PlanPreviewProps {
  operationId: string;
  /** Undefined where what is typed cannot be tried yet: the form says why. */
  tried: () => Promise<Tried | undefined>;
  /** Opens the form of the plan, where a price lacks. */
  onMend?: (() => void) | undefined;
}

/** What prices would have billed over months that are over. */
export function PlanPreview({ operationId, tried, onMend }: PlanPreviewProps) {
  const t = useT();
  const formats = useFormats();
  const months = monthsOver(formats.dayOf());
  const [from, setFrom] = useState(months[0] ?? '');
  const [to, setTo] = useState(months[0] ?? '');
  const preview = usePreview();
  const ask = async () => {
    const subject = await tried();
    if (!subject) return;
    preview.mutate({ params: { path: { operationId } }, body: { ...subject, monthFrom: from, monthTo: to } });
  };
  const choice = (label: string, value: string, onChange: (month: string) => void) => (
    <TextField select size="small" label={label} value={value} onChange={({ target }) => onChange(target.value)}>
      {months.map((month) => (
        <MenuItem key={month} value={month}>
          {formats.day(`${month}-01`, 'month')}
        </MenuItem>
      ))}
    </TextField>
  );
  return (
    <Stack sx={{ gap: 1.5 }}>
      <Box
        sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr auto' }, alignItems: 'center' }}
      >
        {choice(t('plans.preview.from'), from, (month) => {
          setFrom(month);
          if (to < month) setTo(month);
        })}
        {choice(t('plans.preview.to'), to, (month) => {
          setTo(month);
          if (month < from) setFrom(month);
        })}
        <Button type="button" variant="outlined" onClick={ask} loading={preview.isPending}>
          {t('plans.preview.ask')}
        </Button>
      </Box>
      {preview.isError && <ErrorPanel error={preview.error} />}
      {!preview.data && !preview.isError && (
        <Alert severity="info" variant="outlined">
          {t('plans.preview.hint')}
        </Alert>
      )}
      <Suspense fallback={null}>{preview.data && <PreviewResult preview={preview.data} onMend={onMend} />}</Suspense>
    </Stack>
  );
}
