import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import type { Theme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { type ReactNode, useMemo } from 'react';
import { useOperation } from '../../../api/operations';
import { useCan } from '../../../api/session';
import { EmptyState } from '../../../design/EmptyState';
import { ErrorPanel } from '../../../design/ErrorPanel';
import { FilterChips } from '../../../design/FilterChips';
import { SearchField } from '../../../design/SearchField';
import { RowsSkeleton } from '../../../design/Skeletons';
import { matching } from '../../../design/search';
import type { ListAddress } from '../../../design/useListAddress';
import { useSites } from '../../parties/queries';
import type { Subscription, useSubscriptions } from '../queries';
import { MatrixCards } from './MatrixCards';
import { MatrixTable } from './MatrixTable';
import { holesOf, isHole, matrixOf, type NamedPair } from './matrix';

interface MatrixPanelProps {
  list: ReturnType<typeof useSubscriptions>;
  address: ListAddress;
  /** The choice between list and matrix. */
  views: ReactNode;
  /** Adds subscriptions. */
  toolbar: ReactNode;
  none: ReactNode;
  onSubscribe: (pairs: readonly NamedPair[]) => void;
  onChange: (subscription: Subscription) => void;
}

/** What one call subscribes. */
const pairsAtMost = 2000;

/** Who is subscribed to whom by which plan: consumers by sellers, with the pairs that nothing binds. */
export function MatrixPanel({ list, address, views, toolbar, none, onSubscribe, onChange }: MatrixPanelProps) {
  const t = useT();
  const { dayOf, number, locale } = useFormats();
  const subscribes = useCan()('subscription:create');
  const phone = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'), { noSsr: true });
  const sites = useSites(useOperation().id);
  const today = dayOf();
  const matrix = useMemo(
    () => matrixOf(list.data ?? [], sites.data ?? [], today, locale),
    [list.data, sites.data, today, locale],
  );
  const open = address.filter('holes') !== undefined;
  const rows = useMemo(() => {
    const found = matching(matrix.rows, address.search, ({ name, dsoId }) => `${name} ${dsoId ?? ''}`);
    return open ? found.filter(({ cells }) => cells.some(isHole)) : found;
  }, [matrix, address.search, open]);
  if (list.isPending || sites.isPending) return <RowsSkeleton />;
  const failed = list.isError ? list : sites.isError ? sites : undefined;
  if (failed) return <ErrorPanel error={failed.error} onRetry={() => failed.refetch()} />;
  if (matrix.rows.length === 0 || matrix.sellers.length === 0) return <Card>{none}</Card>;
  const holes = holesOf(matrix, rows).slice(0, pairsAtMost);
  const incomplete = matrix.rows.filter(({ cells }) => cells.some(isHole)).length;
  const shown = {
    matrix,
    rows,
    onChange: subscribes ? onChange : undefined,
    onFill: subscribes ? (pair: NamedPair) => onSubscribe([pair]) : undefined,
  };
  return (
    <Card>
      <Stack direction="row" className="no-print" sx={{ p: 1.5, gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
        <SearchField label={t('subscriptions.matrix.search')} value={address.search} onChange={address.setSearch} />
        <FilterChips
          label={t('subscriptions.matrix.filter')}
          options={[
            { value: 'all', label: t('subscriptions.matrix.all'), count: matrix.rows.length },
            { value: 'holes', label: t('subscriptions.matrix.holes'), count: incomplete },
          ]}
          value={open ? 'holes' : 'all'}
          onChange={(value) => address.setFilter('holes', value === 'holes' ? '1' : undefined)}
        />
        <Stack direction="row" sx={{ ml: 'auto', gap: 1, flexWrap: 'wrap' }}>
          {views}
          {toolbar}
        </Stack>
      </Stack>
      {holes.length > 0 && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', px: 1.5, pb: 1.5 }}>
          <Typography role="status">
            {t('subscriptions.matrix.unbound', { smart_count: holes.length }).replace(
              String(holes.length),
              number(holes.length),
            )}
          </Typography>
          {subscribes && (
            <Button size="small" variant="outlined" onClick={() => onSubscribe(holes)}>
              {t('subscriptions.matrix.fill', { smart_count: holes.length })}
            </Button>
          )}
        </Box>
      )}
      {rows.length === 0 ? (
        <EmptyState kind="noMatch" onClear={address.clear} />
      ) : phone ? (
        <MatrixCards {...shown} />
      ) : (
        <MatrixTable {...shown} />
      )}
    </Card>
  );
}
