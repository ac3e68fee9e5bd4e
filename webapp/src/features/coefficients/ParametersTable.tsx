import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useMemo, useState } from 'react';
import { type Column, DataTable } from '../../design/DataTable';
import { EmptyState } from '../../design/EmptyState';
import { SearchField } from '../../design/SearchField';
import { matching } from '../../design/search';
import {
  type EditedKey,
  equalPercentages,
  type KeyAction,
  type Numbers,
  numbersOf,
  type ParameterKind,
  parameterOf,
  paramKey,
  sumOf,
} from './keyModel';
import { NumberField } from './NumberField';
import type { Site, Sites } from './sites';
import { useValueText } from './useValueText';

interface ParametersTableProps {
  edited: EditedKey;
  sites: Sites;
  /** Absent for those who may only read. */
  change: ((action: KeyAction) => void) | undefined;
}

/** The number of each site, or of each site and producer; percentages with their sum. */
export function ParametersTable({ edited, sites, change }: ParametersTableProps) {
  const t = useT();
  const [search, setSearch] = useState('');
  const kind = parameterOf(edited.type);
  const numbers = numbersOf(edited);
  const rows = useMemo(
    () => matching(sites.consumers, search, ({ name, dsoId }) => `${name} ${dsoId}`),
    [sites.consumers, search],
  );
  const columns = useColumns(edited.type === 'by_ungrouped_priority' ? sites.producers : [], kind, numbers, change);
  if (!kind) return null;
  return (
    <Card sx={{ mt: 2 }}>
      <Stack direction="row" sx={{ p: 2, pb: 1, gap: 1.5, flexWrap: 'wrap', alignItems: 'center' }}>
        <Typography variant="h2" sx={{ flex: '1 1 200px' }}>
          {t('allocation.parameters.title', { kind: t(`enums.ParameterType.${kind}`) })}
        </Typography>
        {kind === 'percentage' && change && (
          <Button
            size="small"
            variant="outlined"
            color="inherit"
            onClick={() => change({ type: 'numbers', value: equalPercentages(sites.consumers.map(({ id }) => id)) })}
          >
            {t('allocation.parameters.equal')}
          </Button>
        )}
        <SearchField label={t('allocation.site.search')} value={search} onChange={setSearch} />
      </Stack>
      <Typography variant="body2" color="textSecondary" sx={{ px: 2, pb: 1 }}>
        {t(`allocation.parameters.words.${edited.type as WithParameters}`)}
      </Typography>
      <DataTable
        caption={t('allocation.parameters.title', { kind: t(`enums.ParameterType.${kind}`) })}
        rows={rows}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        maxHeight={400}
        empty={<EmptyState kind="noMatch" onClear={() => setSearch('')} />}
      />
      {kind === 'percentage' && <Sum numbers={numbers} />}
    </Card>
  );
}

type WithParameters = 'static' | 'by_weight' | 'by_priority' | 'by_ungrouped_priority';

function Sum({ numbers }: { numbers: Numbers }) {
  const t = useT();
  const formats = useFormats();
  const sum = sumOf(numbers);
  return (
    <Stack spacing={1} sx={{ p: 2, borderTop: 1, borderColor: 'divider' }}>
      <Stack direction="row" role="status" sx={{ justifyContent: 'space-between', gap: 2, flexWrap: 'wrap' }}>
        <Typography sx={{ fontWeight: 600 }}>
          {t('allocation.parameters.sum', { sum: formats.percentage(sum, 4) })}
        </Typography>
        {sum <= 100 && (
          <Typography color="textSecondary">
            {t('allocation.parameters.rest', {
              rest: formats.percentage(Math.round((100 - sum) * 10_000) / 10_000, 4),
            })}
          </Typography>
        )}
      </Stack>
      {sum > 100 && (
        <Alert severity="error" variant="outlined">
          {t('errors.key.sumOver100')}
        </Alert>
      )}
    </Stack>
  );
}

function useColumns(
  producers: readonly Site[],
  kind: ParameterKind | undefined,
  numbers: Numbers,
  change: ((action: KeyAction) => void) | undefined,
): Column<Site>[] {
  const t = useT();
  const valueText = useValueText();
  return useMemo(() => {
    if (!kind) return [];
    const word = t(`enums.ParameterType.${kind}`);
    const cell = (site: Site, producer?: Site) => {
      const key = paramKey(site.id, producer?.id);
      if (!change) return numbers[key] === undefined ? '–' : valueText(kind, numbers[key]);
      return (
        <NumberField
          label={[word, site.name, ...(producer ? [producer.name] : [])].join(', ')}
          kind={kind}
          value={numbers[key]}
          onChange={(value) => change({ type: 'number', key, value })}
        />
      );
    };
    const sites: Column<Site>[] = [
      { id: 'name', header: t('allocation.site'), cell: ({ name }) => name, width: 'minmax(120px, 1fr)' },
      { id: 'dsoId', header: t('allocation.site.prm'), cell: ({ dsoId }) => dsoId, width: '172px', hideBelow: 'sm' },
    ];
    if (producers.length === 0) {
      return [...sites, { id: 'value', header: word, cell: (site) => cell(site), width: '148px', align: 'right' }];
    }
    const each = producers.map(
      (producer): Column<Site> => ({
        id: producer.id,
        header: producer.name,
        cell: (site) => cell(site, producer),
        width: '148px',
        align: 'right',
      }),
    );
    return [...sites, ...each];
  }, [producers, kind, numbers, change, t, valueText]);
}
