import Alert from '@mui/material/Alert';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useMemo } from 'react';
import { type Column, DataTable } from '../../../../design/DataTable';
import type { Contradiction } from './drift';

/** Days on which what sites received cannot come from the producers that the key gives them. */
export function Contradictions({ list }: { list: readonly Contradiction[] }) {
  const t = useT();
  const formats = useFormats();
  const columns = useMemo(
    (): Column<Contradiction>[] => [
      { id: 'name', header: t('distribution.site'), sortValue: ({ name }) => name, cell: ({ name }) => name },
      {
        id: 'date',
        header: t('distribution.day'),
        sortValue: ({ date }) => date,
        cell: ({ date }) => formats.day(date, 'medium'),
      },
      {
        id: 'energy',
        header: t('distribution.drift.contradictionEnergy'),
        align: 'right',
        sortValue: ({ energyMilliWh }) => energyMilliWh,
        cell: ({ energyMilliWh }) => formats.energy(energyMilliWh),
      },
      {
        id: 'steps',
        header: t('distribution.drift.contradictionSteps'),
        align: 'right',
        sortValue: ({ steps }) => steps,
        cell: ({ steps }) => formats.number(steps),
      },
    ],
    [t, formats],
  );
  return (
    <>
      <Alert severity="warning" sx={{ mb: 1 }}>
        {t('distribution.drift.contradictionsWords')}
      </Alert>
      <DataTable
        dense
        caption={t('distribution.drift.contradictions')}
        rows={list}
        columns={columns}
        rowId={({ participantId, date }) => `${participantId} ${date}`}
        rowName={({ name, date }) => `${name} ${formats.day(date)}`}
        maxHeight={320}
      />
    </>
  );
}
