import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import ListSubheader from '@mui/material/ListSubheader';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useId, useState } from 'react';
import { useCan } from '../../api/session';
import { periodsUntil, usualPeriod } from './periods';
import { type Subject, useDownloadReport } from './queries';
import { ReportLinks } from './ReportLinks';
import { SendReports } from './SendReports';

interface ReportDialogProps {
  subject: Subject;
  /** It is that of the person itself. */
  own: boolean;
  /** A month that the page is about. */
  proposed?: string;
  onClose: () => void;
}

/** The report of a site or of an operation: of which period, saved, shared by a link, or mailed. */
export function ReportDialog(props: ReportDialogProps) {
  const { subject, own, proposed, onClose } = props;
  const t = useT();
  const id = useId();
  const formats = useFormats();
  const can = useCan();
  const today = formats.dayOf();
  const offered = periodsUntil(today);
  const [period, setPeriod] = useState(() =>
    proposed && offered.months.includes(proposed) ? proposed : usualPeriod(today),
  );
  const file = useDownloadReport(subject);
  const site = subject.kind === 'site';
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="sm" fullWidth>
      <DialogTitle id={id}>
        {!site
          ? t('reporting.dialog.operation')
          : own
            ? t('reporting.dialog.own')
            : t('reporting.dialog.site', { name: subject.name })}
      </DialogTitle>
      <DialogContent>
        <Stack sx={{ gap: 2 }}>
          <Typography>{t(site ? 'reporting.advice.site' : 'reporting.advice.operation')}</Typography>
          <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 1.5, alignItems: { sm: 'center' } }}>
            <TextField
              select
              size="small"
              label={t('reporting.period')}
              value={period}
              onChange={(event) => setPeriod(event.target.value)}
              sx={{ minWidth: 220 }}
            >
              <ListSubheader>{t('reporting.years')}</ListSubheader>
              {offered.years.map((year) => (
                <MenuItem key={year} value={year}>
                  {year}
                </MenuItem>
              ))}
              <ListSubheader>{t('reporting.months')}</ListSubheader>
              {offered.months.map((month) => (
                <MenuItem key={month} value={month}>
                  {formats.day(`${month}-01`, 'month')}
                </MenuItem>
              ))}
            </TextField>
            <Button
              variant="contained"
              loading={file.isPending}
              onClick={() => file.mutate(period)}
              sx={{ flexShrink: 0 }}
            >
              {t('reporting.download')}
            </Button>
          </Stack>
          {site && can('report:share') && <ReportLinks siteId={subject.siteId} period={period} />}
          {!site && can('report:send') && <SendReports operationId={subject.operationId} period={period} />}
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          {t('reporting.close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
