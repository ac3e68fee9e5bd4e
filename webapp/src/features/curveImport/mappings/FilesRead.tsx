import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useFormats, useT, useTranslator } from '@openpmo/ui/i18n/context';
import { useId } from 'react';
import { useProblemText } from '../../../design/useProblemText';
import { AnswersForm } from './AnswersForm';
import { type Draft, type Drafts, draftFor, type FileRead, isUnusual, keyOf, openFiles } from './fileAnswers';

interface FilesReadProps {
  files: readonly FileRead[];
  drafts: Drafts;
  disabled: boolean;
  onChange: (file: FileRead, draft: Draft) => void;
}

/** Files of a known layout that are listed. */
const shownFiles = 20;

/** How each file was understood, and the questions that one of an unusual layout leaves open. */
export function FilesRead({ files, drafts, disabled, onChange }: FilesReadProps) {
  const t = useT();
  const unusual = files.filter(isUnusual);
  const open = openFiles(unusual).length;
  const known = files.filter((file) => !isUnusual(file));
  if (files.length === 0) return null;
  return (
    <Stack sx={{ gap: 1.5, minWidth: 0 }}>
      {open > 0 && (
        <Alert severity="warning" variant="outlined" role="status">
          {t('curveFiles.open', { smart_count: open })}
        </Alert>
      )}
      {unusual.map((file) => (
        <FileCard
          key={keyOf(file)}
          file={file}
          draft={draftFor(drafts, file)}
          disabled={disabled}
          onChange={(draft) => onChange(file, draft)}
        />
      ))}
      {known.slice(0, shownFiles).map((file) => (
        <KnownFile key={keyOf(file)} file={file} />
      ))}
      {known.length > shownFiles && (
        <Typography color="textSecondary">
          {t('curveFiles.furtherFiles', { smart_count: known.length - shownFiles })}
        </Typography>
      )}
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
  const words = useProblemText();
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
            <li key={note.key}>{words(note)}</li>
          ))}
        </Box>
      )}
      <Curves file={file} />
      {file.sheet && (
        <FormControlLabel
          disabled={disabled}
          control={
            <Checkbox
              checked={draft.answers.leaveOut ?? false}
              onChange={(_, leaveOut) => onChange({ ...draft, answers: { ...draft.answers, leaveOut } })}
            />
          }
          label={t('curveFiles.leaveOut')}
        />
      )}
      {!draft.answers.leaveOut && <AnswersForm file={file} draft={draft} disabled={disabled} onChange={onChange} />}
    </Paper>
  );
}

/** A file that leaves nothing open: what it is, and how much is in it. */
function KnownFile({ file }: { file: FileRead }) {
  const t = useT();
  const id = useId();
  return (
    <Paper variant="outlined" component="section" aria-labelledby={id} sx={{ px: 2, py: 1.5, minWidth: 0 }}>
      <Typography id={id} variant="h3" sx={{ overflowWrap: 'anywhere' }}>
        {file.fileName}
      </Typography>
      <Typography color="textSecondary">
        {[t('curveFiles.format', { name: file.format }), ...useFacts(file)].join(' · ')}
      </Typography>
      <Curves file={file} />
    </Paper>
  );
}

/** Sites of a file that are listed. */
const shownCurves = 6;

/** What was read of each site: values and energy. */
function Curves({ file: { curves = [], curveCount = curves.length } }: { file: FileRead }) {
  const t = useT();
  const formats = useFormats();
  if (curves.length === 0) return null;
  return (
    <Box component="ul" sx={{ my: 0.5, pl: 2.5 }}>
      {curves.slice(0, shownCurves).map(({ dsoId, nature, values, totalMilliWh }) => (
        <li key={`${dsoId} ${nature}`}>
          {[
            dsoId,
            t(`enums.Nature.${nature}`),
            t('curveFiles.values', { smart_count: values, value: formats.number(values) }),
            formats.kWh(totalMilliWh, 3),
          ].join(' · ')}
        </li>
      ))}
      {curveCount > shownCurves && <li>{t('curveFiles.furtherCurves', { smart_count: curveCount - shownCurves })}</li>}
    </Box>
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
