import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import { notify } from '../../design/snackbars';
import type { MessageReport } from './queries';

interface SendReportProps {
  report: MessageReport;
  onClose: () => void;
  onShow: (messageId: string) => void;
}

/** Who is written to, and who is not, by name; the latter can be copied. */
export function SendReport({ report, onClose, onShow }: SendReportProps) {
  const t = useT();
  const { id, accepted, rejected, missing } = report;
  const left = [...rejected, ...missing];
  const copy = async () => {
    await navigator.clipboard.writeText(left.map(({ name, email }) => (email ? `${name}\t${email}` : name)).join('\n'));
    notify(t('communication.copied'));
  };
  return (
    <Card sx={{ p: { xs: 2, sm: 3 }, maxWidth: 720 }}>
      <Stack spacing={2}>
        <Alert severity={left.length > 0 ? 'warning' : 'success'} variant="outlined" role="status">
          {accepted.length > 0
            ? t('communication.report.accepted', { smart_count: accepted.length })
            : t('communication.report.nobody')}
        </Alert>
        <Names title={t('communication.report.rejected')} people={rejected} />
        <Names title={t('communication.report.missing')} people={missing} />
        <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
          {id && (
            <Button variant="contained" onClick={() => onShow(id)}>
              {t('communication.report.follow')}
            </Button>
          )}
          {left.length > 0 && (
            <Button variant="outlined" color="inherit" onClick={copy}>
              {t('communication.report.copy')}
            </Button>
          )}
          <Button color="inherit" onClick={onClose}>
            {t('communication.report.back')}
          </Button>
        </Stack>
      </Stack>
    </Card>
  );
}

function Names({ title, people }: { title: string; people: MessageReport['missing'] }) {
  if (people.length === 0) return null;
  return (
    <Box>
      <Typography variant="h3">{title}</Typography>
      <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
        {people.map(({ id, name, email }) => (
          <li key={id}>{email ? `${name} (${email})` : name}</li>
        ))}
      </Box>
    </Box>
  );
}
