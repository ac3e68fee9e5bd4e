import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import { useState } from 'react';
import { FileDrop } from '../../../design/FileDrop';
import { useRefusalTexts } from '../../../design/useProblemText';
import { isSafe, proposals, renamed } from './uploadTroubles';

/** Files at once, and megabytes of one, as the server takes them. */
const limits = { maxFiles: 15, maxMegabytes: 200 };

interface UploadFormProps {
  files: File[];
  onChange: (files: File[]) => void;
  onSend: () => void;
}

/** Chooses files and proposes names that the operator allows. How many and which names: the server decides. */
export function UploadForm({ files, onChange, onSend }: UploadFormProps) {
  useRefusalTexts();
  const t = useT();
  const [asked, setAsked] = useState(false);
  const named = proposals(files.map(({ name }) => name));
  const unsafe = files.some(({ name }) => !isSafe(name));
  const choose = (next: File[]) => {
    setAsked(false);
    onChange(next);
  };
  const send = () => {
    if (files.length > 0) onSend();
    else setAsked(true);
  };
  return (
    <Stack sx={{ gap: 2 }}>
      <FileDrop
        label={t('curveUpload.files')}
        hint={t('curveUpload.hint')}
        accept=".csv,.xlsx,.zip"
        {...limits}
        files={files}
        error={asked ? t('errors.InvalidFilesNumber') : undefined}
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
      <div>
        <Button variant="contained" onClick={send}>
          {t('curveUpload.send')}
        </Button>
      </div>
    </Stack>
  );
}
