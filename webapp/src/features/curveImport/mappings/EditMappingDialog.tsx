import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import { type FormEvent, useState } from 'react';
import { useOperation } from '../../../api/operations';
import { ErrorPanel } from '../../../design/ErrorPanel';
import { FormDialog } from '../../../design/FormDialog';
import { notify } from '../../../design/snackbars';
import { WordsField } from '../../../design/WordsField';
import { asSeen, useChangeMapping } from '../queries';
import { ChoiceField } from './ChoiceField';
import { ColumnRow } from './ColumnAnswers';
import {
  columnsOf,
  dateOrders,
  type FileAnswers,
  type FileMapping,
  labels,
  natures,
  spokenAnswers,
  stepChanges,
  units,
  withColumn,
  zones,
} from './fileAnswers';

/** The name and the answers of a mapping. Imports that used it stay as they are. */
export function EditMappingDialog({ mapping, onClose }: { mapping: FileMapping; onClose: () => void }) {
  const t = useT();
  const { id: operationId } = useOperation();
  const [name, setName] = useState(mapping.name);
  const [answers, setAnswers] = useState<FileAnswers>(mapping.answers);
  const change = useChangeMapping();
  const save = (event: FormEvent) => {
    event.preventDefault();
    change.mutate(
      {
        params: { path: { operationId, mappingId: mapping.id }, header: asSeen(mapping) },
        body: { name: name.trim(), answers: spokenAnswers(answers) },
      },
      {
        onSuccess: () => {
          notify(t('curveFiles.saved.edited', { name: name.trim() }));
          onClose();
        },
      },
    );
  };
  return (
    <FormDialog
      title={t('curveFiles.saved.editTitle', { name: mapping.name })}
      confirmLabel={t('curveFiles.saved.save')}
      pending={change.isPending}
      disabled={name.trim() === ''}
      width="md"
      onSubmit={save}
      onClose={onClose}
    >
      <WordsField
        atMost={120}
        size="small"
        required
        autoFocus
        label={t('curveFiles.name')}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      {mapping.header && (
        <Typography color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          {t('curveFiles.saved.header')} : {mapping.header.join(' · ')}
        </Typography>
      )}
      <WholeFile answers={answers} onChange={setAnswers} />
      {columnsOf(mapping).map((column) => (
        <ColumnRow
          key={column.index}
          column={{ ...column, ...answers.columns?.find(({ index }) => index === column.index) }}
          withSite
          disabled={change.isPending}
          onChange={(said) =>
            setAnswers({
              ...answers,
              columns: withColumn(answers.columns ?? [], { ...said, index: column.index }),
            })
          }
        />
      ))}
      {change.isError && <ErrorPanel error={change.error} />}
    </FormDialog>
  );
}

/** The answers about the whole file; an empty one is asked again, or read in the file. */
function WholeFile({ answers, onChange }: { answers: FileAnswers; onChange: (answers: FileAnswers) => void }) {
  const t = useT();
  const field = <K extends 'zone' | 'labels' | 'dateOrder' | 'stepChange' | 'nature' | 'unit'>(
    key: K,
    label: string,
    options: { value: NonNullable<FileAnswers[K]>; label: string }[],
  ) => (
    <ChoiceField
      label={label}
      empty={t('curveFiles.saved.open')}
      value={answers[key]}
      options={options}
      disabled={false}
      onChange={(value) => onChange({ ...answers, [key]: value } as FileAnswers)}
    />
  );
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(auto-fill, minmax(220px, 1fr))' },
      }}
    >
      {field(
        'dateOrder',
        t('enums.FileQuestionKind.DATE_ORDER'),
        dateOrders.map((value) => ({ value, label: t(`enums.DateOrder.${value}`) })),
      )}
      {field(
        'zone',
        t('enums.FileQuestionKind.ZONE'),
        zones.map((value) => ({ value, label: t(`enums.FileZone.${value}`) })),
      )}
      {field(
        'labels',
        t('enums.FileQuestionKind.LABELS'),
        labels.map((value) => ({ value, label: t(`enums.FileLabels.${value}`) })),
      )}
      {field(
        'stepChange',
        t('enums.FileQuestionKind.STEP_CHANGE'),
        stepChanges.map((value) => ({ value, label: t(`enums.FileStepChange.${value}`) })),
      )}
      {field(
        'nature',
        t('enums.FileQuestionKind.NATURE'),
        natures.map((value) => ({ value, label: t(`enums.Nature.${value}`) })),
      )}
      {field(
        'unit',
        t('enums.FileQuestionKind.UNIT'),
        units.map((value) => ({ value, label: t(`enums.FileUnit.${value}`) })),
      )}
    </Box>
  );
}
