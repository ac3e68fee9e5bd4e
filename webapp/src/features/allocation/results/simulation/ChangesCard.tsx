import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useMemo } from 'react';
import { ChartCard } from '../../../../design/ChartCard';
import { type Column, DataTable } from '../../../../design/DataTable';
import { type DivergingBar, DivergingBars } from '../../../../design/DivergingBars';
import { EmptyState } from '../../../../design/EmptyState';
import { useFigures } from '../useFigures';
import type { Outcome, SimulatedSite } from './simulation';

const shownOfEach = 8;
const ready = { isPending: false, isError: false, error: undefined };

/** Who gains and who loses; the table has every site. */
export function ChangesCard({ participants, outcome }: { participants: readonly SimulatedSite[]; outcome: Outcome }) {
  const t = useT();
  const columns = useColumns(participants.some((one) => one.gainCents !== undefined || one.gainLack));
  const { winners, losers } = outcome;
  const title = t('distribution.changes.title');
  const max = Math.max(1, ...[...winners, ...losers].map(({ differenceMilliWh }) => Math.abs(differenceMilliWh)));
  return (
    <ChartCard
      title={title}
      state={ready}
      height={0}
      empty={
        winners.length + losers.length === 0 && (
          <EmptyState
            kind="none"
            title={t('distribution.changes.none')}
            advice={t('distribution.changes.noneAdvice')}
          />
        )
      }
      note={t('distribution.changes.note')}
      graph={
        <Box
          sx={{
            display: 'grid',
            gap: 3,
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) minmax(0, 1fr)' },
          }}
        >
          <Side title={t('distribution.changes.winners', { smart_count: winners.length })} sites={winners} max={max} />
          <Side title={t('distribution.changes.losers', { smart_count: losers.length })} sites={losers} max={max} />
        </Box>
      }
      table={
        <DataTable
          dense
          caption={title}
          rows={participants}
          columns={columns}
          rowId={({ participantId }) => participantId}
          rowName={({ name }) => name}
          defaultSort={{ id: 'difference', desc: true }}
          maxHeight={480}
        />
      }
    />
  );
}

function Side({ title, sites, max }: { title: string; sites: readonly SimulatedSite[]; max: number }) {
  const t = useT();
  const figures = useFigures();
  const bars = sites.slice(0, shownOfEach).map(
    (site): DivergingBar => ({
      id: site.participantId,
      name: site.name,
      value: site.differenceMilliWh,
      text: figures.energyChange(site.differenceMilliWh),
      note: [
        t('distribution.changes.coverage', {
          from: figures.rate(site.inForceCoverageRate),
          to: figures.rate(site.simulatedCoverageRate),
        }),
        ...(site.gainCents === undefined ? [] : [figures.moneyChange(site.gainCents)]),
      ].join(' · '),
    }),
  );
  const others = sites.length - bars.length;
  return (
    <div>
      <Typography variant="h3" sx={{ mb: 1 }}>
        {title}
      </Typography>
      <DivergingBars label={title} bars={bars} max={max} />
      {others > 0 && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
          {t('distribution.changes.others', { smart_count: others })}
        </Typography>
      )}
    </div>
  );
}

function useColumns(priced: boolean): Column<SimulatedSite>[] {
  const t = useT();
  const formats = useFormats();
  const figures = useFigures();
  return useMemo(() => {
    const energy = (
      id: string,
      header: string,
      value: (site: SimulatedSite) => number,
      hideBelow?: 'sm' | 'md',
    ): Column<SimulatedSite> => ({
      id,
      header,
      align: 'right',
      width: 'minmax(112px, 1fr)',
      cell: (site) => formats.energy(value(site)),
      sortValue: value,
      ...(hideBelow ? { hideBelow } : {}),
    });
    return [
      {
        id: 'name',
        header: t('distribution.site'),
        width: 'minmax(120px, 2fr)',
        cell: ({ name }) => name,
        sortValue: ({ name }) => name,
      },
      energy('consumption', t('enums.Nature.Conso'), ({ consumptionMilliWh }) => consumptionMilliWh, 'md'),
      energy('inForce', t('distribution.result.inForce'), ({ inForceMilliWh }) => inForceMilliWh, 'sm'),
      energy('simulated', t('distribution.result.simulated'), ({ simulatedMilliWh }) => simulatedMilliWh, 'sm'),
      {
        id: 'difference',
        header: t('distribution.difference'),
        align: 'right',
        width: 'minmax(104px, 1fr)',
        cell: ({ differenceMilliWh }) => figures.energyChange(differenceMilliWh),
        sortValue: ({ differenceMilliWh }) => differenceMilliWh,
      },
      {
        id: 'coverage',
        header: t('distribution.changes.covered'),
        align: 'right',
        width: 'minmax(152px, 1fr)',
        hideBelow: 'sm',
        cell: (site) =>
          t('distribution.changes.coverage', {
            from: figures.rate(site.inForceCoverageRate),
            to: figures.rate(site.simulatedCoverageRate),
          }),
        sortValue: ({ simulatedCoverageRate }) => simulatedCoverageRate,
      },
      ...(priced
        ? [
            {
              id: 'gain',
              header: t('distribution.changes.gain'),
              align: 'right',
              width: 'minmax(128px, 1fr)',
              cell: ({ gainCents, gainLack }: SimulatedSite) =>
                gainCents === undefined
                  ? gainLack
                    ? t(`enums.SimulationGainLack.${gainLack}`)
                    : t('formats.none')
                  : figures.moneyChange(gainCents),
              sortValue: ({ gainCents }: SimulatedSite) => gainCents,
            } satisfies Column<SimulatedSite>,
          ]
        : []),
    ];
  }, [t, formats, figures, priced]);
}
