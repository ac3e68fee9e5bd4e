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
import { RowMenu } from '../../../design/RowMenu';
import { notify } from '../../../design/snackbars';
import { type SurplusPrice, useRemoveSurplusPrice, useSurplusPrices } from '../queries';

// Forms are not needed to read.
const SurplusPriceDialog = lazy(() =>
  import('./SurplusPriceDialog').then((module) => ({ default: module.SurplusPriceDialog })),
);

/** What producers get for the kWh that nobody of the operation took. */
export function SurplusPricesCard() {
  const t = useT();
  const formats = useFormats();
  const may = useCan()('finance:update');
  const operation = useOperation();
  const list = useSurplusPrices(operation.id);
  const remove = useRemoveSurplusPrice(operation.id);
  const [adding, setAdding] = useState(false);
  const [leaving, setLeaving] = useState<SurplusPrice>();
  return (
    <Card component="section">
      <CardContent>
        <Typography variant="h2" gutterBottom>
          {t('finance.prices.title')}
        </Typography>
        <Typography color="textSecondary" sx={{ mb: 2 }}>
          {t('finance.prices.text')}
        </Typography>
        {may && (
          <Button variant="outlined" startIcon={<Add />} sx={{ mb: 2 }} onClick={() => setAdding(true)}>
            {t('finance.prices.add')}
          </Button>
        )}
        <DataTable
          dense
          caption={t('finance.prices.title')}
          rows={list.data ?? []}
          columns={useColumns()}
          rowId={({ id }) => id}
          rowName={({ participantName }) => participantName}
          state={list}
          awaited={1}
          {...(may && {
            actions: (one: SurplusPrice) => (
              <RowMenu
                name={one.participantName}
                actions={[{ label: t('finance.prices.remove'), onClick: () => setLeaving(one) }]}
              />
            ),
          })}
          empty={<EmptyState kind="none" title={t('finance.prices.empty')} advice={t('finance.prices.emptyAdvice')} />}
        />
        {adding && (
          <Suspense fallback={null}>
            <SurplusPriceDialog onClose={() => setAdding(false)} />
          </Suspense>
        )}
        {leaving && (
          <ConfirmDialog
            open
            destructive
            title={t('finance.prices.removeTitle')}
            confirmLabel={t('finance.prices.remove')}
            pending={remove.isPending}
            onConfirm={() =>
              remove.mutate(leaving.id, {
                onSuccess: () => notify(t('finance.prices.removed')),
                onSettled: () => setLeaving(undefined),
              })
            }
            onClose={() => setLeaving(undefined)}
          >
            {t('finance.prices.removeText', {
              name: leaving.participantName,
              day: formats.day(leaving.startDate),
            })}
          </ConfirmDialog>
        )}
      </CardContent>
    </Card>
  );
}

function useColumns(): Column<SurplusPrice>[] {
  const t = useT();
  const formats = useFormats();
  return useMemo(
    () => [
      {
        id: 'producer',
        header: t('finance.prices.producer'),
        width: 'minmax(180px, 2fr)',
        card: 'title',
        cell: ({ participantName }) => participantName,
        sortValue: ({ participantName }) => participantName,
      },
      {
        id: 'since',
        header: t('finance.prices.since'),
        width: 'minmax(130px, 1fr)',
        cell: ({ startDate }) => formats.day(startDate),
        sortValue: ({ startDate }) => startDate,
      },
      {
        id: 'price',
        header: t('finance.prices.price'),
        width: '160px',
        align: 'right',
        card: 'aside',
        cell: ({ priceMicroEuro }) => formats.price(priceMicroEuro, 'kWh'),
        sortValue: ({ priceMicroEuro }) => priceMicroEuro,
      },
    ],
    [t, formats],
  );
}
