import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import type { Schemas } from '@openpmo/sdk';
import { addDays, addMonths } from '@openpmo/ui/formats/date';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useOperation } from '../../../api/operations';
import { firstOf } from '../imports';
import { useDataHealth } from '../queries';

interface MissingSite {
  id: string;
  name: string;
  ranges: Schemas['DayRange'][];
}

/** The sites of which days lack, with these days: each day once, whatever lacks on it. */
export function missingOf({ sites }: Pick<Schemas['DataHealth'], 'sites'>): MissingSite[] {
  return sites.flatMap(({ participantId, name, problems }) => {
    const ranges = problems.filter(({ kind }) => kind === 'MISSING').flatMap((problem) => problem.ranges);
    const once = [...new Map(ranges.map((range) => [`${range.from} ${range.to}`, range])).values()];
    once.sort((a, b) => a.from.localeCompare(b.from));
    return once.length > 0 ? [{ id: participantId, name, ranges: once }] : [];
  });
}

/** What a month lacks, by site. */
export function useMissingDays(month: string) {
  const { id } = useOperation();
  const from = firstOf(month);
  const health = useDataHealth(id, { from, to: addDays(addMonths(from, 1), -1) });
  return { ...health, missing: health.data ? missingOf(health.data) : [] };
}

/** Says which days lack, before a month is declared: they stay missing. */
export function MissingDays({ month }: { month: string }) {
  const t = useT();
  const formats = useFormats();
  const { missing, isPending, isError } = useMissingDays(month);
  if (isPending) return null;
  if (isError) return <Alert severity="warning">{t('curveImport.months.missingUnknown')}</Alert>;
  if (missing.length === 0) return <Alert severity="success">{t('curveImport.months.missingNone')}</Alert>;
  return (
    <Alert severity="warning" variant="outlined" role="status">
      {t('curveImport.months.missing', { smart_count: missing.length })}
      <Box component="ul" sx={{ m: 0, pl: 2, maxHeight: 160, overflowY: 'auto' }} tabIndex={0}>
        {missing.map(({ id, name, ranges }) => (
          <li key={id}>
            {t('curveImport.months.missingOf', {
              name,
              days: ranges.map(({ from, to }) => formats.dayRange(from, to)).join(', '),
            })}
          </li>
        ))}
      </Box>
    </Alert>
  );
}
