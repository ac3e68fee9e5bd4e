import Card from '@mui/material/Card';
import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Schemas } from '@openpmo/sdk';
import { useT } from '@openpmo/ui/i18n/context';
import { useConfig } from '../../api/session';

type DemoAccount = Schemas['DemoAccount'];

/** The accounts of the demo, where the demo is loaded. */
export function DemoAccounts({ onPick }: { onPick: (account: DemoAccount) => void }) {
  const t = useT();
  const config = useConfig();
  if (!config?.demo || !config.demoAccounts?.length) return null;
  return (
    <Card component="section" sx={{ p: 2 }}>
      <Typography variant="h3" component="h2">
        {t('session.login.demo')}
      </Typography>
      <Typography variant="caption" component="p" color="textSecondary" sx={{ mb: 1 }}>
        {t('session.login.demoHint')}
      </Typography>
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
        {config.demoAccounts.map((account) => (
          <Chip key={account.email} variant="outlined" label={account.email} onClick={() => onPick(account)} />
        ))}
      </Stack>
    </Card>
  );
}
