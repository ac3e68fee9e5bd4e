import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import { BankFileList } from './BankFileList';
import { BankLineList } from './BankLineList';

/** What banks told: lines to be settled by hand, and the files that brought them. */
export function BankPanel() {
  const t = useT();
  return (
    <Stack sx={{ gap: 4 }}>
      <div>
        <Typography variant="h2" sx={{ mb: 1.5 }}>
          {t('payments.bank.lines')}
        </Typography>
        <BankLineList />
      </div>
      <div>
        <Typography variant="h2" sx={{ mb: 1.5 }}>
          {t('payments.bank.files')}
        </Typography>
        <BankFileList />
      </div>
    </Stack>
  );
}
