import Card from '@mui/material/Card';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useId } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { Operation } from '../../../api/operations';
import type { DayRange } from '../../../design/period';
import type { Viewpoint } from '../viewpoint/viewpoint';
import { useTiles } from './useTiles';

/** High enough for a finger. */
const touchable = { '& .MuiSelect-select': { '@media (pointer: coarse)': { py: '12px' } } } as const;

interface ProducerCardProps {
  view: Extract<Viewpoint, { kind: 'consumer' }>;
  operation: Operation;
  period: DayRange;
}

/** What came from one producer, chosen here and kept in the address; nothing where there is one alone. */
export function ProducerCard({ view, operation, period }: ProducerCardProps) {
  const producers = operation.producers ?? [];
  const producerId = view.producerId ?? operation.activeProducerId ?? producers[0]?.id;
  if (producers.length < 2 || !producerId) return null;
  return <OfProducer {...{ operation, period, producers }} view={{ ...view, producerId }} />;
}

interface OfProducerProps extends ProducerCardProps {
  view: ProducerCardProps['view'] & { producerId: string };
  producers: NonNullable<Operation['producers']>;
}

function OfProducer({ view, operation, period, producers }: OfProducerProps) {
  const t = useT();
  const formats = useFormats();
  const id = useId();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const { totals } = useTiles({ view, period, operation, comparison: 'none', display: 'ACC' });
  const name = producers.find((one) => one.id === view.producerId)?.name ?? '';
  const shared = totals.autoConsumption?.energyMilliWh;
  const all = totals.receivedMilliWh;
  return (
    <Card component="section" aria-labelledby={id} sx={{ p: { xs: 2, sm: 2.5 } }}>
      <Typography id={id} variant="h2" sx={{ mb: 1.5 }}>
        {t('dashboard.producer.title', { days: formats.dayRange(period.from, period.to) })}
      </Typography>
      <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 2, alignItems: { sm: 'center' } }}>
        <TextField
          select
          size="small"
          className="no-print"
          label={t('dashboard.view.producer')}
          value={producers.some((one) => one.id === view.producerId) ? view.producerId : ''}
          onChange={(event) =>
            navigate(`/pmo/operations/${operation.id}/dashboard/prod/${event.target.value}?${params}`, {
              preventScrollReset: true,
            })
          }
          sx={{ minWidth: 220, ...touchable }}
        >
          {producers.map((one) => (
            <MenuItem key={one.id} value={one.id}>
              {one.name}
            </MenuItem>
          ))}
        </TextField>
        <Typography>
          {shared === undefined
            ? t('dashboard.producer.none', { name })
            : t('dashboard.producer.received', { name, energy: formats.energy(shared) })}
          {shared !== undefined &&
            !!all &&
            ` ${t('dashboard.producer.part', { rate: formats.rate(Math.min(1, shared / all)) })}`}
        </Typography>
      </Stack>
    </Card>
  );
}
