import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import { Link } from 'react-router';
import { useOperation } from '../../../api/operations';
import { Can } from '../../../design/Can';
import type { MonthStep, OperationMonth } from '../queries';

/** What came in of what was published, and where the rest is asked for. */
export function PaidStep({ step }: { month: OperationMonth; step: MonthStep }) {
  const t = useT();
  const { id } = useOperation();
  return (
    <Stack sx={{ gap: 1.5, alignItems: 'flex-start' }}>
      {step.state === 'NOTHING' && <Typography>{t('month.paid.nothing')}</Typography>}
      {step.state === 'WAITING' && step.reason && <Typography>{t(`steps.reason.${step.reason}`)}</Typography>}
      <Can permission="balance:read">
        <Button
          component={Link}
          to={`/pmo/operations/${id}/billing/receivables`}
          variant={step.action === 'SEE_OVERDUE' ? 'contained' : 'outlined'}
          color={step.action === 'SEE_OVERDUE' ? 'primary' : 'inherit'}
        >
          {t(step.action === 'SEE_OVERDUE' ? 'month.paid.see' : 'month.paid.balances')}
        </Button>
      </Can>
    </Stack>
  );
}
