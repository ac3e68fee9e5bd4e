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
import { type ExpectedProducer, expectedCurves, foreseen } from './expected';

const height = 220;
/** With a sentence, legend, a line for each of three producers, and a note. */
export const expectedRoom = height + 3 * lineRoom + 22;

/** The production of one solar producer beside what the weather promised, who kept least of it first. Without weather or a solar producer, nothing. */
export function ExpectedCard({ view, period }: { view: Viewpoint; period: DayRange }) {
  const t = useT();
  const { timezone } = useOperation();
  const query = useExpectedProduction(view.operationId, period);
  const [chosen, setChosen] = useState('');
  const producers = foreseen(
    (query.data ?? []).filter(({ participantId }) => view.kind === 'operation' || participantId === view.siteId),
  );
  const shown = producers.find(({ participantId }) => participantId === chosen) ?? producers[0];
  const curves = useMemo(() => shown && expectedCurves(shown, timezone), [shown, timezone]);
  const label = t('dashboard.expected.byWeather');
  const compared = useMemo(() => curves && { label, curve: curves.expected }, [curves, label]);
  const title = t('dashboard.expected.title');
  if (query.isLoading) return <ChartCard title={title} state={query} room={expectedRoom} graph={null} table={null} />;
  if (query.isError || !shown || !curves) return null;
  return (
    <ChartCard
      title={title}
      state={query}
      height={height}
      room={expectedRoom}
      legend={
        <>
          <Sentence {...{ producer: shown, period }} named={producers.length > 1} />
          <CurveLegend curve={curves.measured} natures={['Prod']} compared={label} />
        </>
      }
      actions={
        producers.length > 1 && <ProducerChoice options={producers} value={shown.participantId} onChange={setChosen} />
      }
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

function Sentence({ producer, period, named }: { producer: ExpectedProducer; period: DayRange; named: boolean }) {
  const t = useT();
  const formats = useFormats();
  const { ratio, low, measuredMilliWh, expectedMilliWh, comparedDays, name } = producer;
  const text =
    ratio === undefined
      ? t('dashboard.expected.unknown')
      : t(low ? 'dashboard.expected.low' : 'dashboard.expected.sentence', {
          rate: formats.rate(ratio, 0),
          measured: formats.energy(measuredMilliWh),
          expected: formats.energy(expectedMilliWh),
          range: formats.dayRange(period.from, period.to),
          smart_count: comparedDays,
        });
  return (
    <Typography sx={{ mb: 1 }}>
      {named && <strong>{name} · </strong>}
      {text}
    </Typography>
  );
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
      slotProps={{ select: { SelectDisplayProps: { 'aria-label': t('dashboard.view.producer') } } }}
      sx={{ width: 'auto', maxWidth: 220, '& .MuiSelect-select': { py: 0.5, fontSize: '0.8125rem' } }}
    >
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
  return (
    <Stack
      component="ul"
      sx={{ listStyle: 'none', p: 0, m: 0, mt: 1, flexDirection: 'row', flexWrap: 'wrap', columnGap: 3 }}
    >
      {producers.map(({ participantId, name, ratio, low }) => (
        <Typography component="li" key={participantId} variant="body2">
          {name} :{' '}
          <Box component="strong" sx={low ? { color: 'warning.main' } : {}}>
            {ratio === undefined ? t('formats.none') : formats.rate(ratio, 0)}
          </Box>
          {low && ` · ${t('dashboard.expected.toCheck')}`}
        </Typography>
      ))}
    </Stack>
  );
}
