import FolderOpenOutlined from '@mui/icons-material/FolderOpenOutlined';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useState } from 'react';
import { useOperation } from '../../../api/operations';
import { ErrorPanel } from '../../../design/ErrorPanel';
import { useProblemText } from '../../../design/useProblemText';
import { type DroppedFile, type Pulls, waitsByItself } from '../imports';
import { LastImport } from '../LastImport';
import { useStartLook } from '../queries';

/** The folder for files: what was taken, what is not and why, and a look into it now. */
export function FolderPull({ pulls }: { pulls: Pulls }) {
  const t = useT();
  const formats = useFormats();
  const { id: operationId } = useOperation();
  const look = useStartLook(operationId);
  const looking = look.isPending || pulls.looking === true;
  return (
    <Stack sx={{ gap: 1, minWidth: 0 }}>
      <Typography color="textSecondary" sx={{ maxWidth: '90ch' }}>
        {t('curveImport.pull.folder')}{' '}
        {pulls.looked && t('curveImport.pull.looked', { when: formats.instant(pulls.looked) })}
      </Typography>
      <LastImport shown={pulls.taken} none={t('curveImport.pull.noneTaken')} />
      {look.isError && <ErrorPanel error={look.error} />}
      <Waiting files={pulls.waiting ?? []} count={pulls.waitingCount ?? 0} />
      <div>
        <Button
          variant="outlined"
          startIcon={<FolderOpenOutlined />}
          loading={looking}
          onClick={() => look.mutate({ params: { path: { operationId } } })}
        >
          {t('curveImport.pull.lookNow')}
        </Button>
      </div>
    </Stack>
  );
}

const few = 5;

/** Files that lie there and are not taken, each with the reason. */
function Waiting({ files, count }: { files: readonly DroppedFile[]; count: number }) {
  const t = useT();
  const formats = useFormats();
  const words = useProblemText();
  const [all, setAll] = useState(false);
  if (files.length === 0) return null;
  const shown = all ? files : files.slice(0, few);
  return (
    <Alert severity={files.every(waitsByItself) ? 'info' : 'warning'} variant="outlined">
      <AlertTitle>{t('curveImport.pull.waiting')}</AlertTitle>
      <Box component="ul" sx={{ m: 0, pl: 2 }}>
        {shown.map((file) => (
          <Typography
            key={`${file.place} ${file.name} ${file.modifiedAt}`}
            component="li"
            sx={{ overflowWrap: 'anywhere' }}
          >
            {words(file.problem)}{' '}
            <Typography component="span" variant="caption" color="textSecondary">
              {t('curveImport.pull.since', {
                place: t(`enums.CurveDropPlace.${file.place}`),
                when: formats.instant(file.since),
              })}
            </Typography>
          </Typography>
        ))}
      </Box>
      {count > files.length && (
        <Typography sx={{ mt: 0.5 }}>
          {t('curveImport.pull.cut', { shown: formats.number(files.length), count: formats.number(count) })}
        </Typography>
      )}
      {files.length > few && (
        <Button size="small" color="inherit" onClick={() => setAll(!all)} aria-expanded={all}>
          {t(all ? 'curveImport.warnings.fewer' : 'curveImport.warnings.more', { smart_count: files.length - few })}
        </Button>
      )}
    </Alert>
  );
}
