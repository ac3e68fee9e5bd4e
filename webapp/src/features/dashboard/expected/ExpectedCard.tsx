import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useMemo, useState } from 'react';
import { useOperation } from '../../../api/operations';
import { ChartCard, lineRoom } from '../../../design/ChartCard';
import { CurveLegend } from '../../../design/CurveLegend';
import { LoadCurve } from '../../../design/LoadCurve';
import type { DayRange } from '../../../design/period';
import { CurveTable } from '../lazyTables';
import { useExpectedProduction } from '../queries';
import type { Viewpoint } from '../viewpoint/viewpoint';
import { type ExpectedProducer, expectedCurves, expectedSum, isForeseen, isLow } from './expected';

const height = 220;
/** With a sentence, legend, a line for each of three producers, and a note. */
export const expectedRoom = height + 3 * lineRoom + 22;

/** Production beside what the weather promised. Without weather or a solar producer, nothing. */
export function ExpectedCard({ view, period }: { view: Viewpoint; period: DayRange }) {
  const t = useT();
  const formats = useFormats();
  const { timezone } = useOperation();
  const query = useExpectedProduction(view.operationId, period);
  const [chosen, setChosen] = useState('');
  const own = (query.data ?? []).filter(
    ({ participantId }) => view.kind === 'operation' || participantId === view.siteId,
  );
  const some = own.filter(({ participantId }) => participantId === chosen);
  const producers = some.length > 0 ? some : own;
  const curves = useMemo(() => expectedCurves(producers, timezone), [producers, timezone]);
  const label = t('dashboard.expected.byWeather');
  const compared = useMemo(() => curves && { label, curve: curves.expected }, [curves, label]);
  const title = t('dashboard.expected.title');
  if (query.isLoading) return <ChartCard title={title} state={query} room={expectedRoom} graph={null} table={null} />;
  if (query.isError || !isForeseen(own) || !curves) return null;
  const sentence = sentenceOf(producers, period, t, formats);
  return (
    <ChartCard
      title={title}
      state={query}
      height={height}
      room={expectedRoom}
      legend={
        <>
          <Typography sx={{ mb: 1 }}>{sentence}</Typography>
          <CurveLegend curve={curves.measured} natures={['Prod']} compared={label} />
        </>
      }
      actions={own.length > 1 && <ProducerChoice options={own} value={chosen} onChange={setChosen} />}
      graph={
        <>
          <LoadCurve curve={curves.measured} compared={compared} height={height} />
          {producers.length > 1 && <Ratios producers={producers} />}
        </>
      }
      table={<CurveTable curve={curves.measured} compared={compared} caption={title} maxHeight={300} />}
      note={t('dashboard.expected.note')}
    />
  );
}

function sentenceOf(
  producers: readonly ExpectedProducer[],
  period: DayRange,
  t: ReturnType<typeof useT>,
  formats: ReturnType<typeof useFormats>,
): string {
  const { expected, measured, ratio, days } = expectedSum(producers);
  if (ratio === undefined) return t('dashboard.expected.unknown');
  return t(isLow(ratio) ? 'dashboard.expected.low' : 'dashboard.expected.sentence', {
    rate: formats.rate(ratio, 0),
    measured: formats.energy(measured),
    expected: formats.energy(expected),
    range: formats.dayRange(period.from, period.to),
    smart_count: days,
  });
}

interface ProducerChoiceProps {
  options: readonly ExpectedProducer[];
  value: string;
  onChange: (id: string) => void;
}

function ProducerChoice({ options, value, onChange }: ProducerChoiceProps) {
  const t = useT();
  return (
    <TextField
      select
      size="small"
      className="no-print"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      slotProps={{ select: { displayEmpty: true, SelectDisplayProps: { 'aria-label': t('dashboard.view.producer') } } }}
      sx={{ width: 'auto', maxWidth: 220, '& .MuiSelect-select': { py: 0.5, fontSize: '0.8125rem' } }}
    >
      <MenuItem value="">{t('dashboard.expected.all')}</MenuItem>
      {options.map(({ participantId, name }) => (
        <MenuItem key={participantId} value={participantId}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  );
}

/** Each producer by how much of the promise it kept, the least first. */
function Ratios({ producers }: { producers: readonly ExpectedProducer[] }) {
  const t = useT();
  const formats = useFormats();
  const lines = producers
    .map((producer) => ({ producer, ...expectedSum([producer]) }))
    .sort((a, b) => (a.ratio ?? 2) - (b.ratio ?? 2));
  return (
    <Stack
      component="ul"
      sx={{ listStyle: 'none', p: 0, m: 0, mt: 1, flexDirection: 'row', flexWrap: 'wrap', columnGap: 3 }}
    >
      {lines.map(({ producer, ratio }) => (
        <Typography component="li" key={producer.participantId} variant="body2">
          {producer.name} :{' '}
          <Box component="strong" sx={isLow(ratio) ? { color: 'warning.main' } : {}}>
            {ratio === undefined ? t('formats.none') : formats.rate(ratio, 0)}
          </Box>
          {isLow(ratio) && ` · ${t('dashboard.expected.toCheck')}`}
        </Typography>
      ))}
    </Stack>
  );
}
