import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useT } from '@openpmo/ui/i18n/context';
import { notify } from '../../../design/snackbars';

/** Recovery codes, shown this once. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const t = useT();
  return (
    <Stack spacing={2}>
      <Alert severity="warning">{t('myAccount.secondFactor.codesOnce')}</Alert>
      <Box
        component="ul"
        aria-label={t('myAccount.secondFactor.codesTitle')}
        sx={{
          m: 0,
          p: 1,
          listStyle: 'none',
          display: 'grid',
          gap: 0.5,
          gridTemplateColumns: 'repeat(auto-fill, minmax(180px, 1fr))',
          bgcolor: 'action.hover',
          borderRadius: 1,
        }}
      >
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </Box>
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
        <Button
          variant="outlined"
          sx={{ minHeight: 44 }}
          onClick={async () => {
            await navigator.clipboard.writeText(codes.join('\n'));
            notify(t('myAccount.secondFactor.copied'));
          }}
        >
          {t('myAccount.secondFactor.copyCodes')}
        </Button>
        <Button variant="contained" sx={{ minHeight: 44 }} onClick={onClose}>
          {t('myAccount.secondFactor.close')}
        </Button>
      </Stack>
    </Stack>
  );
}
