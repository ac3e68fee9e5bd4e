import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useOperation } from '../../../../api/operations';
import { useCan } from '../../../../api/session';
import { notify } from '../../../../design/snackbars';
import { ProblemList } from '../../key/ProblemList';
import type { CoefficientMonth } from '../coefficientSets';
import { useMakeSet } from '../queries';

interface MakeSetProps {
  month: CoefficientMonth;
  /** There is a set that is as good: it is not the first thing to do. */
  again?: boolean;
  label?: string;
}

/** Makes the coefficients of a month; what the check finds is listed. */
export function MakeSet({ month, again = false, label }: MakeSetProps) {
  const t = useT();
  const formats = useFormats();
  const { id: operationId } = useOperation();
  const canCreate = useCan()('coefficient:create');
  const make = useMakeSet();
  const name = formats.day(`${month.month}-01`, 'month');
  return (
    <Stack spacing={1.5}>
      {month.late && !month.current && (
        <Alert severity="warning" variant="outlined">
          {t('allocation.sending.lateWords')}
        </Alert>
      )}
      {canCreate && (
        <Box>
          <Button
            variant={again ? 'outlined' : 'contained'}
            color={again ? 'inherit' : 'primary'}
            loading={make.isPending}
            onClick={() =>
              make.mutate(
                { params: { path: { operationId } }, body: { month: month.month } },
                { onSuccess: () => notify(t('allocation.sending.made', { month: name })) },
              )
            }
          >
            {label ?? t('allocation.sending.make')}
          </Button>
        </Box>
      )}
      <ProblemList error={make.error} />
    </Stack>
  );
}
