import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import { Link } from 'react-router';
import { useOperation } from '../../../api/operations';
import type { MonthStep, OperationMonth } from '../queries';

const words = {
  MAKE_STATEMENTS: 'month.statements.make',
  PUBLISH_STATEMENTS: 'month.statements.publish',
  PAY_STATEMENTS: 'month.statements.pay',
} as const;
const isWord = (action = ''): action is keyof typeof words => action in words;

/** What producers are owed, and where it is stated and paid. */
export function StatementStep({ step: { state, action } }: { month: OperationMonth; step: MonthStep }) {
  const t = useT();
  const { id } = useOperation();
  const list = `/pmo/operations/${id}/billing/statements`;
  return (
    <Stack sx={{ gap: 1.5, alignItems: 'flex-start' }}>
      {state === 'NOTHING' && <Typography>{t('month.statements.nothing')}</Typography>}
      <Button
        component={Link}
        to={action === 'PAY_STATEMENTS' ? `${list}?tab=owed` : list}
        variant={isWord(action) ? 'contained' : 'outlined'}
        color={isWord(action) ? 'primary' : 'inherit'}
      >
        {t(isWord(action) ? words[action] : 'month.statements.see')}
      </Button>
    </Stack>
  );
}
