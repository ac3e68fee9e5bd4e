import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import { Link } from 'react-router';
import { useOperation } from '../../../api/operations';
import { Can } from '../../../design/Can';
import type { MonthStep, OperationMonth } from '../queries';

/** Where the published invoices of the month are on their way, by channel; what is left is done in their list. */
export function SendStep({ month: { month }, step }: { month: OperationMonth; step: MonthStep }) {
  const t = useT();
  const { id } = useOperation();
  const list = `/pmo/operations/${id}/billing/invoices?month=${month}`;
  const ways = step.sent?.ways ?? [];
  const unsent = step.sent?.unsentNumber ?? 0;
  return (
    <Stack sx={{ gap: 1.5, alignItems: 'flex-start' }}>
      {step.state === 'NOTHING' && <Typography>{t('month.sent.nothing')}</Typography>}
      {step.state === 'WAITING' && step.reason && <Typography>{t(`steps.reason.${step.reason}`)}</Typography>}
      {(ways.length > 0 || unsent > 0) && (
        <Table size="small" sx={{ maxWidth: 480 }} aria-label={t('steps.step.SENT')}>
          <TableBody>
            {unsent > 0 && (
              <TableRow>
                <TableCell colSpan={2}>{t('enums.DeliveryFilter.NONE')}</TableCell>
                <TableCell align="right">{unsent}</TableCell>
              </TableRow>
            )}
            {ways.map(({ channel, state, number }) => (
              <TableRow key={`${channel} ${state}`}>
                <TableCell>{channel ? t(`enums.InvoiceChannel.${channel}`) : ''}</TableCell>
                <TableCell>{t(`enums.DeliveryState.${state}`)}</TableCell>
                <TableCell align="right">{number}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
      {(unsent > 0 || ways.length > 0) && (
        <Can permission="invoices:visit">
          <Button
            component={Link}
            to={step.action === 'SEND_INVOICES' ? `${list}&tab=toDeliver` : `${list}&tab=published`}
            variant={step.action === 'SEND_INVOICES' ? 'contained' : 'outlined'}
            color={step.action === 'SEND_INVOICES' ? 'primary' : 'inherit'}
          >
            {t(step.action === 'SEND_INVOICES' ? 'month.sent.send' : 'month.published.see')}
          </Button>
        </Can>
      )}
    </Stack>
  );
}
