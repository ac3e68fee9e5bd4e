import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import { useState } from 'react';
import { FileDrop } from '../../design/FileDrop';
import { isSafe, pair, proposals, renamed } from './uploadModel';

interface UploadFormProps {
  onSend: (files: File[]) => void;
  /** The choice has changed: what was refused before does not count any more. */
  onChange: (() => void) | undefined;
}

/** Two files, under names that the operator allows. */
export function UploadForm({ onSend, onChange }: UploadFormProps) {
  const t = useT();
  const [files, setFiles] = useState<File[]>([]);
  const [asked, setAsked] = useState(false);
  const named = proposals(files.map(({ name }) => name));
  const unsafe = files.some(({ name }) => !isSafe(name));
  const choose = (next: File[]) => {
    setFiles(next);
    setAsked(false);
    onChange?.();
  };
  const send = () => {
    setAsked(true);
    if (files.length === pair && !unsafe) onSend(files);
  };
  return (
    <Stack sx={{ gap: 2 }}>
      <FileDrop
        label={t('curveUpload.files')}
        hint={t('curveUpload.hint')}
        accept=".csv,.xlsx,.zip"
        maxFiles={pair}
        maxMegabytes={200}
        files={files}
        error={asked && files.length !== pair ? t('errors.InvalidFilesNumber') : undefined}
        onChange={choose}
      />
      {unsafe && (
        <Alert severity="warning" variant="outlined" role="status">
          <AlertTitle>{t('curveUpload.rename.title')}</AlertTitle>
          {t('curveUpload.rename.advice')}
          <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2 }}>
            {files.map((file, i) =>
              file.name === named[i] ? null : (
                <Typography key={file.name} component="li" sx={{ overflowWrap: 'anywhere' }}>
                  {t('curveUpload.rename.one', { from: file.name, to: named[i] })}
                </Typography>
              ),
            )}
          </Box>
          <Button
            size="small"
            color="inherit"
            variant="outlined"
            onClick={() => choose(files.map((file, i) => renamed(file, named[i] ?? file.name)))}
            sx={{ mt: 1 }}
          >
            {t('curveUpload.rename.accept')}
          </Button>
        </Alert>
      )}
      <Stack direction="row" sx={{ gap: 1.5, alignItems: 'center', flexWrap: 'wrap' }}>
        <Button variant="contained" onClick={send}>
          {t('curveUpload.send')}
        </Button>
        {asked && unsafe && (
          <Typography role="alert" color="error">
            {t('curveUpload.rename.first')}
          </Typography>
        )}
      </Stack>
    </Stack>
  );
}
