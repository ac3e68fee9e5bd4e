import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useMemo } from 'react';
import { useOperation } from '../../api/operations';
import { type Column, DataTable } from '../../design/DataTable';
import { EmptyState } from '../../design/EmptyState';
import { StatusChip } from '../../design/StatusChip';
import { ThingLink } from '../../design/ThingLink';
import { type Transmission, useTransmissions } from './queries';
import { Section } from './Section';
import { TaskList } from './TaskList';
import { problemWords, reasonWords, statusWords } from './words';

/** What is on its way, and before it what somebody has to do about. */
export function TransmissionList() {
  const t = useT();
  const { id: operationId } = useOperation();
  const list = useTransmissions(operationId);
  const rows = list.data ?? [];
  return (
    <>
      <TaskList tasks={rows.filter(({ task }) => task)} />
      <Section title={t('einvoicing.list.title')} text={t('einvoicing.list.text')}>
        <DataTable
          caption={t('einvoicing.list.title')}
          rows={rows}
          columns={useColumns()}
          rowId={({ id }) => id}
          rowName={({ number }) => number}
          state={list}
          empty={
            <EmptyState kind="none" title={t('einvoicing.list.empty')} advice={t('einvoicing.list.emptyAdvice')} />
          }
        />
      </Section>
    </>
  );
}

function useColumns(): Column<Transmission>[] {
  const t = useT();
  const formats = useFormats();
  return useMemo(
    () => [
      {
        id: 'number',
        header: t('einvoicing.field.number'),
        width: 'minmax(150px, 1fr)',
        card: 'title',
        cell: ({ invoiceId, number }) => (
          <ThingLink thing="invoice" id={invoiceId}>
            {number}
          </ThingLink>
        ),
        sortValue: ({ number }) => number,
      },
      {
        id: 'client',
        header: t('einvoicing.field.client'),
        width: 'minmax(140px, 1.4fr)',
        cell: ({ billableEntityName }) => billableEntityName,
        sortValue: ({ billableEntityName }) => billableEntityName,
      },
      {
        id: 'state',
        header: t('einvoicing.field.state'),
        width: '170px',
        card: 'aside',
        cell: ({ state }) => <StatusChip kind="TransmissionState" status={state} />,
        sortValue: ({ state }) => state,
      },
      {
        id: 'last',
        header: t('einvoicing.field.last'),
        width: 'minmax(180px, 2fr)',
        cell: (one) => lastWords(t, one),
        sortValue: (one) => lastWords(t, one),
      },
      {
        id: 'at',
        header: t('einvoicing.field.at'),
        width: '170px',
        cell: ({ updatedAt }) => formats.instant(updatedAt),
        sortValue: ({ updatedAt }) => Date.parse(updatedAt),
        hideBelow: 'md',
      },
    ],
    [t, formats],
  );
}

/** What is to be known of a transmission in a line. */
function lastWords(t: ReturnType<typeof useT>, one: Transmission): string {
  if (one.state === 'REFUSED') return one.reasons.map((reason) => reasonWords(t, reason)).join(', ');
  if (one.state === 'QUEUED' && one.problem) return problemWords(t, one.problem);
  if (one.subject !== 'INVOICE') return t(`enums.TransmissionSubject.${one.subject}`);
  const last = one.statuses.at(-1);
  return last ? statusWords(t, last.code) : t('formats.none');
}
