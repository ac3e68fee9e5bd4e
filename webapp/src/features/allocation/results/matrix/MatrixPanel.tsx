import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import type { Theme } from '@mui/material/styles';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useT } from '@openpmo/ui/i18n/context';
import { lazy, type ReactNode, Suspense, useId, useMemo, useState } from 'react';
import { useOperation } from '../../../../api/operations';
import { EmptyState } from '../../../../design/EmptyState';
import { ErrorPanel } from '../../../../design/ErrorPanel';
import { FilterChips } from '../../../../design/FilterChips';
import type { DayRange } from '../../../../design/period';
import { SearchField } from '../../../../design/SearchField';
import { ChartSkeleton } from '../../../../design/Skeletons';
import { matching } from '../../../../design/search';
import { useMatrix } from '../queries';
import { useAddress, useAsked } from '../useAddress';
import { useDayToExplain } from '../useDayToExplain';
import { MatrixCards } from './MatrixCards';
import { MatrixNote } from './MatrixNote';
import { MatrixTable } from './MatrixTable';
import {
  firstSide,
  hasSide,
  type Matrix,
  type MatrixSide,
  type MatrixUnit,
  matrixTable,
  shortened,
  units,
  views,
} from './matrix';
import { useMatrixFigure } from './useMatrixFigure';

/** Only where there are no figures. */
const ReplayButton = lazy(() => import('../drift/ReplayButton').then((module) => ({ default: module.ReplayButton })));

/** Who had how much of whom: the operator's figures, ours, and the difference. */
export function MatrixPanel({ period }: { period: DayRange }) {
  const t = useT();
  const id = useId();
  const query = useMatrix(useOperation().id, period);
  const [params, change] = useAddress();
  const side = views.find((one) => one === params.get('view')) ?? (query.data ? firstSide(query.data) : 'dso');
  const unit = units.find((one) => one === params.get('unit')) ?? 'energy';
  return (
    <Card component="section" aria-labelledby={id} sx={{ position: 'relative', p: 2, minWidth: 0 }}>
      {query.isFetching && query.data && (
        <LinearProgress
          aria-label={t('design.chart.refreshing')}
          sx={{ position: 'absolute', inset: '0 0 auto', height: 2 }}
        />
      )}
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1.5, alignItems: 'center', mb: 1.5 }}>
        <Typography id={id} variant="h2" sx={{ mr: 'auto' }}>
          {t('distribution.matrix.title')}
        </Typography>
        <FilterChips
          label={t('distribution.matrix.side')}
          options={views.map((value) => ({ value, label: t(`distribution.matrix.view.${value}`) }))}
          value={side}
          onChange={(view) => change({ view })}
        />
        <UnitSwitch value={unit} onChange={(next) => change({ unit: next === 'energy' ? undefined : next })} />
      </Stack>
      {query.isPending ? (
        <ChartSkeleton height={320} />
      ) : query.isError ? (
        <ErrorPanel error={query.error} onRetry={() => query.refetch()} />
      ) : (
        <Body matrix={query.data} side={side} unit={unit} period={period} />
      )}
    </Card>
  );
}

function UnitSwitch({ value, onChange }: { value: MatrixUnit; onChange: (unit: MatrixUnit) => void }) {
  const t = useT();
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      className="no-print"
      aria-label={t('distribution.matrix.unit')}
      value={value}
      onChange={(_, next: MatrixUnit | null) => next && onChange(next)}
    >
      {units.map((unit) => (
        <ToggleButton key={unit} value={unit} sx={{ py: 0.25 }}>
          {t(`distribution.matrix.unit.${unit}`)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}

const top = 15;

function Body(props: { matrix: Matrix; side: MatrixSide; unit: MatrixUnit; period: DayRange }) {
  const { matrix, side, unit, period } = props;
  const t = useT();
  const phone = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'));
  const { ask } = useAsked();
  const day = useDayToExplain(period.to);
  const [search, setSearch] = useState('');
  const [whole, setWhole] = useState(false);
  const table = useMemo(() => matrixTable(matrix, side), [matrix, side]);
  const { figure, alone, other, weight } = useMatrixFigure(table, side, unit);
  if (!hasSide(matrix, side)) return <NoFigures side={side} period={period} />;
  const found = matching(table.rows, search, ({ name }) => name);
  const short = shortened(found, top, side);
  const rows = whole ? found : short;
  const caption = t('distribution.matrix.caption', {
    view: t(`distribution.matrix.view.${side}`),
    unit: t(`distribution.matrix.unit.${unit}`),
  });
  const shown = { table, rows, side, onExplain: (siteId: string) => ask({ day, siteId }) };
  return (
    <Stack spacing={1.5}>
      <MatrixNote matrix={matrix} side={side} unit={unit} />
      {table.rows.length > top && (
        <Stack direction="row" className="no-print" sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
          <SearchField label={t('distribution.matrix.search')} value={search} onChange={setSearch} />
          {short.length < found.length && (
            <Button size="small" variant="outlined" color="inherit" onClick={() => setWhole(!whole)}>
              {whole
                ? t('distribution.matrix.fewer', { count: top })
                : t('distribution.matrix.whole', { count: found.length })}
            </Button>
          )}
        </Stack>
      )}
      {found.length === 0 ? (
        <EmptyState kind="noMatch" onClear={() => setSearch('')} />
      ) : phone ? (
        <MatrixCards {...shown} figure={alone} note={other} />
      ) : (
        <MatrixTable {...shown} figure={figure} caption={caption} weight={weight} scrolls={rows.length > top + 1} />
      )}
    </Stack>
  );
}

/** Nothing of this side: who it comes from, and what can be done. */
function NoFigures({ side, period }: { side: MatrixSide; period: DayRange }): ReactNode {
  const t = useT();
  return (
    <EmptyState
      kind="none"
      title={t(`distribution.matrix.none.${side}`)}
      advice={t(`distribution.matrix.noneAdvice.${side}`)}
      action={
        side === 'dso' ? undefined : (
          <Suspense fallback={null}>
            <ReplayButton period={period} />
          </Suspense>
        )
      }
    />
  );
}
