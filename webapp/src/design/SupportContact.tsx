import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import { useConfig } from '../api/session';

/** Where help is: the address, and the hours when they are known. */
export function SupportContact() {
  const t = useT();
  const support = useConfig()?.support;
  if (!support) return null;
  return (
    <Typography component="p" color="textSecondary">
      <Link href={support.url ?? `mailto:${support.email}`}>{t('shell.support.label')}</Link> · {support.email}
      {support.hours && ` · ${t('shell.support.hours', { hours: support.hours })}`}
    </Typography>
  );
}
