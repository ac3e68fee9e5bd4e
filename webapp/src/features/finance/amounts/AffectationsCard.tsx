import Add from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useOperation } from '../../../api/operations';
import { useCan } from '../../../api/session';
import { ConfirmDialog } from '../../../design/ConfirmDialog';
import { type Column, DataTable } from '../../../design/DataTable';
import { EmptyState } from '../../../design/EmptyState';
import type { DayRange } from '../../../design/period';
import { RowMenu } from '../../../design/RowMenu';
import { notify } from '../../../design/snackbars';
import { type Affectation, useAffectations, useRemoveAffectation } from '../queries';

// Forms are not needed to read.
const AffectationDialog = lazy(() =>
  import('./AffectationDialog').then((module) => ({ default: module.AffectationDialog })),
);

interface AffectationsCardProps {
  period: DayRange;
  /** Those of one side; both when absent. */
  kind?: Affectation['kind'];
}

/** Amounts that the organizer assigns to a site, or to a heading of the operation. */
export function AffectationsCard({ period, kind }: AffectationsCardProps) {
  const t = useT();
  const formats = useFormats();
  const can = useCan();
  const may = can('financeAffection:view') && can('finance:update');
  const operation = useOperation();
  const list = useAffectations(operation.id, period);
  const remove = useRemoveAffectation(operation.id);
  const [edited, setEdited] = useState<Affectation | 'new'>();
  const [leaving, setLeaving] = useState<Affectation>();
  const rows = (list.data ?? []).filter((one) => kind === undefined || one.kind === kind);
  return (
    <Card component="section">
      <CardContent>
        <Typography variant="h2" gutterBottom>
          {t('finance.assigned.title')}
        </Typography>
        <Typography color="textSecondary" sx={{ mb: 2 }}>
          {t('finance.assigned.text')}
        </Typography>
        {may && (
          <Button variant="outlined" startIcon={<Add />} sx={{ mb: 2 }} onClick={() => setEdited('new')}>
            {t('finance.assigned.add')}
          </Button>
        )}
        <DataTable
          caption={t('finance.assigned.title')}
          rows={rows}
          columns={useColumns()}
          rowId={({ id }) => id}
          rowName={(one) => nameOf(one, t)}
          state={list}
          awaited={1}
          defaultSort={{ id: 'day', desc: true }}
          {...(may && {
            actions: (one: Affectation) => (
              <RowMenu
                name={nameOf(one, t)}
                actions={[
                  { label: t('finance.assigned.edit'), onClick: () => setEdited(one) },
                  { label: t('finance.assigned.remove'), onClick: () => setLeaving(one) },
                ]}
              />
            ),
          })}
          empty={
            <EmptyState kind="none" title={t('finance.assigned.empty')} advice={t('finance.assigned.emptyAdvice')} />
          }
        />
        {edited && (
          <Suspense fallback={null}>
            <AffectationDialog
              stored={edited === 'new' ? undefined : edited}
              kind={kind ?? 'EXPENSE'}
              day={period.to}
              onClose={() => setEdited(undefined)}
            />
          </Suspense>
        )}
        {leaving && (
          <ConfirmDialog
            open
            destructive
            title={t('finance.assigned.removeTitle')}
            confirmLabel={t('finance.assigned.remove')}
            pending={remove.isPending}
            onConfirm={() =>
              remove.mutate(leaving, {
                onSuccess: () => notify(t('finance.assigned.removed')),
                onSettled: () => setLeaving(undefined),
              })
            }
            onClose={() => setLeaving(undefined)}
          >
            {t('finance.assigned.removeText', {
              amount: formats.money(leaving.amountCents),
              day: formats.day(leaving.date),
            })}
          </ConfirmDialog>
        )}
      </CardContent>
    </Card>
  );
}

const nameOf = ({ label, heading }: Affectation, t: ReturnType<typeof useT>): string =>
  label || t(`enums.AffectationHeading.${heading}`);

function useColumns(): Column<Affectation>[] {
  const t = useT();
  const formats = useFormats();
  return useMemo(
    () => [
      {
        id: 'day',
        header: t('finance.assigned.day'),
        width: '130px',
        cell: ({ date }) => formats.day(date),
        sortValue: ({ date }) => date,
      },
      {
        id: 'kind',
        header: t('finance.assigned.kind'),
        width: '120px',
        cell: ({ kind }) => t(`enums.AffectationKind.${kind}`),
        sortValue: ({ kind }) => kind,
      },
      {
        id: 'heading',
        header: t('finance.assigned.heading'),
        width: 'minmax(120px, 1fr)',
        cell: ({ heading }) => t(`enums.AffectationHeading.${heading}`),
        sortValue: ({ heading }) => t(`enums.AffectationHeading.${heading}`),
      },
      {
        id: 'label',
        header: t('finance.assigned.label'),
        width: 'minmax(160px, 1.6fr)',
        card: 'title',
        cell: (one) => nameOf(one, t),
        sortValue: (one) => nameOf(one, t),
      },
      {
        id: 'site',
        header: t('finance.assigned.site'),
        width: 'minmax(140px, 1.2fr)',
        cell: ({ participantName }) => participantName ?? t('finance.assigned.whole'),
        sortValue: ({ participantName }) => participantName,
      },
      {
        id: 'amount',
        header: t('finance.assigned.amount'),
        width: '130px',
        align: 'right',
        card: 'aside',
        cell: ({ amountCents }) => formats.money(amountCents),
        sortValue: ({ amountCents }) => amountCents,
      },
    ],
    [t, formats],
  );
}
