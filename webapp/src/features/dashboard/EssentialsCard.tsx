import BoltOutlined from '@mui/icons-material/BoltOutlined';
import EnergySavingsLeafOutlined from '@mui/icons-material/EnergySavingsLeafOutlined';
import UpdateOutlined from '@mui/icons-material/UpdateOutlined';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { addDays } from '@openpmo/ui/formats/date';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { type ReactNode, useId } from 'react';
import type { Operation } from '../../api/operations';
import type { DayRange } from '../../design/period';
import { essentialsOf, spokenPeriod } from './essentialsModel';
import { type DateRanges, dataStateOf, type Viewpoint } from './model';
import type { Totals } from './tilesModel';

interface EssentialsCardProps {
  view: Exclude<Viewpoint, { kind: 'operation' }>;
  operation: Operation;
  period: DayRange;
  bounds: DayRange;
  ranges: DateRanges;
  totals: Totals;
  loading: boolean;
}

/** The first thing a participant reads: how much was local, what it means, what comes next. */
export function EssentialsCard({ view, operation, period, bounds, ranges, totals, loading }: EssentialsCardProps) {
  const t = useT();
  const formats = useFormats();
  const id = useId();
  const spoken = useSpokenPeriod(period);
  const found = essentialsOf(view.kind, totals);
  const source = useSource(view, operation);
  if (loading) return <Skeleton variant="rounded" height={180} animation={false} />;
  const rate = found && formats.number(found.rate * 100);
  return (
    <Card component="section" aria-labelledby={id} className="print-whole" sx={{ p: { xs: 2, sm: 2.5 } }}>
      <Typography
        id={id}
        component="h2"
        sx={{ fontSize: { xs: '1.25rem', sm: '1.5rem' }, fontWeight: 620, lineHeight: 1.3, textWrap: 'balance' }}
      >
        {rate === undefined
          ? t('dashboard.essentials.none', { period: spoken })
          : t(`dashboard.essentials.${view.kind}`, { rate: `${rate}\u202f%`, period: spoken, source })}
      </Typography>
      <Stack component="ul" sx={{ listStyle: 'none', p: 0, m: 0, mt: 1.5, gap: 1 }}>
        {found && (
          <Fact icon={<BoltOutlined />}>
            {t(`dashboard.essentials.meaning.${view.kind}`, {
              shared: formats.energy(found.shared),
              whole: formats.energy(found.whole),
              rest: formats.energy(found.rest),
            })}
          </Fact>
        )}
        {found?.co2Kg !== undefined && operation.functionalities.includes('GES_KPI') && (
          <Fact icon={<EnergySavingsLeafOutlined />}>
            {t('dashboard.essentials.co2', { value: Object.values(formats.co2Parts(found.co2Kg)).join('\u202f') })}
          </Fact>
        )}
        <Fact icon={<UpdateOutlined />}>
          <Next ranges={ranges} bounds={bounds} />
        </Fact>
      </Stack>
    </Card>
  );
}

function Fact({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <Stack component="li" direction="row" sx={{ gap: 1.25, alignItems: 'flex-start' }}>
      <Box aria-hidden sx={{ color: 'primary.main', display: 'flex', flex: 'none', '& svg': { fontSize: 22 } }}>
        {icon}
      </Box>
      <Typography component="div">{children}</Typography>
    </Stack>
  );
}

/** From when on figures may still change, and the day that is awaited next. */
function Next({ ranges, bounds }: { ranges: DateRanges; bounds: DayRange }) {
  const t = useT();
  const formats = useFormats();
  const { definitiveTo, provisionalTo } = dataStateOf(ranges);
  const awaited = t('dashboard.essentials.awaited', { date: formats.day(addDays(bounds.to, 1), 'medium') });
  const from = definitiveTo ? addDays(definitiveTo, 1) : bounds.from;
  return provisionalTo
    ? `${t('dashboard.essentials.provisional', { date: formats.day(from, 'medium') })} ${awaited}`
    : `${t('dashboard.essentials.definitive')} ${awaited}`;
}

/** "de septembre", "d'octobre 2025", "du 3 au 9 nov. 2026": as it stands behind a noun. */
function useSpokenPeriod(period: DayRange): string {
  const t = useT();
  const formats = useFormats();
  const { from, to } = period;
  switch (spokenPeriod(period)) {
    case 'day':
      return t('dashboard.essentials.ofDay', { date: formats.day(from, 'medium') });
    case 'month': {
      const thisYear = from.slice(0, 4) === formats.dayOf().slice(0, 4);
      const month = formats.day(from, thisYear ? 'monthName' : 'month');
      return t(/^[aeiou]/.test(month) ? 'dashboard.essentials.ofMonthVowel' : 'dashboard.essentials.ofMonth', {
        month,
      });
    }
    default: {
      const sameYear = from.slice(0, 4) === to.slice(0, 4);
      return t('dashboard.essentials.ofDays', {
        from: formats.day(from, sameYear ? 'short' : 'medium'),
        to: formats.day(to, 'medium'),
      });
    }
  }
}

/** Who the energy came from: the producer that is looked at, else all of them. */
function useSource(view: EssentialsCardProps['view'], { producers = [] }: Operation): string {
  const t = useT();
  const producerId = view.kind === 'consumer' ? view.producerId : undefined;
  return producers.find(({ id }) => id === producerId)?.name ?? t('dashboard.essentials.producers');
}
