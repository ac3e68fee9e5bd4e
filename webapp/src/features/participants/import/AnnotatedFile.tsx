import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';

/** A refused file comes back with what is wrong beside each line. */
export function AnnotatedFile({ pending, onDownload }: { pending: boolean; onDownload: () => void }) {
  const t = useT();
  return (
    <Box sx={{ mt: 1 }}>
      <Button
        size="small"
        variant="outlined"
        color="inherit"
        startIcon={<DownloadOutlined />}
        loadingPosition="start"
        loading={pending}
        onClick={onDownload}
        sx={{ maxWidth: '100%', whiteSpace: 'normal', textAlign: 'left', lineHeight: 1.25 }}
      >
        {t('participants.import.annotated')}
      </Button>
      <Typography variant="body2" color="textSecondary" sx={{ mt: 0.5 }}>
        {t('participants.import.annotated.hint')}
      </Typography>
    </Box>
  );
}
