import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { Schemas } from '@openpmo/sdk';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useMemo } from 'react';
import { type Column, DataTable } from '../../design/DataTable';
import { type SiteDifference, siteDifferences } from './sendingModel';

const decimals = 2;

/** Each site's mean coefficient beside the month before, the largest change first. */
export function SetDifference({ difference }: { difference: Schemas['CoefficientDifference'] }) {
  const t = useT();
  const formats = useFormats();
  const rows = useMemo(() => siteDifferences(difference), [difference]);
  const title = t('allocation.set.difference', { month: formats.day(`${difference.month}-01`, 'month') });
  const columns = useMemo<Column<SiteDifference>[]>(() => {
    const percent = (value: number | undefined) => (value === undefined ? '–' : formats.percentage(value, decimals));
    const points = ({ now, before, change }: SiteDifference) => {
      if (change !== undefined) {
        const text = t('allocation.set.points', { value: formats.number(change, 0, decimals) });
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
        width: '90px',
        align: 'right',
      },
      { id: 'change', header: t('allocation.set.change'), cell: points, width: '110px', align: 'right' },
    ];
  }, [t, formats]);
  return (
    <Box sx={{ border: 1, borderColor: 'divider', borderRadius: 1 }}>
      <Typography variant="subtitle1" component="h4" sx={{ px: 1.5, pt: 1.5 }}>
        {title}
      </Typography>
      <DataTable
        dense
        caption={title}
        rows={rows}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        maxHeight={400}
      />
    </Box>
  );
}
