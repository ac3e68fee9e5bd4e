import Alert from '@mui/material/Alert';
import Link from '@mui/material/Link';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import type { DayRange } from '../../../design/period';
import { useDataHealth } from '../queries';
import { healthId, sitesByKind } from './health';

/** What is wrong with the data, in one line above the figures that rest on it; nothing when all is well. */
export function HealthLine({ operationId, period }: { operationId: string; period: DayRange }) {
  const t = useT();
  const formats = useFormats();
  const { data } = useDataHealth(operationId, period);
  const sites = data?.sites ?? [];
  if (sites.length === 0) return null;
  const kinds = sitesByKind(sites).map(
    ([kind, count]) => `${t(`enums.DataProblemKind.${kind}`).toLocaleLowerCase(formats.locale)} (${count})`,
  );
  return (
    <Alert
      role="status"
      severity="warning"
      variant="outlined"
      className="no-print"
      sx={{ py: 0, bgcolor: 'background.paper' }}
    >
      {`${t('dashboard.health.some', { smart_count: sites.length })} ${t('dashboard.health.kinds', { kinds: kinds.join(', ') })} `}
      <Link component="button" onClick={show} sx={{ font: 'inherit', verticalAlign: 'baseline' }}>
        {t('dashboard.health.see')}
      </Link>
    </Alert>
  );
}

/** The card is drawn once it comes near the screen, so that the page may grow on the way there. */
function show() {
  const card = document.getElementById(healthId);
  card?.scrollIntoView();
  card?.focus({ preventScroll: true });
}
