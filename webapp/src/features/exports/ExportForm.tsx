import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormGroup from '@mui/material/FormGroup';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { asApiError } from '@openpmo/sdk';
import { addDays, type Day } from '@openpmo/ui/formats/date';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useState } from 'react';
import { useOperation } from '../../api/operations';
import { DayField } from '../../design/DayField';
import { notify } from '../../design/snackbars';
import { useErrorText } from '../../design/useProblemText';
import { type ExportColumn, type ExportFormat, type ExportResolution, type Nature, useStartExport } from './queries';

const columns: readonly ExportColumn[] = [
  'NAME',
  'DSO_ID',
  'EXTERNAL_ID',
  'ENERGY_TYPE',
  'ENTITY_TYPE',
  'SEGMENT',
  'IDENTITY',
  'SIRET',
  'EMAIL',
  'PHONE',
  'ADDRESS',
  'POST_CODE',
  'CITY',
  'ENTRY_DATE',
  'EXIT_DATE',
  'TAGS',
];
const metered: readonly Nature[] = ['Conso', 'Prod', 'Autoconso', 'Surplus'];
const external: readonly Nature[] = ['ProdExt', 'ConsExt'];
const resolutions: readonly ExportResolution[] = ['raw', 'hour', 'day', 'month'];
const formats: readonly ExportFormat[] = ['csv', 'xlsx'];

/** What a file is to hold; it begins with what most people take: names, numbers and the last month by the day. */
export function ExportForm({ all = false }: { all?: boolean }) {
  const t = useT();
  const operation = useOperation();
  const today = useFormats().dayOf();
  const words = useErrorText();
  const start = useStartExport();
  const natures = operation.functionalities.includes('ACI') ? [...metered, ...external] : metered;
  const lastMonthEnd = addDays(`${today.slice(0, 8)}01` as Day, -1);
  const [chosen, setChosen] = useState<readonly ExportColumn[]>(all ? columns : ['NAME', 'DSO_ID']);
  const [wanted, setWanted] = useState<readonly Nature[]>(['Conso', 'Prod', 'Autoconso', 'Surplus']);
  const [dateFrom, setFrom] = useState<string>(`${lastMonthEnd.slice(0, 8)}01`);
  const [dateTo, setTo] = useState<string>(lastMonthEnd);
  const [resolution, setResolution] = useState<ExportResolution>('day');
  const [format, setFormat] = useState<ExportFormat>('csv');
  const problem = start.error ? asApiError(start.error)?.problem : undefined;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        start.mutate(
          {
            params: { path: { operationId: operation.id } },
            body: { columns: [...chosen], natures: [...wanted], dateFrom, dateTo, resolution, format },
          },
          { onSuccess: () => notify(t('exports.form.started')) },
        );
      }}
    >
      <Stack spacing={2}>
        <Choices
          label={t('exports.form.columns')}
          hint={chosen.length === 0 ? t('errors.export.personalColumn') : t('exports.form.columnsHint')}
          wrong={chosen.length === 0}
          options={columns.map((value) => ({ value, label: t(`enums.ExportColumn.${value}`) }))}
          chosen={chosen}
          onChange={setChosen}
        />
        <Choices
          label={t('exports.form.natures')}
          hint={t('exports.form.naturesHint')}
          options={natures.map((value) => ({ value, label: t(`enums.Nature.${value}`) }))}
          chosen={wanted}
          onChange={setWanted}
        />
        <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 2 }}>
          <DayField label={t('exports.form.from')} value={dateFrom} onChange={setFrom} sx={dayWidth} />
          <DayField label={t('exports.form.to')} value={dateTo} onChange={setTo} sx={dayWidth} />
          {wanted.length > 0 && (
            <TextField
              select
              label={t('exports.form.resolution')}
              value={resolution}
              onChange={(event) => setResolution(event.target.value as ExportResolution)}
              sx={{ flex: '1 1 150px', maxWidth: 240 }}
            >
              {resolutions.map((one) => (
                <MenuItem key={one} value={one}>
                  {t(`enums.ExportResolution.${one}`)}
                </MenuItem>
              ))}
            </TextField>
          )}
          <TextField
            select
            label={t('exports.form.format')}
            value={format}
            onChange={(event) => setFormat(event.target.value as ExportFormat)}
            sx={{ flex: '1 1 150px', maxWidth: 240 }}
          >
            {formats.map((one) => (
              <MenuItem key={one} value={one}>
                {t(`enums.ExportFormat.${one}`)}
              </MenuItem>
            ))}
          </TextField>
        </Stack>
        {problem && (
          <Typography role="alert" color="error">
            {words(problem)}
          </Typography>
        )}
        <div>
          <Button
            type="submit"
            variant="contained"
            loading={start.isPending}
            disabled={chosen.length === 0 || !dateFrom || !dateTo}
          >
            {t('exports.form.start')}
          </Button>
        </div>
      </Stack>
    </form>
  );
}

const dayWidth = { flex: '1 1 150px', maxWidth: 240 };

interface ChoicesProps<V extends string> {
  label: string;
  hint: string;
  wrong?: boolean;
  options: readonly { value: V; label: string }[];
  chosen: readonly V[];
  onChange: (chosen: readonly V[]) => void;
}

/** Several of some values, each a box. */
function Choices<V extends string>({ label, hint, wrong = false, options, chosen, onChange }: ChoicesProps<V>) {
  return (
    <FormControl component="fieldset" error={wrong}>
      <FormLabel component="legend">{label}</FormLabel>
      <FormGroup row>
        {options.map(({ value, label: name }) => (
          <FormControlLabel
            key={value}
            label={name}
            control={
              <Checkbox
                size="small"
                checked={chosen.includes(value)}
                onChange={(_, on) => onChange(on ? [...chosen, value] : chosen.filter((one) => one !== value))}
              />
            }
            sx={{ '@media (pointer: coarse)': { minHeight: 44 } }}
          />
        ))}
      </FormGroup>
      <FormHelperText sx={{ mx: 0 }}>{hint}</FormHelperText>
    </FormControl>
  );
}
