import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import { useId, useState } from 'react';
import { ChoiceField, SiteField } from './ChoiceField';
import {
  askedColumn,
  type ColumnAnswer,
  type FileAnswers,
  type FileColumn,
  type FileRead,
  natures,
  numberColumns,
  units,
  withColumn,
} from './fileAnswers';

const roles = ['VALUE', 'IGNORED'] as const;

interface ColumnAnswersProps {
  file: FileRead;
  answers: FileAnswers;
  disabled: boolean;
  onChange: (columns: ColumnAnswer[]) => void;
}

/** Which columns are taken, and whose they are. Those that leave nothing open are folded away. */
export function ColumnAnswers({ file, answers, disabled, onChange }: ColumnAnswersProps) {
  const t = useT();
  const [all, setAll] = useState(false);
  const columns = numberColumns(file);
  const asked = columns.filter(
    ({ index, role }) =>
      role === undefined ||
      file.questions.some(({ column }) => column === index) ||
      answers.columns?.some((said) => said.index === index),
  );
  const shown = all ? columns : asked;
  const bySite = file.columns.some(({ role }) => role === 'SITE');
  return (
    <Stack sx={{ gap: 1 }}>
      {shown.map((column) => (
        <ColumnRow
          key={column.index}
          column={askedColumn(file, column, answers)}
          withSite={!bySite}
          disabled={disabled}
          onChange={(said) => onChange(withColumn(answers.columns ?? [], { index: column.index, ...said }))}
        />
      ))}
      {asked.length < columns.length && (
        <div>
          <Button size="small" color="inherit" onClick={() => setAll(!all)} aria-expanded={all}>
            {t(all ? 'curveFiles.fewerColumns' : 'curveFiles.allColumns')}
          </Button>
        </div>
      )}
    </Stack>
  );
}

interface ColumnRowProps {
  column: FileColumn;
  withSite: boolean;
  disabled: boolean;
  onChange: (said: Partial<ColumnAnswer>) => void;
}

/** What is said about one column. */
export function ColumnRow({ column, withSite, disabled, onChange }: ColumnRowProps) {
  const t = useT();
  const id = useId();
  const { index, header, samples, role, dsoId, nature, unit } = column;
  const taken = role === 'VALUE';
  const said = (change: object) => onChange(change as Partial<ColumnAnswer>);
  return (
    <Box
      role="group"
      aria-labelledby={id}
      sx={{
        display: 'grid',
        gap: 1.5,
        alignItems: 'start',
        pb: 1,
        borderBottom: 1,
        borderColor: 'divider',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(140px, 1fr) repeat(4, minmax(120px, 1fr))' },
      }}
    >
      <Box sx={{ minWidth: 0 }}>
        <Typography id={id} noWrap sx={{ fontWeight: 600 }}>
          {header || t('curveFiles.column', { number: index + 1 })}
        </Typography>
        <Typography noWrap variant="caption" component="div" color="textSecondary">
          {samples.join(' · ')}
        </Typography>
      </Box>
      <ChoiceField
        label={t('curveFiles.role')}
        value={taken ? 'VALUE' : 'IGNORED'}
        options={roles.map((value) => ({ value, label: t(`enums.ColumnRole.${value}`) }))}
        disabled={disabled}
        onChange={(value) => said({ role: value ?? 'IGNORED' })}
      />
      {taken && withSite && (
        <SiteField value={dsoId} disabled={disabled} onChange={(value) => said({ dsoId: value ?? '' })} />
      )}
      {taken && (
        <>
          <ChoiceField
            label={t('enums.FileQuestionKind.NATURE')}
            value={nature}
            empty={t('curveFiles.likeFile')}
            options={natures.map((value) => ({ value, label: t(`enums.Nature.${value}`) }))}
            disabled={disabled}
            onChange={(value) => said({ nature: value })}
          />
          <ChoiceField
            label={t('enums.FileQuestionKind.UNIT')}
            value={unit}
            empty={t('curveFiles.likeFile')}
            options={units.map((value) => ({ value, label: t(`enums.FileUnit.${value}`) }))}
            disabled={disabled}
            onChange={(value) => said({ unit: value })}
          />
        </>
      )}
    </Box>
  );
}
