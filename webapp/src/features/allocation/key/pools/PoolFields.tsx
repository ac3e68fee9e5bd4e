import InputAdornment from '@mui/material/InputAdornment';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { parseDecimal } from '@openpmo/ui/formats/money';
import { formatNumber } from '@openpmo/ui/formats/number';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useEffect, useState } from 'react';
import { WordsField } from '../../../../design/WordsField';
import { acceptsTyping } from '../key';
import type { PoolBlocker, PoolField } from './poolBlockers';
import { fieldOf, type PoolRowProps } from './poolRowProps';
import { clampPercentage, destinationsOf, type PoolAlgorithm, poolAlgorithms, surplus } from './pools';

/** Name, percentage, destination and algorithm of a group. */
export function PoolFields(props: PoolRowProps) {
  const { pool, pools, blockers, tried, act } = props;
  const t = useT();
  const problem = useFieldProblem(blockers);
  // An algorithm that was never chosen is no error before somebody tries to save.
  const algorithmProblem = tried ? problem('algorithm') : undefined;
  const off = !act;
  return (
    <>
      <WordsField
        atMost={60}
        id={fieldOf(pool.id, 'name')}
        label={t('allocation.pools.name')}
        value={pool.name}
        disabled={off}
        onChange={(event) => act?.({ type: 'rename', id: pool.id, name: event.target.value })}
        error={problem('name') !== undefined}
        helperText={problem('name')}
        slotProps={{ htmlInput: { autoComplete: 'off' } }}
      />
      <Percentage {...props} />
      <TextField
        select
        id={fieldOf(pool.id, 'destination')}
        label={t('allocation.pools.destination')}
        value={pool.destination ?? ''}
        disabled={off}
        onChange={(event) => act?.({ type: 'destination', id: pool.id, value: event.target.value })}
        error={problem('destination') !== undefined}
        helperText={problem('destination')}
      >
        {destinationsOf(pools, pool.id).map(({ id, name }) => (
          <MenuItem key={id} value={id}>
            {name}
          </MenuItem>
        ))}
        <MenuItem value={surplus}>{t('allocation.pools.surplus')}</MenuItem>
      </TextField>
      <TextField
        select
        id={fieldOf(pool.id, 'algorithm')}
        label={t('allocation.pools.algorithm')}
        value={pool.algorithm ?? ''}
        disabled={off}
        onChange={(event) => act?.({ type: 'algorithm', id: pool.id, value: event.target.value as PoolAlgorithm })}
        error={algorithmProblem !== undefined}
        helperText={algorithmProblem}
      >
        {poolAlgorithms.map((algorithm) => (
          <MenuItem key={algorithm} value={algorithm}>
            {t(`enums.PoolAlgorithm.${algorithm}`)}
          </MenuItem>
        ))}
      </TextField>
    </>
  );
}

function useFieldProblem(blockers: readonly PoolBlocker[]): (field: PoolField) => string | undefined {
  const t = useT();
  return (field) => {
    const found = blockers.find((blocker) => blocker.field === field);
    return found && t(found.key, found.params);
  };
}

const scale = 10_000;

/** Whole percents by the keyboard; more than 100 becomes 100. */
function Percentage({ pool, act }: PoolRowProps) {
  const t = useT();
  const { locale } = useFormats();
  const shown = formatNumber(pool.percentage, locale, 0, 4);
  const [typed, setTyped] = useState(shown);
  useEffect(() => {
    setTyped((before) => (read(before) === pool.percentage ? before : shown));
  }, [pool.percentage, shown]);
  return (
    <TextField
      id={fieldOf(pool.id, 'percentage')}
      label={t('allocation.pools.percentage')}
      value={typed}
      disabled={!act}
      onFocus={(event) => event.target.select()}
      onChange={({ target: { value: next } }) => {
        if (!acceptsTyping(typed, next)) return;
        const percentage = read(next);
        setTyped((parseDecimal(next, scale) ?? 0) > 100 * scale ? '100' : next);
        act?.({ type: 'percentage', id: pool.id, value: percentage });
      }}
      onBlur={() => setTyped(shown)}
      slotProps={{
        htmlInput: { inputMode: 'numeric', autoComplete: 'off' },
        input: { endAdornment: <InputAdornment position="end">%</InputAdornment> },
      }}
    />
  );
}

const read = (typed: string) => clampPercentage((parseDecimal(typed, scale) ?? 0) / scale);
