import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { asApiError } from '@openpmo/sdk';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useOperation } from '../../api/operations';
import { Can } from '../../design/Can';
import { SideSheet } from '../../design/SideSheet';
import { RowsSkeleton } from '../../design/Skeletons';
import { useErrorText } from '../../design/useProblemText';
import { type Payment, type Statement, usePayments, useStatement, useWithdraw } from './queries';

/** A quick look at a statement: whom it is owed, its lines, and what was paid of it. */
export function StatementSheet({ statement, onClose }: { statement: Statement; onClose: () => void }) {
  const t = useT();
  const formats = useFormats();
  const words = useErrorText();
  const operation = useOperation();
  const read = useStatement(operation.id, statement.id);
  const failure = asApiError(read.error);
  const one = read.data ?? statement;
  const facts: [string, string | undefined][] = [
    [t('statements.field.owedTo'), one.billingEntityName],
    [t('statements.field.owedBy'), one.payerName],
    [t('statements.field.kind'), t(`enums.StatementKind.${one.kind}`)],
    [t('statements.field.days'), `${formats.day(one.periodStart)} – ${formats.day(one.periodEnd)}`],
    [t('statements.field.issued'), one.issueDate && formats.day(one.issueDate)],
    [t('statements.field.due'), one.dueDate && formats.day(one.dueDate)],
    [
      t('statements.field.mail'),
      one.mail && `${t(`enums.StatementMailState.${one.mail.state}`)} – ${one.mail.address}`,
    ],
    [t('statements.field.reason'), one.reason],
  ];
  return (
    <SideSheet title={one.number ?? t('statements.noNumber')} subtitle={one.producerName} width={640} onClose={onClose}>
      <Stack sx={{ gap: 3 }}>
        {failure && <Alert severity="error">{words(failure)}</Alert>}
        <Stack component="dl" sx={{ m: 0, display: 'grid', gridTemplateColumns: 'minmax(120px, auto) 1fr', gap: 1 }}>
          {facts.map(
            ([name, value]) =>
              value && (
                <Stack key={name} sx={{ display: 'contents' }}>
                  <Typography component="dt" color="textSecondary">
                    {name}
                  </Typography>
                  <Typography component="dd" sx={{ m: 0 }}>
                    {value}
                  </Typography>
                </Stack>
              ),
          )}
        </Stack>
        <Table size="small" sx={{ '& th, & td': { px: { xs: 0.5, sm: 2 } } }}>
          <TableHead>
            <TableRow>
              <TableCell>{t('statements.line.label')}</TableCell>
              <TableCell align="right">{t('statements.line.quantity')}</TableCell>
              <TableCell align="right">{t('statements.line.price')}</TableCell>
              <TableCell align="right">{t('statements.line.net')}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {(one.lines ?? []).map((line) => (
              <TableRow key={line.label}>
                <TableCell>{line.label}</TableCell>
                <TableCell align="right">{`${formats.number(line.quantity, 3)} ${t(`enums.StatementUnit.${line.unit}`)}`}</TableCell>
                <TableCell align="right">{formats.number(line.priceMicroEuro / 1_000_000, 4)}</TableCell>
                <TableCell align="right">{formats.money(line.netCents)}</TableCell>
              </TableRow>
            ))}
            {one.vatCents > 0 && (
              <TableRow>
                <TableCell colSpan={3}>{t('statements.line.vat')}</TableCell>
                <TableCell align="right">{formats.money(one.vatCents)}</TableCell>
              </TableRow>
            )}
            <TableRow>
              <TableCell colSpan={3} sx={{ fontWeight: 600 }}>
                {t('statements.line.total')}
              </TableCell>
              <TableCell align="right" sx={{ fontWeight: 600 }}>
                {formats.money(one.amountCents)}
              </TableCell>
            </TableRow>
          </TableBody>
        </Table>
        {one.status === 'PUBLISHED' && (
          <Can permission="payout:read">
            <Payments statementId={one.id} />
          </Can>
        )}
      </Stack>
    </SideSheet>
  );
}

function Payments({ statementId }: { statementId: string }) {
  const t = useT();
  const operation = useOperation();
  const list = usePayments(operation.id, statementId);
  if (list.isPending) return <RowsSkeleton />;
  const all = list.data ?? [];
  return (
    <section>
      <Typography variant="h3" sx={{ mb: 1 }}>
        {t('statements.payments.title')}
      </Typography>
      {all.length === 0 && <Typography color="textSecondary">{t('statements.payments.none')}</Typography>}
      <Stack component="ul" sx={{ m: 0, p: 0, listStyle: 'none', gap: 1 }}>
        {all.map((payment) => (
          <OnePayment key={payment.id} payment={payment} />
        ))}
      </Stack>
    </section>
  );
}

function OnePayment({ payment }: { payment: Payment }) {
  const t = useT();
  const formats = useFormats();
  const withdraw = useWithdraw(useOperation().id);
  const { kind, amountCents, bookedOn, reference, withdrawnAt } = payment;
  return (
    <Stack component="li" direction="row" sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
      <Typography sx={withdrawnAt ? { textDecoration: 'line-through' } : {}}>
        {t('statements.payments.line', {
          kind: t(`enums.SettlementKind.${kind}`),
          amount: formats.money(amountCents),
          day: formats.day(bookedOn),
        })}
      </Typography>
      {reference && <Typography color="textSecondary">{reference}</Typography>}
      {!withdrawnAt && (
        <Can permission="payout:update">
          <Button
            size="small"
            loading={withdraw.isPending}
            onClick={() => withdraw.mutate(payment.id)}
            sx={{ ml: 'auto' }}
          >
            {t('statements.payments.withdraw')}
          </Button>
        </Can>
      )}
    </Stack>
  );
}
