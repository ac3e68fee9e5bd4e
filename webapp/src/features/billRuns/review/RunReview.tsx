import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useMemo } from 'react';
import { type Column, DataTable } from '../../../design/DataTable';
import { FilterChips } from '../../../design/FilterChips';
import { ProblemWords } from '../../../design/ProblemWords';
import { ThingLink } from '../../../design/ThingLink';
import { useListAddress } from '../../../design/useListAddress';
import { type ReviewItem, type ReviewKind, useReview } from '../queries';

const kinds = ['FAILED', 'ZERO', 'GONE', 'NEW', 'UNUSUAL', 'USUAL'] as const satisfies readonly ReviewKind[];
const word = 'kind';

const isKind = (text: string | undefined): text is ReviewKind => kinds.some((kind) => kind === text);

const tones = {
  FAILED: 'error',
  ZERO: 'warning',
  GONE: 'warning',
  NEW: 'info',
  UNUSUAL: 'warning',
  USUAL: 'default',
} as const;

/** What of a run deserves a look: exceptions first, each beside the last invoice; the filter stands in the address. */
export function RunReview({ operationId, runId }: { operationId: string; runId: string }) {
  const t = useT();
  const address = useListAddress([word]);
  const asked = address.filter(word);
  const kind = isKind(asked) ? asked : undefined;
  const review = useReview(operationId, runId, kind);
  const columns = useColumns();
  const counts = review.data?.counts;
  const countOf = (one: ReviewKind) => counts?.[one.toLowerCase() as keyof typeof counts] ?? 0;
  return (
    <section aria-labelledby="review-title">
      <Stack spacing={2}>
        <Typography id="review-title" variant="h3">
          {t('billRuns.review.title')}
        </Typography>
        {counts && (
          <FilterChips
            label={t('billRuns.review.filter')}
            options={[
              {
                value: 'ALL',
                label: t('billRuns.review.all'),
                count: kinds.reduce((sum, one) => sum + countOf(one), 0),
              },
              ...kinds
                .filter((one) => countOf(one) > 0 || one === kind)
                .map((one) => ({ value: one, label: t(`enums.ReviewKind.${one}`), count: countOf(one) })),
            ]}
            value={kind ?? 'ALL'}
            onChange={(value: string) => address.setFilter(word, isKind(value) ? value : undefined)}
          />
        )}
        <DataTable
          dense
          caption={t('billRuns.review.table')}
          rows={review.data?.items ?? []}
          columns={columns}
          rowId={(item) => `${item.billingEntityId} ${item.billableEntityId} ${item.periodStart} ${item.kind}`}
          rowName={({ billableEntityName }) => billableEntityName}
          state={review}
          empty={<Typography color="textSecondary">{t('billRuns.review.none')}</Typography>}
        />
        {review.data && review.data.items.length < review.data.itemsNumber && (
          <Typography variant="body2" color="textSecondary">
            {t('plans.preview.shown', { shown: review.data.items.length, all: review.data.itemsNumber })}
          </Typography>
        )}
      </Stack>
    </section>
  );
}

function useColumns(): Column<ReviewItem>[] {
  const t = useT();
  const formats = useFormats();
  return useMemo(
    (): Column<ReviewItem>[] => [
      {
        id: 'client',
        header: t('billRuns.review.client'),
        width: 'minmax(160px, 1.6fr)',
        cell: (item) => (
          <Stack sx={{ minWidth: 0, whiteSpace: 'normal', overflowWrap: 'anywhere' }}>
            {item.invoiceId ? (
              <ThingLink thing="invoice" id={item.invoiceId}>
                {item.billableEntityName}
              </ThingLink>
            ) : (
              <span>{item.billableEntityName}</span>
            )}
            <Typography variant="caption" color="textSecondary">
              {item.billingEntityName} · {formats.dayRange(item.periodStart, item.periodEnd)}
            </Typography>
            {item.problem && (
              <Typography variant="body2" sx={{ color: 'error.main' }}>
                <ProblemWords of={item.problem} />
              </Typography>
            )}
          </Stack>
        ),
        sortValue: ({ billableEntityName }) => billableEntityName,
      },
      {
        id: 'kind',
        header: t('billRuns.review.kind'),
        width: '116px',
        card: 'aside',
        cell: ({ kind }) => (
          <Chip size="small" variant="outlined" color={tones[kind]} label={t(`billRuns.review.one.${kind}`)} />
        ),
        sortValue: ({ kind }) => kinds.indexOf(kind),
      },
      {
        id: 'amount',
        header: t('billRuns.review.amount'),
        width: '112px',
        align: 'right',
        cell: ({ amountCents }) => (amountCents === undefined ? t('formats.none') : formats.money(amountCents)),
        sortValue: ({ amountCents }) => amountCents,
      },
      {
        id: 'change',
        header: t('billRuns.review.change'),
        width: '112px',
        align: 'right',
        cell: ({ changeRate }) => (changeRate === undefined ? t('formats.none') : formats.rate(changeRate, 0)),
        sortValue: ({ changeRate }) => changeRate,
      },
      {
        id: 'last',
        header: t('billRuns.review.last'),
        width: 'minmax(150px, 1fr)',
        align: 'right',
        cell: ({ last }) =>
          last ? (
            <Stack sx={{ alignItems: 'flex-end' }}>
              {formats.money(last.amountCents)}
              <Typography variant="caption" component="div">
                <ThingLink thing="invoice" id={last.id}>
                  {last.number}
                </ThingLink>
              </Typography>
            </Stack>
          ) : (
            t('formats.none')
          ),
        sortValue: ({ last }) => last?.amountCents,
        hideBelow: 'sm',
      },
    ],
    [t, formats],
  );
}
