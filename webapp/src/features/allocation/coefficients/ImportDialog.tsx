import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { Schemas } from '@openpmo/sdk';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useState } from 'react';
import { useOperation } from '../../../api/operations';
import { FileDrop } from '../../../design/FileDrop';
import { FormDialog } from '../../../design/FormDialog';
import { notify } from '../../../design/snackbars';
import { ProblemList } from '../key/ProblemList';
import { useImportFiles } from './queries';

/** Takes coefficient files in: first looked at, then stored as those of their month. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const [files, setFiles] = useState<File[]>([]);
  const operationId = useOperation().id;
  const look = useImportFiles(operationId);
  const take = useImportFiles(operationId);
  const found = look.data ?? [];
  const choose = (next: File[]) => {
    setFiles(next);
    look.reset();
    take.reset();
    if (next.length > 0) look.mutate({ files: next, dryRun: true });
  };
  const store = () =>
    take.mutate(
      { files, dryRun: false },
      {
        onSuccess: (stored) => {
          notify(t('allocation.import.done', { smart_count: stored?.length ?? 0 }));
          onClose();
        },
      },
    );
  return (
    <FormDialog
      title={t('allocation.import.title')}
      confirmLabel={t('allocation.import.store', { smart_count: found.length })}
      pending={take.isPending}
      disabled={found.length === 0}
      onSubmit={(event) => {
        event.preventDefault();
        store();
      }}
      onClose={onClose}
    >
      <Typography>{t('allocation.import.words')}</Typography>
      <FileDrop
        label={t('allocation.import.files')}
        files={files}
        onChange={choose}
        accept=".csv,.txt"
        maxFiles={50}
        disabled={take.isPending}
      />
      {look.isPending && <Typography role="status">{t('allocation.import.checking')}</Typography>}
      {found.length > 0 && <Found found={found} />}
      <ProblemList error={take.error ?? look.error} />
    </FormDialog>
  );
}

function Found({ found }: { found: readonly Schemas['CoefficientImport'][] }) {
  const t = useT();
  const formats = useFormats();
  return (
    <Alert severity="success" variant="outlined" role="status">
      {t('allocation.import.readable')}
      <Box component="ul" sx={{ m: 0, pl: 2 }}>
        {found.map(({ month, mode, sites, steps }) => (
          <li key={`${month} ${mode}`}>
            {t('allocation.import.month', {
              month: formats.day(`${month}-01`, 'month'),
              sites: formats.number(sites),
              steps: formats.number(steps),
            })}
          </li>
        ))}
      </Box>
    </Alert>
  );
}
