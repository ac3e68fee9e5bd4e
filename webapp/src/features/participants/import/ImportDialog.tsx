import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useState } from 'react';
import { useOperation } from '../../../api/operations';
import { useConfig } from '../../../api/session';
import { FileDrop } from '../../../design/FileDrop';
import { notify } from '../../../design/snackbars';
import { useRefusalTexts } from '../../../design/useProblemText';
import { filledTemplate, useAnnotateFile, useCheckFile, useImportFile, useSyncSites } from '../queries';
import { useTellTouched } from '../useTouchedInvoices';
import { AnnotatedFile } from './AnnotatedFile';
import { ClientsImport } from './ClientsImport';
import { FileColumns } from './FileColumns';
import { ImportFrame, type ImportKind, type ImportPartProps, Waiting } from './ImportFrame';
import { ImportRefusal } from './ImportRefusal';
import { ImportReport } from './ImportReport';
import { columnsOf, fileName } from './importFile';
import { MovesImport } from './MovesImport';

/** Takes a file over in two steps: checked as soon as it is chosen, stored on demand. It is one of sites, of changes of occupant, or of clients. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  useRefusalTexts();
  const [kind, setKind] = useState<ImportKind>('sites');
  const Part = parts[kind];
  return <Part onKind={setKind} onClose={onClose} />;
}

function SitesImport({ onKind, onClose }: ImportPartProps) {
  const t = useT();
  const formats = useFormats();
  const operation = useOperation();
  const [files, setFiles] = useState<File[]>([]);
  const askable = useConfig()?.perimeterOperators?.includes(operation.dso) ?? false;
  // The operator's own answer, or a file of it: looked at in the same way before it is taken over.
  const [asked, setAsked] = useState(false);
  const checkFileCall = useCheckFile(operation.id);
  const takeFile = useImportFile(operation.id);
  const checkSync = useSyncSites(operation.id, true);
  const takeSync = useSyncSites(operation.id, false);
  const check = asked ? checkSync : checkFileCall;
  const take = asked ? takeSync : takeFile;
  const annotate = useAnnotateFile(operation.id);
  const busy = check.isPending || take.isPending;
  const tellTouched = useTellTouched();
  const report = check.data;
  const [addZeros, setAddZeros] = useState(false);
  const sites = report && !report.rejected ? report.created + report.updated : 0;
  const checkFile = (file: File | undefined, zeros: boolean) => {
    setAddZeros(zeros);
    setAsked(false);
    takeFile.reset();
    if (file) checkFileCall.mutate({ file, addZeros: zeros });
    else checkFileCall.reset();
  };
  const ask = () => {
    setFiles([]);
    setAsked(true);
    takeSync.reset();
    checkSync.mutate();
  };
  const choose = (next: File[]) => {
    setFiles(next);
    checkFile(next[0], false);
  };
  const run = () => {
    const [file] = files;
    if (busy) return;
    const told = {
      onSuccess: (done: typeof report) => {
        notify(t('participants.import.done', { created: done?.created ?? 0, updated: done?.updated ?? 0 }));
        tellTouched(done?.touchedInvoices);
        onClose();
      },
    };
    if (asked) takeSync.mutate(undefined, told);
    else if (file) takeFile.mutate({ file, addZeros }, told);
  };
  const annotated = (
    <AnnotatedFile
      pending={annotate.isPending}
      onDownload={() => files[0] && annotate.mutate({ file: files[0], addZeros })}
    />
  );
  return (
    <ImportFrame
      kind="sites"
      onKind={onKind}
      busy={busy}
      onClose={onClose}
      intro={t('participants.import.intro')}
      closeLabel={t(report && sites === 0 ? 'design.close' : 'design.cancel')}
      action={
        sites > 0 && (
          <Button variant="contained" onClick={run} loading={take.isPending}>
            {t('participants.import.run', { smart_count: sites })}
          </Button>
        )
      }
    >
      {askable && (
        <Box sx={{ mb: 2 }}>
          <Button variant="outlined" disabled={busy} onClick={ask}>
            {t('participants.import.ask')}
          </Button>
          <Typography variant="body2" color="textSecondary" sx={{ mt: 0.5 }}>
            {t('participants.import.ask.hint')}
          </Typography>
        </Box>
      )}
      <FileDrop
        label={t('participants.import.file')}
        accept=".xlsx,.csv"
        maxMegabytes={5}
        hint={t('participants.import.hint', { name: fileName(operation.externalId, formats.dayOf()) })}
        files={files}
        onChange={choose}
        disabled={busy}
      />
      <Box aria-live="polite" sx={{ '& > *': { mt: 2 } }}>
        {busy && (
          <Waiting text={t(take.isPending ? 'participants.import.importing' : 'participants.import.checking')} />
        )}
        {!busy && (check.isError || take.isError) && <ImportRefusal error={take.error ?? check.error} />}
        {!busy && report && !take.isError && (
          <ImportReport
            report={report}
            onAddZeros={() => checkFile(files[0], true)}
            annotated={asked ? null : annotated}
          />
        )}
      </Box>
      {!report && (
        <FileColumns
          columns={columnsOf(operation.siteIdentifier)}
          name={fileName(operation.externalId, formats.dayOf())}
          filled={filledTemplate(operation.id)}
        />
      )}
    </ImportFrame>
  );
}

const parts = { sites: SitesImport, moves: MovesImport, clients: ClientsImport };
