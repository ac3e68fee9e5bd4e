import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import type { Schemas } from '@openpmo/sdk';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useMemo, useState } from 'react';
import { type Column, DataTable } from '../../../../design/DataTable';
import { differencesByProducer, type ProducerDifferences, type SiteDifference } from '../coefficientSets';

const decimals = 2;

/** Each site's mean coefficient beside the month before, the largest change first; of full dynamique by producer. */
export function SetDifference({ difference }: { difference: Schemas['CoefficientDifference'] }) {
  const t = useT();
  const formats = useFormats();
  const producers = useMemo(() => differencesByProducer(difference), [difference]);
  const [wanted, setWanted] = useState<string>();
  const shown = producers.find(({ id }) => id === wanted) ?? producers[0];
  const title = t('allocation.set.difference', { month: formats.day(`${difference.month}-01`, 'month') });
  const columns = useMemo<Column<SiteDifference>[]>(() => {
    const percent = (value: number | undefined) =>
      value === undefined ? '–' : formats.percentage(value, decimals, decimals);
    const points = ({ now, before, change }: SiteDifference) => {
      if (change !== undefined) {
        const text = t('allocation.set.points', { value: formats.number(change, decimals) });
        return change > 0 ? `+${text}` : text;
      }
      if (now === undefined) return before === undefined ? '–' : t('allocation.set.gone');
      return t('allocation.set.new');
    };
    return [
      { id: 'name', header: t('allocation.site'), cell: ({ name }) => name, width: 'minmax(110px, 1fr)' },
      {
        id: 'before',
        header: t('allocation.set.before'),
        cell: ({ before }) => percent(before),
        width: '136px',
        align: 'right',
        hideBelow: 'sm',
      },
      {
        id: 'now',
        header: t('allocation.set.now'),
        cell: ({ now }) => percent(now),
        width: '80px',
        align: 'right',
      },
      { id: 'change', header: t('allocation.set.change'), cell: points, width: '100px', align: 'right' },
    ];
  }, [t, formats]);
  if (!shown) return null;
  return (
    <Box sx={{ border: 1, borderColor: 'divider', borderRadius: 1 }}>
      <Typography variant="subtitle1" component="h4" sx={{ px: 1.5, pt: 1.5 }}>
        {title}
      </Typography>
      {shown.id !== '' && <Producer producers={producers} shown={shown} onChange={setWanted} />}
      <DataTable
        dense
        caption={shown.id === '' ? title : `${title}, ${shown.name}`}
        rows={shown.rows}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        maxHeight={400}
      />
    </Box>
  );
}

interface ProducerProps {
  producers: readonly ProducerDifferences[];
  shown: ProducerDifferences;
  onChange: (id: string) => void;
}

/** Whose file it is, each with its largest change. */
function Producer({ producers, shown, onChange }: ProducerProps) {
  const t = useT();
  const formats = useFormats();
  return (
    <TextField
      select
      label={t('allocation.set.producer')}
      value={shown.id}
      onChange={(event) => onChange(event.target.value)}
      sx={{ mx: 1.5, mt: 1.5, mb: 0.5, width: 'calc(100% - 24px)', maxWidth: 440 }}
    >
      {producers.map(({ id, name, largest }) => (
        <MenuItem key={id} value={id} sx={{ whiteSpace: 'normal' }}>
          {t('allocation.set.producerOf', { name, points: formats.number(largest, 0, decimals) })}
        </MenuItem>
      ))}
    </TextField>
  );
}
