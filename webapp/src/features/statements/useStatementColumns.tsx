import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useMemo } from 'react';
import type { Column } from '../../design/DataTable';
import { StatusChip } from '../../design/StatusChip';
import { Tag } from '../../design/Tag';
import { ThingLink } from '../../design/ThingLink';
import type { Statement } from './queries';

/** What a list says of statements. */
export function useStatementColumns(): Column<Statement>[] {
  const t = useT();
  const formats = useFormats();
  return useMemo(
    () => [
      {
        id: 'number',
        header: t('statements.field.number'),
        width: 'minmax(190px, 1fr)',
        card: 'title',
        cell: ({ number }) => number ?? t('statements.noNumber'),
        sortValue: ({ number }) => number,
        file: { as: 'text', of: ({ number }) => number },
      },
      {
        id: 'producer',
        header: t('statements.field.producer'),
        width: 'minmax(150px, 1.2fr)',
        cell: ({ producerId, producerName }) => (
          <ThingLink thing="site" id={producerId}>
            {producerName}
          </ThingLink>
        ),
        sortValue: ({ producerName }) => producerName,
        file: { as: 'text', of: ({ producerName }) => producerName },
      },
      {
        id: 'period',
        header: t('statements.field.period'),
        width: '138px',
        cell: ({ periodStart }) => formats.day(periodStart, 'month'),
        sortValue: ({ periodStart }) => periodStart,
        hideBelow: 'md',
        file: { as: 'day', of: ({ periodStart }) => periodStart },
      },
      {
        id: 'energy',
        header: t('statements.field.energy'),
        width: '104px',
        align: 'right',
        cell: ({ energyMilliWh }) => formats.energy(energyMilliWh),
        sortValue: ({ energyMilliWh }) => energyMilliWh,
        hideBelow: 'md',
      },
      {
        id: 'kind',
        header: t('statements.field.kind'),
        width: '190px',
        cell: ({ kind }) => t(`enums.StatementKind.${kind}`),
        sortValue: ({ kind }) => kind,
        hideBelow: 'xl',
        file: { as: 'text', of: ({ kind }) => t(`enums.StatementKind.${kind}`) },
      },
      {
        id: 'amount',
        header: t('statements.field.amount'),
        width: '108px',
        align: 'right',
        card: 'aside',
        cell: ({ amountCents }) => formats.money(amountCents),
        sortValue: ({ amountCents }) => amountCents,
        file: { as: 'money', of: ({ amountCents }) => amountCents },
      },
      {
        id: 'status',
        header: t('statements.field.status'),
        width: '116px',
        cell: ({ status }) => <StatusChip kind="StatementStatus" status={status} />,
        sortValue: ({ status }) => status,
        file: { as: 'text', of: ({ status }) => t(`enums.StatementStatus.${status}`) },
      },
      {
        id: 'payment',
        header: t('statements.field.payment'),
        width: '152px',
        cell: (row) => <PaymentOf statement={row} />,
        sortValue: ({ paymentStatus }) => paymentStatus,
        hideBelow: 'sm',
        file: { as: 'text', of: ({ status, paymentStatus }) => (status === 'PUBLISHED' ? paymentStatus : '') },
      },
      {
        id: 'mail',
        header: t('statements.field.mail'),
        width: '140px',
        cell: ({ mail }) =>
          mail ? (
            <Tag
              tone={mail.state === 'FAILED' ? 'error' : mail.state === 'SENT' ? 'success' : 'info'}
              tip={mail.address}
            >
              {t(`enums.StatementMailState.${mail.state}`)}
            </Tag>
          ) : (
            t('formats.none')
          ),
        sortValue: ({ mail }) => mail?.state,
        hideBelow: 'xl',
      },
    ],
    [t, formats],
  );
}

/** Whether what is owed was paid; of a draft nothing is said. */
function PaymentOf({ statement }: { statement: Statement }) {
  const t = useT();
  const { status, paymentStatus, payoutId, amountCents } = statement;
  if (status !== 'PUBLISHED') return t('formats.none');
  if (amountCents === 0) return <Tag>{t('statements.nothing')}</Tag>;
  if (paymentStatus === 'SUCCEEDED') return <Tag tone="success">{t('statements.paid')}</Tag>;
  if (paymentStatus === 'FAILED') return <Tag tone="error">{t('statements.returned')}</Tag>;
  return payoutId ? (
    <Tag tone="info">{t('statements.ordered')}</Tag>
  ) : (
    <Tag tone="warning">{t('statements.toPay')}</Tag>
  );
}
