import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { later } from '../../design/later';
import { ImportStatus } from './ImportStatus';
import type { CurveImport } from './imports';
import { ImportDecision } from './newImport/ImportDecision';
import { ImportPreview } from './newImport/ImportPreview';

// Seldom something was refused.
const ProblemLines = later(async () => (await import('./ProblemLines')).ProblemLines);

/** What came of an import: its files, curve by curve what they changed, or why they were refused; and its undoing. */
export function ImportBody({ shown }: { shown: CurveImport }) {
  const t = useT();
  const formats = useFormats();
  return (
    <Stack sx={{ gap: 2 }}>
      <Stack direction="row" sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        <ImportStatus status={shown.status} />
        {shown.createdBy && <Typography color="textSecondary">{shown.createdBy}</Typography>}
      </Stack>
      <Stack component="ul" sx={{ m: 0, pl: 2 }}>
        {shown.files.map(({ name, size, format }) => (
          <Typography key={name} component="li" sx={{ overflowWrap: 'anywhere' }}>
            {name}{' '}
            <Typography component="span" variant="caption" color="textSecondary">
              {[t('formats.kilobytes', { value: formats.number(Math.ceil(size / 1024)) }), format]
                .filter(Boolean)
                .join(' · ')}
            </Typography>
            {mappingsOf(shown, name).map((mapping) => (
              <Typography key={mapping} variant="body2" color="textSecondary">
                {t('curveFiles.mapped', { name: mapping })}
              </Typography>
            ))}
          </Typography>
        ))}
      </Stack>
      {shown.status === 'FAILED' && <ProblemLines problems={shown.errors ?? []} dryRun={false} />}
      {shown.result && <ImportPreview result={shown.result} done held={shown.status === 'SUSPECTED'} />}
      <ImportDecision importId={shown.id} status={shown.status} dryRun={shown.dryRun} />
    </Stack>
  );
}

/** The remembered answers that a file was read by: one for each sheet, at most. */
const mappingsOf = ({ result }: CurveImport, fileName: string): string[] => [
  ...new Set(
    (result?.files ?? []).flatMap((file) => (file.fileName === fileName && file.mappingName ? [file.mappingName] : [])),
  ),
];
