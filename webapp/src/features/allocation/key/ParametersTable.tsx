import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import FormControlLabel from '@mui/material/FormControlLabel';
import Stack from '@mui/material/Stack';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { Suspense, useMemo, useState } from 'react';
import { type Column, DataTable } from '../../../design/DataTable';
import { EmptyState } from '../../../design/EmptyState';
import { SearchField } from '../../../design/SearchField';
import { matching } from '../../../design/search';
import { useRefusalTexts } from '../../../design/useProblemText';
import {
  type EditedKey,
  equalPercentages,
  isForEveryone,
  type KeyAction,
  type Numbers,
  numbersOf,
  type ParameterKind,
  parameterOf,
  paramKey,
  selectionOf,
  sumOf,
} from './key';
import { NumberField } from './NumberField';
import { SelectionBox } from './SelectionBox';
import { SiteName } from './SiteName';
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
  const everyone = isForEveryone(edited);
  const numbers = useMemo(
    () => (everyone ? selectionOf(sites.consumers.map(({ id }) => id)) : numbersOf(edited)),
    [everyone, edited, sites.consumers],
  );
  const set = useSet(everyone, numbers, change);
  const rows = useMemo(
    () => matching(sites.consumers, search, ({ name, dsoId }) => `${name} ${dsoId}`),
    [sites.consumers, search],
  );
  const columns = useColumns(edited.type === 'by_ungrouped_priority' ? sites.producers : [], kind, numbers, set);
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
      {kind === 'selection' && (
        <Everyone
          everyone={everyone}
          selected={sites.consumers.filter(({ id }) => numbers[id] !== undefined).length}
          onChange={change && ((all) => change(all ? { type: 'everyone' } : { type: 'numbers', value: numbers }))}
        />
      )}
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

type WithParameters = 'static' | 'by_equality' | 'by_weight' | 'by_priority' | 'by_ungrouped_priority';
type SetNumber = (key: string, value: number | undefined) => void;

/** Sets one number; whoever unticks one of all begins with the others. */
function useSet(everyone: boolean, numbers: Numbers, change: ParametersTableProps['change']): SetNumber | undefined {
  return useMemo(
    () =>
      change &&
      ((key, value) => {
        if (everyone) change({ type: 'numbers', value: numbers });
        change({ type: 'number', key, value });
      }),
    [everyone, numbers, change],
  );
}

interface EveryoneProps {
  everyone: boolean;
  selected: number;
  onChange: ((everyone: boolean) => void) | undefined;
}

/** All sites, also those to come, or those that are ticked. */
function Everyone({ everyone, selected, onChange }: EveryoneProps) {
  const t = useT();
  return (
    <Stack
      direction="row"
      sx={{ px: 2, pb: 1, columnGap: 2, flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between' }}
    >
      <FormControlLabel
        label={t('allocation.parameters.everyone')}
        control={
          <Switch
            checked={everyone}
            disabled={!onChange}
            onChange={(_event, checked) => onChange?.(checked)}
            slotProps={{ input: { role: 'switch' } }}
          />
        }
      />
      <Typography role="status" color="textSecondary">
        {t('allocation.parameters.selected', { smart_count: selected })}
      </Typography>
    </Stack>
  );
}

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
        <Suspense fallback={null}>
          <SumTooHigh />
        </Suspense>
      )}
    </Stack>
  );
}

/** Its words are those of the refusal, and are fetched when they are needed. */
function SumTooHigh() {
  useRefusalTexts();
  const t = useT();
  return (
    <Alert severity="error" variant="outlined">
      {t('errors.key.sumOver100')}
    </Alert>
  );
}

function useColumns(
  producers: readonly Site[],
  kind: ParameterKind | undefined,
  numbers: Numbers,
  set: SetNumber | undefined,
): Column<Site>[] {
  const t = useT();
  const valueText = useValueText();
  return useMemo(() => {
    if (!kind) return [];
    const word = t(`enums.ParameterType.${kind}`);
    const cell = (site: Site, producer?: Site) => {
      const key = paramKey(site.id, producer?.id);
      const label = [word, site.name, ...(producer ? [producer.name] : [])].join(', ');
      if (kind === 'selection') {
        const put = (checked: boolean) => set?.(key, checked ? 1 : undefined);
        return <SelectionBox label={label} checked={numbers[key] !== undefined} disabled={!set} onChange={put} />;
      }
      if (!set) return numbers[key] === undefined ? '–' : valueText(kind, numbers[key]);
      return <NumberField label={label} kind={kind} value={numbers[key]} onChange={(value) => set(key, value)} />;
    };
    const sites: Column<Site>[] = [
      {
        id: 'name',
        header: t('allocation.site'),
        cell: (site) => <SiteName site={site} />,
        width: 'minmax(120px, 1fr)',
      },
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
  }, [producers, kind, numbers, set, t, valueText]);
}
