import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import { lazy, Suspense, useId, useState } from 'react';
import { ErrorPanel } from '../../../design/ErrorPanel';
import { FileDrop } from '../../../design/FileDrop';
import { RowsSkeleton } from '../../../design/Skeletons';
import { importResultOf } from '../imports';
import { useFileReading } from '../mappings/useFileReading';
import { useSaveMappings } from '../mappings/useSaveMappings';
import { ImportActions } from './ImportActions';
import { ImportSteps } from './ImportSteps';
import { StatusChoice } from './StatusChoice';
import { useImportFlow } from './useImportFlow';

// What files hold and what became of them is shown once they were looked into.
const ImportOutcome = lazy(async () => ({ default: (await import('./ImportOutcome')).ImportOutcome }));

/** Files at once, and megabytes of one, as the server takes them. */
const limits = { maxFiles: 200, maxMegabytes: 200 };

/** Choose files, see what they hold, store them. */
export function NewImport() {
  const t = useT();
  const id = useId();
  const [files, setFiles] = useState<File[]>([]);
  const [definitive, setDefinitive] = useState(false);
  const flow = useImportFlow();
  const reading = useFileReading(importResultOf(flow.job)?.files);
  const saveMappings = useSaveMappings();
  const { stage } = flow;
  const over = stage === 'done' || stage === 'failed';
  const again = () => {
    setFiles([]);
    setDefinitive(false);
    reading.forget();
    flow.restart();
  };
  const send = (dryRun: boolean) => {
    reading.sent();
    // What the check has listed was agreed to, when the import was asked for.
    const acceptSuspected = !dryRun && (importResultOf(flow.job)?.suspectedCount ?? 0) > 0;
    flow.send({ files, definitive, dryRun, acceptSuspected, answers: reading.answers });
  };
  return (
    <Card component="section" aria-labelledby={id} sx={{ p: 2 }}>
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 2, alignItems: 'center', mb: 2 }}>
        <Typography id={id} variant="h2" sx={{ mr: 'auto' }}>
          {t('curveImport.new.title')}
        </Typography>
        <ImportSteps stage={stage} />
      </Stack>
      <Stack sx={{ gap: 2 }}>
        {stage !== 'importing' && stage !== 'held' && !over && (
          <Box
            sx={{
              display: 'grid',
              gap: { xs: 2, md: 3 },
              gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 3fr) minmax(0, 2fr)' },
            }}
          >
            <FileDrop
              label={t('curveImport.new.files')}
              hint={t('curveImport.new.hint')}
              accept=".csv,.txt,.xlsx,.xml,.zip"
              maxFiles={limits.maxFiles}
              maxMegabytes={limits.maxMegabytes}
              files={files}
              disabled={flow.busy}
              onChange={(next) => {
                setFiles(next);
                reading.forget();
                flow.restart();
              }}
            />
            <StatusChoice
              definitive={definitive}
              disabled={flow.busy}
              onChange={(next) => {
                setDefinitive(next);
                flow.restart();
              }}
            />
          </Box>
        )}
        {flow.error !== null && <ErrorPanel error={flow.error} />}
        {(stage !== 'choose' || flow.loading) && (
          <Suspense fallback={<RowsSkeleton rows={2} />}>
            <ImportOutcome stage={stage} flow={flow} reading={reading} />
          </Suspense>
        )}
        <ImportActions
          stage={stage}
          result={importResultOf(flow.job)}
          canImport={files.length > 0}
          busy={flow.busy}
          recheck={reading.recheck}
          onCheck={() => send(true)}
          onImport={() => {
            saveMappings(reading.files, reading.drafts);
            send(false);
          }}
          onAgain={again}
        />
      </Stack>
    </Card>
  );
}
