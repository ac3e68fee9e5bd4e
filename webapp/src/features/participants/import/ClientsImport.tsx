import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useT } from '@openpmo/ui/i18n/context';
import { useState } from 'react';
import { useOperation } from '../../../api/operations';
import { FileDrop } from '../../../design/FileDrop';
import { notify } from '../../../design/snackbars';
import { useClientsFile } from '../queriesEnrolment';
import { FileColumns } from './FileColumns';
import { ImportFrame, type ImportPartProps, Waiting } from './ImportFrame';
import { ImportRefusal } from './ImportRefusal';
import { ImportReport } from './ImportReport';
import { clientsFileName, clientsOf } from './importFile';

/** Clients of invoices by a file: each line looked at first, then all of them stored. */
export function ClientsImport({ onKind, onClose }: ImportPartProps) {
  const t = useT();
  const operation = useOperation();
  const [files, setFiles] = useState<File[]>([]);
  const [addZeros, setAddZeros] = useState(false);
  const check = useClientsFile(operation.id, true);
  const take = useClientsFile(operation.id, false);
  const busy = check.isPending || take.isPending;
  const report = check.data;
  const changes = report && !report.rejected ? report.created + report.updated : 0;
  const look = (file: File | undefined, zeros: boolean) => {
    setAddZeros(zeros);
    take.reset();
    if (file) check.mutate({ file, addZeros: zeros });
    else check.reset();
  };
  const run = () => {
    const [file] = files;
    if (!file || busy) return;
    take.mutate(
      { file, addZeros },
      {
        onSuccess: (done) => {
          notify(t('participants.clients.done', { created: done?.created ?? 0, updated: done?.updated ?? 0 }));
          onClose();
        },
      },
    );
  };
  return (
    <ImportFrame
      kind="clients"
      onKind={onKind}
      busy={busy}
      onClose={onClose}
      intro={t('participants.clients.intro')}
      closeLabel={t(report && changes === 0 ? 'design.close' : 'design.cancel')}
      action={
        changes > 0 && (
          <Button variant="contained" onClick={run} loading={take.isPending}>
            {t('participants.clients.run', { smart_count: changes })}
          </Button>
        )
      }
    >
      <FileDrop
        label={t('participants.clients.file')}
        accept=".xlsx,.csv"
        maxMegabytes={5}
        hint={t('participants.clients.hint')}
        files={files}
        onChange={(next) => {
          setFiles(next);
          look(next[0], false);
        }}
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
            onAddZeros={() => look(files[0], true)}
            annotated={null}
            nothingText={t('participants.clients.nothing')}
            subject={t('participants.clients.one')}
          />
        )}
      </Box>
      {!report && <FileColumns columns={clientsOf()} name={clientsFileName(operation.externalId)} />}
    </ImportFrame>
  );
}
