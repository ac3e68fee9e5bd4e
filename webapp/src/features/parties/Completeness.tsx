import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import WarningAmberOutlined from '@mui/icons-material/WarningAmberOutlined';
import Chip from '@mui/material/Chip';
import { useT } from '@openpmo/ui/i18n/context';

/** Whether a party can be billed; what it lacks is named. */
export function Completeness({ complete, missing }: { complete: boolean; missing: string }) {
  const t = useT();
  return complete ? (
    <Chip
      size="small"
      variant="outlined"
      color="success"
      icon={<CheckCircleOutlined />}
      label={t('parties.complete')}
    />
  ) : (
    <Chip
      size="small"
      variant="outlined"
      color="warning"
      icon={<WarningAmberOutlined />}
      label={missing ? t('parties.missing', { fields: missing }) : t('parties.incomplete')}
    />
  );
}
