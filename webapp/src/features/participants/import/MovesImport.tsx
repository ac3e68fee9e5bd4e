import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { Schemas } from '@openpmo/sdk';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { type ReactNode, useMemo, useState } from 'react';
import { useOperation } from '../../../api/operations';
import { type Column, DataTable } from '../../../design/DataTable';
import { FileDrop } from '../../../design/FileDrop';
import { notify } from '../../../design/snackbars';
import { useProblemText } from '../../../design/useProblemText';
import { useAnnotateMoves, useSuccessions } from '../queriesEnrolment';
import { useTellTouched, useTouchedText } from '../useTouchedInvoices';
import { AnnotatedFile } from './AnnotatedFile';
import { FileColumns } from './FileColumns';
import { ImportFrame, type ImportPartProps, Waiting } from './ImportFrame';
import { ImportRefusal } from './ImportRefusal';
import { movesFileName, movesOf, remarksOf } from './importFile';
import { RemarkList } from './RemarkList';

type Report = Schemas['SuccessionsReport'];

/** Changes of occupant by a file: each line looked at first, then all of them made. */
export function MovesImport({ onKind, onClose }: ImportPartProps) {
  const t = useT();
  const operation = useOperation();
  const [files, setFiles] = useState<File[]>([]);
  const [addZeros, setAddZeros] = useState(false);
  const check = useSuccessions(operation.id, true);
  const take = useSuccessions(operation.id, false);
  const annotate = useAnnotateMoves(operation.id);
  const tellTouched = useTellTouched();
  const busy = check.isPending || take.isPending;
  const report = check.data;
  const changes = report && report.rejected === 0 ? report.created : 0;
  const look = (file: File | undefined, zeros: boolean) => {
    setAddZeros(zeros);
    take.reset();
    if (file) check.mutate({ file, addZeros: zeros });
    else check.reset();
  };
  const choose = (next: File[]) => {
    setFiles(next);
    look(next[0], false);
  };
  const run = () => {
    const [file] = files;
    if (!file || busy) return;
    take.mutate(
      { file, addZeros },
      {
        onSuccess: (done) => {
          notify(t('participants.moves.done', { smart_count: done?.created ?? 0 }));
          for (const row of done?.rows ?? []) tellTouched(row.touchedInvoices);
          onClose();
        },
      },
    );
  };
  return (
    <ImportFrame
      kind="moves"
      onKind={onKind}
      busy={busy}
      onClose={onClose}
      intro={t('participants.moves.intro')}
      closeLabel={t(report && changes === 0 ? 'design.close' : 'design.cancel')}
      action={
        changes > 0 && (
          <Button variant="contained" onClick={run} loading={take.isPending}>
            {t('participants.moves.run', { smart_count: changes })}
          </Button>
        )
      }
    >
      <FileDrop
        label={t('participants.moves.file')}
        accept=".xlsx,.csv"
        maxMegabytes={5}
        hint={t('participants.moves.hint')}
        files={files}
        onChange={choose}
        disabled={busy}
      />
      <Box aria-live="polite" sx={{ '& > *': { mt: 2 } }}>
        {busy && <Waiting text={t(take.isPending ? 'participants.moves.running' : 'participants.import.checking')} />}
        {!busy && (check.isError || take.isError) && <ImportRefusal error={take.error ?? check.error} />}
        {!busy && report && !take.isError && (
          <MovesReport
            report={report}
            onAddZeros={() => look(files[0], true)}
            annotated={
              <AnnotatedFile
                pending={annotate.isPending}
                onDownload={() => files[0] && annotate.mutate({ file: files[0], addZeros })}
              />
            }
          />
        )}
      </Box>
      {!report && (
        <FileColumns columns={movesOf(operation.siteIdentifier)} name={movesFileName(operation.externalId)} />
      )}
    </ImportFrame>
  );
}

/** What each line would do, and what keeps some from being taken. */
function MovesReport({
  report,
  onAddZeros,
  annotated,
}: {
  report: Report;
  onAddZeros: () => void;
  annotated: ReactNode;
}) {
  const t = useT();
  const words = useProblemText();
  const touched = useTouchedText();
  const columns = useColumns();
  const errors = remarksOf(report.errors ?? [], words);
  const warnings = remarksOf(report.warnings ?? [], words);
  const made = report.rows.filter(({ outcome }) => outcome === 'CREATED');
  return (
    <>
      {report.rejected > 0 && (
        <Alert severity="error" variant="outlined" role="alert" sx={wide}>
          <AlertTitle>{t('participants.import.rejectedTitle', { smart_count: report.rejected })}</AlertTitle>
          <RemarkList remarks={errors} />
          {annotated}
          {report.errors?.some(({ key }) => key === 'import.zeroMissing') && (
            <Button size="small" variant="outlined" sx={{ mt: 1 }} onClick={onAddZeros}>
              {t('participants.import.zeros')}
            </Button>
          )}
        </Alert>
      )}
      {report.unchanged > 0 && (
        <Alert severity="info" variant="outlined">
          {t('participants.moves.unchanged', { smart_count: report.unchanged })}
        </Alert>
      )}
      {made.length > 0 && (
        <DataTable
          dense
          caption={t('participants.moves.changes')}
          rows={made}
          columns={columns}
          rowId={({ row }) => String(row)}
          rowName={({ name }) => name}
          maxHeight={320}
        />
      )}
      {made.flatMap(({ row, touchedInvoices }) =>
        touchedInvoices ? (
          <Alert key={row} severity="warning" variant="outlined">
            {touched(touchedInvoices)}
          </Alert>
        ) : (
          []
        ),
      )}
      {warnings.length > 0 && (
        <Alert severity="warning" variant="outlined" sx={wide}>
          <AlertTitle>{t('participants.import.warnings', { smart_count: warnings.length })}</AlertTitle>
          <RemarkList remarks={warnings} />
        </Alert>
      )}
    </>
  );
}

const wide = { '& .MuiAlert-message': { flex: 1, minWidth: 0 } };

function useColumns(): Column<Report['rows'][number]>[] {
  const t = useT();
  const formats = useFormats();
  return useMemo(
    () => [
      { id: 'row', header: t('participants.import.row'), width: '64px', cell: ({ row }) => formats.number(row) },
      {
        id: 'who',
        header: t('participants.moves.who'),
        width: 'minmax(180px, 2fr)',
        card: 'title',
        cell: ({ predecessor = '', name, dsoId }) => (
          <Box sx={{ whiteSpace: 'normal', lineHeight: 1.25, py: 0.5 }}>
            {t('participants.moves.from', { predecessor, name })}
            <Typography component="span" variant="caption" color="textSecondary" sx={{ display: 'block' }}>
              {dsoId}
            </Typography>
          </Box>
        ),
      },
      {
        id: 'start',
        header: t('participants.succession.date'),
        width: '130px',
        cell: ({ startDate }) => (startDate ? formats.day(startDate) : ''),
      },
      {
        id: 'plans',
        header: t('participants.moves.plans'),
        width: 'minmax(120px, 1fr)',
        cell: ({ plans }) => plans.join(' · ') || t('participants.moves.noPlan'),
      },
    ],
    [t, formats],
  );
}
