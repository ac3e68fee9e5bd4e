import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import { addDays, addMonths } from '@openpmo/ui/formats/date';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useOperation } from '../../../../api/operations';
import { type EditedKey, keyBody } from '../key';
import { useMeasured, useWhatIf } from '../queries';
import { useKeyCheck } from '../queriesCheck';
import type { EditedPool } from './pools';

/** The groups that take a part of the production although nobody stands in them, as the server says. */
export function useEmptyPools(operationId: string, edited: EditedKey): EditedPool[] {
  const { data } = useKeyCheck(operationId, edited.type === 'by_pool' ? keyBody(edited) : undefined);
  if (edited.type !== 'by_pool') return [];
  return data?.emptyPools.flatMap((place) => edited.pools[place - 1] ?? []) ?? [];
}

interface EmptyPoolsProps {
  edited: EditedKey;
  /** Something keeps the key from being put in force, so that nobody can say what it would give. */
  blocked: boolean;
}

/** Warns of groups without a site, with the energy of the last complete month that the key would leave over. */
export function EmptyPools({ edited, blocked }: EmptyPoolsProps) {
  const t = useT();
  const formats = useFormats();
  const { id } = useOperation();
  const empty = useEmptyPools(id, edited);
  const first = `${addMonths(formats.dayOf(), -1).slice(0, 8)}01`;
  const days = { dateFrom: first, dateTo: addDays(addMonths(first, 1), -1) };
  const wanted = empty.length > 0 && !blocked;
  // A month without any energy has no answer, and the server refuses the question.
  const measured = useMeasured(id, { from: days.dateFrom, to: days.dateTo }, wanted);
  const { data } = useWhatIf(id, wanted && measured ? { ...days, ...keyBody(edited) } : undefined);
  if (empty.length === 0) return null;
  const energy = data && {
    month: formats.day(first, 'month'),
    surplus: formats.energy(data.simulated.surplusMilliWh),
    before: formats.energy(data.inForce.surplusMilliWh),
    shared: formats.energy(data.simulated.sharedMilliWh),
  };
  return (
    <Alert severity="warning" variant="outlined" role="status" sx={{ my: 1 }}>
      {empty.map(({ id: poolId, name, percentage }) => (
        <Typography key={poolId}>
          {t('allocation.pools.emptyTakes', { name: name.trim(), percentage: formats.percentage(percentage) })}
        </Typography>
      ))}
      {energy && <Typography>{t('allocation.pools.emptyEnergy', energy)}</Typography>}
    </Alert>
  );
}
