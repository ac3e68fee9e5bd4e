import ContentCopyOutlined from '@mui/icons-material/ContentCopyOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import { useState } from 'react';
import type { User } from './personName';

/** The first password, told once: closed by its button only, so that no stray click loses it. */
export function InitialPasswordDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const t = useT();
  const [copied, setCopied] = useState(false);
  const password = user.initialPassword ?? '';
  const copy = async () => {
    await navigator.clipboard.writeText(password).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return (
    <Dialog open aria-labelledby="initial-password">
      <DialogTitle id="initial-password">{t('admin.user.initialPassword')}</DialogTitle>
      <DialogContent>
        <Stack spacing={2}>
          <Typography>{t('admin.user.initialPasswordFor', { email: user.email })}</Typography>
          <Box sx={{ p: 2, border: 1, borderColor: 'divider', borderRadius: 1, overflowWrap: 'anywhere' }}>
            <Typography component="code" variant="h2" sx={{ fontFamily: 'monospace', userSelect: 'all' }}>
              {password}
            </Typography>
          </Box>
          <Alert severity="warning">{t('admin.user.initialPasswordOnce')}</Alert>
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button startIcon={<ContentCopyOutlined />} onClick={copy}>
          {t(copied ? 'admin.copied' : 'admin.copy')}
        </Button>
        <Button variant="contained" onClick={onClose}>
          {t('admin.user.passwordNoted')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
