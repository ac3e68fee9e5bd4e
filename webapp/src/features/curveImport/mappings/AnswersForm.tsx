import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useT } from '@openpmo/ui/i18n/context';
import { WordsField } from '../../../design/WordsField';
import { ChoiceField, SiteField } from './ChoiceField';
import { ColumnAnswers } from './ColumnAnswers';
import {
  asks,
  columnOf,
  type Draft,
  dateOrders,
  decimalMarks,
  type FileAnswers,
  type FileRead,
  labels,
  lastLines,
  meterIndexes,
  natures,
  onlyColumn,
  stepChanges,
  units,
  withColumn,
  zones,
} from './fileAnswers';

interface AnswersFormProps {
  file: FileRead;
  draft: Draft;
  disabled: boolean;
  onChange: (draft: Draft) => void;
}

/** The questions that a file leaves open, and those that were answered before. */
export function AnswersForm({ file, draft, disabled, onChange }: AnswersFormProps) {
  const { answers } = draft;
  const say = (said: Partial<FileAnswers>) => onChange({ ...draft, answers: { ...answers, ...said } as FileAnswers });
  const only = onlyColumn(file);
  const column = only && columnOf(only, answers);
  const fields = useFields(file, answers, disabled, say);
  return (
    <Stack sx={{ gap: 2, mt: 1.5 }}>
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(auto-fill, minmax(220px, 1fr))' },
        }}
      >
        {column && (asks(file, 'SITE') || answers.columns?.some(({ dsoId }) => dsoId)) && (
          <SiteField
            value={column.dsoId}
            disabled={disabled}
            onChange={(dsoId) =>
              say({ columns: withColumn(answers.columns ?? [], { index: column.index, dsoId: dsoId ?? '' }) })
            }
          />
        )}
        {fields}
      </Box>
      {!only && (
        <ColumnAnswers file={file} answers={answers} disabled={disabled} onChange={(columns) => say({ columns })} />
      )}
      {Object.keys(answers).length > 0 && <Remember draft={draft} disabled={disabled} onChange={onChange} />}
    </Stack>
  );
}

