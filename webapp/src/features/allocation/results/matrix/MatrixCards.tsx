import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import { useState } from 'react';
import { DivergingBars } from '../../../../design/DivergingBars';
import { HorizontalBars } from '../../../../design/HorizontalBars';
import { Choice } from '../Choice';
import { RowName } from './MatrixTable';
import type { Figure, MatrixRow, MatrixSide, MatrixTable } from './matrix';

interface MatrixCardsProps {
  table: MatrixTable;
  rows: readonly MatrixRow[];
  side: MatrixSide;
  figure: (figure: Figure) => string;
  /** The other unit, beside it. */
  note: (figure: Figure) => string;
  onExplain: (consumerId: string) => void;
}

const all = 'all';

/** The matrix on a phone: the consumers of one producer, or of all, longest bar first. */
export function MatrixCards({ table, rows, side, figure, note, onExplain }: MatrixCardsProps) {
  const t = useT();
  const [chosen, setChosen] = useState(all);
  const column = table.producers.findIndex(({ id }) => id === chosen);
  const of = (row: MatrixRow): Figure => (column < 0 ? row.total : (row.cells[column] ?? row.total));
  const ranked = [...rows].sort(
    (a, b) =>
      Number(a.others ?? 0) - Number(b.others ?? 0) || Math.abs(of(b).milliWh ?? 0) - Math.abs(of(a).milliWh ?? 0),
  );
  const label = table.producers[column]?.name ?? t('distribution.matrix.allProducers');
  const bars = ranked.map((row) => ({
    id: row.id,
    name: <RowName row={row} onExplain={onExplain} />,
    value: row.others ? 0 : (of(row).milliWh ?? 0),
    text: figure(of(row)),
    note: note(of(row)),
  }));
  return (
    <Stack spacing={2}>
      {table.producers.length > 1 && (
        <Choice label={t('distribution.matrix.producer')} value={chosen} onChange={setChosen}>
          <option value={all}>{t('distribution.matrix.allProducers')}</option>
          {table.producers.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Choice>
      )}
      {side === 'difference' ? (
        <DivergingBars label={label} bars={bars} />
      ) : (
        <HorizontalBars
          label={label}
          bars={bars.map(({ value, ...bar }) => ({
            ...bar,
            segments: value > 0 ? [{ nature: 'Autoconso', value }] : [],
          }))}
        />
      )}
      <Stack component="dl" spacing={0.5} sx={{ m: 0, pt: 1.5, borderTop: 1, borderColor: 'divider' }}>
        <Sum name={t('distribution.matrix.shared')} text={figure(of(table.shared))} />
        <Sum name={t('distribution.matrix.surplus')} text={figure(of(table.surplus))} />
      </Stack>
    </Stack>
  );
}

function Sum({ name, text }: { name: string; text: string }) {
  return (
    <Stack direction="row" sx={{ justifyContent: 'space-between', gap: 2 }}>
      <Typography component="dt">{name}</Typography>
      <Typography component="dd" sx={{ m: 0, fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
        {text}
      </Typography>
    </Stack>
  );
}
