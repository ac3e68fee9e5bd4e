import BoltOutlined from '@mui/icons-material/BoltOutlined';
import EnergySavingsLeafOutlined from '@mui/icons-material/EnergySavingsLeafOutlined';
import UpdateOutlined from '@mui/icons-material/UpdateOutlined';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { type ReactNode, useId } from 'react';
import type { Operation } from '../../../api/operations';
import { Fact } from '../../../design/Fact';
import type { DayRange } from '../../../design/period';
import type { Totals } from '../tiles/tileFigures';
import type { DateRanges, Viewpoint } from '../viewpoint/viewpoint';
import { BestHours, Meaning, Next } from './EssentialFacts';
import { essentialsOf } from './essentials';
import { useSpokenPeriod } from './useSpokenPeriod';

interface EssentialsCardProps {
  view: Exclude<Viewpoint, { kind: 'operation' }>;
  operation: Operation;
  period: DayRange;
  bounds: DayRange;
  ranges: DateRanges;
  totals: Totals;
  loading: boolean;
  /** Further facts, which another part of the application knows. */
  facts?: ReactNode;
}

/** The first thing a participant reads: how much was local, what it means, what to do, what comes next. */
export function EssentialsCard({
  view,
  operation,
  period,
  bounds,
  ranges,
  totals,
  loading,
  facts,
}: EssentialsCardProps) {
  const t = useT();
  const formats = useFormats();
  const id = useId();
  const spoken = useSpokenPeriod(period);
  const found = essentialsOf(view.kind, totals);
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
          : t(`dashboard.essentials.${view.kind}`, { rate: `${rate}\u202f%`, period: spoken })}
      </Typography>
      <Stack component="ul" sx={{ listStyle: 'none', p: 0, m: 0, mt: 1.5, gap: 1 }}>
        {found && (
          <Fact icon={<BoltOutlined />}>
            <Meaning {...{ view, found }} />
          </Fact>
        )}
        {found?.co2Kg !== undefined && operation.functionalities.includes('GES_KPI') && (
          <Fact icon={<EnergySavingsLeafOutlined />}>
            {t('dashboard.essentials.co2', { value: Object.values(formats.co2Parts(found.co2Kg)).join('\u202f') })}
          </Fact>
        )}
        {view.kind === 'consumer' && <BestHours operationId={operation.id} bounds={bounds} />}
        {facts}
        <Fact icon={<UpdateOutlined />}>
          <Next {...{ operation, ranges, bounds }} />
        </Fact>
      </Stack>
    </Card>
  );
}