/** One field for each question about the whole file. */
function useFields(file: FileRead, answers: FileAnswers, disabled: boolean, say: (said: Partial<FileAnswers>) => void) {
  const t = useT();
  const only = onlyColumn(file);
  const shared = (kind: 'NATURE' | 'UNIT') => asks(file, kind) || asks(file, 'COLUMNS');
  const nature = (only && columnOf(only, answers).nature) ?? answers.nature;
  return [
    (asks(file, 'YEAR') || answers.year !== undefined) && (
      <TextField
        key="year"
        type="number"
        size="small"
        required
        disabled={disabled}
        label={t('enums.FileQuestionKind.YEAR')}
        helperText={t('curveFiles.yearHint')}
        value={answers.year ?? ''}
        onChange={(event) =>
          say({ year: event.target.value === '' ? undefined : Number(event.target.value) } as Partial<FileAnswers>)
        }
        slotProps={{ htmlInput: { min: 1990, max: 2100, step: 1 } }}
      />
    ),
    (asks(file, 'DATE_ORDER') || answers.dateOrder) && (
      <ChoiceField
        key="dateOrder"
        label={t('enums.FileQuestionKind.DATE_ORDER')}
        value={answers.dateOrder}
        options={dateOrders.map((value) => ({ value, label: t(`enums.DateOrder.${value}`) }))}
        disabled={disabled}
        onChange={(dateOrder) => say({ dateOrder } as Partial<FileAnswers>)}
      />
    ),
    (asks(file, 'ZONE') || answers.zone) && (
      <ChoiceField
        key="zone"
        label={t('enums.FileQuestionKind.ZONE')}
        hint={t('curveFiles.zoneHint')}
        value={answers.zone}
        options={zones.map((value) => ({ value, label: t(`enums.FileZone.${value}`) }))}
        disabled={disabled}
        onChange={(zone) => say({ zone } as Partial<FileAnswers>)}
      />
    ),
    (asks(file, 'LABELS') || answers.labels) && (
      <ChoiceField
        key="labels"
        label={t('enums.FileQuestionKind.LABELS')}
        value={answers.labels}
        options={labels.map((value) => ({ value, label: t(`enums.FileLabels.${value}`) }))}
        disabled={disabled}
        onChange={(label) => say({ labels: label } as Partial<FileAnswers>)}
      />
    ),
    (asks(file, 'STEP_CHANGE') || answers.stepChange) && (
      <ChoiceField
        key="stepChange"
        label={t('enums.FileQuestionKind.STEP_CHANGE')}
        hint={t('curveFiles.stepChangeHint')}
        value={answers.stepChange}
        options={stepChanges.map((value) => ({ value, label: t(`enums.FileStepChange.${value}`) }))}
        disabled={disabled}
        onChange={(stepChange) => say({ stepChange } as Partial<FileAnswers>)}
      />
    ),
    (asks(file, 'DECIMAL_MARK') || answers.decimalMark) && (
      <ChoiceField
        key="decimalMark"
        label={t('enums.FileQuestionKind.DECIMAL_MARK')}
        value={answers.decimalMark}
        options={decimalMarks.map((value) => ({ value, label: t(`enums.FileDecimalMark.${value}`) }))}
        disabled={disabled}
        onChange={(decimalMark) => say({ decimalMark } as Partial<FileAnswers>)}
      />
    ),
    (asks(file, 'METER_INDEX') || answers.meterIndex) && (
      <ChoiceField
        key="meterIndex"
        label={t('enums.FileQuestionKind.METER_INDEX')}
        value={answers.meterIndex}
        options={meterIndexes.map((value) => ({ value, label: t(`enums.FileMeterIndex.${value}`) }))}
        disabled={disabled}
        onChange={(meterIndex) => say({ meterIndex } as Partial<FileAnswers>)}
      />
    ),
    (asks(file, 'LAST_LINE') || answers.lastLine) && (
      <ChoiceField
        key="lastLine"
        label={t('enums.FileQuestionKind.LAST_LINE')}
        value={answers.lastLine}
        options={lastLines.map((value) => ({ value, label: t(`enums.FileLastLine.${value}`) }))}
        disabled={disabled}
        onChange={(lastLine) => say({ lastLine } as Partial<FileAnswers>)}
      />
    ),
    (shared('NATURE') || answers.nature) && (
      <ChoiceField
        key="nature"
        label={t('enums.FileQuestionKind.NATURE')}
        value={nature}
        options={natures.map((value) => ({ value, label: t(`enums.Nature.${value}`) }))}
        disabled={disabled}
        onChange={(value) =>
          say(
            (only
              ? { columns: withColumn(answers.columns ?? [], { index: only.index, nature: value }) }
              : { nature: value }) as Partial<FileAnswers>,
          )
        }
      />
    ),
    (shared('UNIT') || answers.unit) && (
      <ChoiceField
        key="unit"
        label={t('enums.FileQuestionKind.UNIT')}
        value={answers.unit}
        options={units.map((value) => ({ value, label: t(`enums.FileUnit.${value}`) }))}
        disabled={disabled}
        onChange={(unit) => say({ unit } as Partial<FileAnswers>)}
      />
    ),
  ];
}

/** Whether the answers are kept for files that are understood alike. */
function Remember({
  draft,
  disabled,
  onChange,
}: {
  draft: Draft;
  disabled: boolean;
  onChange: (draft: Draft) => void;
}) {
  const t = useT();
  const { remember, name } = draft;
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', columnGap: 2, rowGap: 1, alignItems: 'center' }}>
      <FormControlLabel
        disabled={disabled}
        control={<Checkbox checked={remember} onChange={(_, on) => onChange({ ...draft, remember: on })} />}
        label={t('curveFiles.remember')}
      />
      {remember && (
        <WordsField
          atMost={120}
          size="small"
          required
          disabled={disabled}
          label={t('curveFiles.name')}
          value={name}
          onChange={(event) => onChange({ ...draft, name: event.target.value })}
          sx={{ flex: '0 1 280px' }}
        />
      )}
    </Stack>
  );
}
