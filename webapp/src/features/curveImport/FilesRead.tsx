import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useFormats, useT, useTranslator } from '@openpmo/ui/i18n/context';
import { problemText } from '@openpmo/ui/i18n/translator';
import { useId } from 'react';
import { AnswersForm } from './AnswersForm';
import { type Draft, type Drafts, draftFor, type FileRead, isUnusual, openFiles } from './fileAnswers';

interface FilesReadProps {
  files: readonly FileRead[];
  drafts: Drafts;
  disabled: boolean;
  onChange: (fileName: string, draft: Draft) => void;
}

/** How each file of an unusual layout was understood, and the questions it leaves open. */
export function FilesRead({ files, drafts, disabled, onChange }: FilesReadProps) {
  const t = useT();
  const unusual = files.filter(isUnusual);
  const open = openFiles(unusual).length;
  if (unusual.length === 0) return null;
  return (
    <Stack sx={{ gap: 1.5, minWidth: 0 }}>
      {open > 0 && (
        <Alert severity="warning" variant="outlined" role="status">
          {t('curveFiles.open', { smart_count: open })}
        </Alert>
      )}
      {unusual.map((file) => (
        <FileCard
          key={file.fileName}
          file={file}
          draft={draftFor(drafts, file)}
          disabled={disabled}
          onChange={(draft) => onChange(file.fileName, draft)}
        />
      ))}
    </Stack>
  );
}

interface FileCardProps {
  file: FileRead;
  draft: Draft;
  disabled: boolean;
  onChange: (draft: Draft) => void;
}

function FileCard({ file, draft, disabled, onChange }: FileCardProps) {
  const t = useT();
  const translator = useTranslator();
  const id = useId();
  return (
    <Paper variant="outlined" component="section" aria-labelledby={id} sx={{ p: 2, minWidth: 0 }}>
      <Typography id={id} variant="h3" sx={{ overflowWrap: 'anywhere' }}>
        {file.fileName}
      </Typography>
      <Typography color="textSecondary">{useFacts(file).join(' · ')}</Typography>
      {file.mappingName && (
        <Typography color="textSecondary">{t('curveFiles.mapped', { name: file.mappingName })}</Typography>
      )}
      {file.notes.length > 0 && (
        <Box component="ul" sx={{ my: 0.5, pl: 2.5 }}>
          {file.notes.map((note) => (
            <li key={note.key}>{problemText(translator, note)}</li>
          ))}
        </Box>
      )}
      <AnswersForm file={file} draft={draft} disabled={disabled} onChange={onChange} />
    </Paper>
  );
}

/** What was understood, in a few words. */
function useFacts(file: FileRead): string[] {
  const { t, any } = useTranslator();
  const formats = useFormats();
  const { sheet, encoding, separator, dateFormat, zone, labels, unit, step, rows, from, to } = file;
  const separators: Record<string, string> = { '\t': t('curveFiles.tab'), ' ': t('curveFiles.blank') };
  // The last step ends at midnight: the day before is the last one.
  const last = to && new Date(Date.parse(to) - 1);
  return [
    sheet && t('curveFiles.sheet', { name: sheet }),
    encoding,
    separator && t('curveFiles.separator', { mark: separators[separator] ?? separator }),
    dateFormat,
    zone && t(`enums.FileZone.${zone}`),
    labels && t(`enums.FileLabels.${labels}`),
    unit && t(`enums.FileUnit.${unit}`),
    step && any(`formats.step.${step}`, undefined, step),
    rows !== undefined && t('curveFiles.rows', { smart_count: rows, value: formats.number(rows) }),
    from &&
      last &&
      t('formats.period', { from: formats.day(formats.dayOf(new Date(from))), to: formats.day(formats.dayOf(last)) }),
  ].filter((fact) => typeof fact === 'string');
}
