import Close from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import IconButton from '@mui/material/IconButton';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { visuallyHidden } from '@mui/utils';
import { asApiError } from '@openpmo/sdk';
import { useT } from '@openpmo/ui/i18n/context';
import { useRef } from 'react';
import { useErrorText } from '../../../design/useProblemText';
import { useSize } from '../useSize';
import type { Upload, Uploads } from './uploads';

/** Files on their way, one after the other: how far each is, what became of it, and another try. */
export function UploadQueue({ uploads }: { uploads: Uploads }) {
  const t = useT();
  const { list } = uploads;
  if (list.length === 0) return null;
  const of = (state: Upload['state']) => list.filter((one) => one.state === state).length;
  const over = of('waiting') + of('sending') === 0;
  return (
    <Card component="section" aria-label={t('documents.uploads')} sx={{ mb: 2 }}>
      <Stack direction="row" sx={{ px: 2, pt: 1, gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography role="status" sx={{ fontWeight: 600, mr: 'auto' }}>
          {[
            of('done') > 0 && t('documents.uploads.done', { smart_count: of('done') }),
            of('failed') > 0 && t('documents.uploads.failed', { smart_count: of('failed') }),
          ]
            .filter(Boolean)
            .join(' · ') || t('documents.uploads')}
        </Typography>
        {over && (
          <IconButton size="small" aria-label={t('documents.uploads.close')} onClick={uploads.clear}>
            <Close fontSize="small" />
          </IconButton>
        )}
      </Stack>
      <Stack component="ul" sx={{ listStyle: 'none', m: 0, px: 2, pb: 1.5 }}>
        {list.map((one) => (
          <Line key={one.id} upload={one} uploads={uploads} />
        ))}
      </Stack>
    </Card>
  );
}

function Line({ upload, uploads }: { upload: Upload; uploads: Uploads }) {
  const t = useT();
  const size = useSize();
  const { id, file, state, part, reply } = upload;
  const problem = useUploadProblem(upload);
  return (
    <Box component="li" sx={{ py: 0.75, borderTop: '1px solid', borderColor: 'divider' }}>
      <Stack direction="row" sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography sx={{ overflowWrap: 'anywhere', flex: '1 1 200px' }}>{file.name}</Typography>
        <Typography variant="body2" color="textSecondary">
          {size(file.size)}
        </Typography>
        <Typography
          variant="body2"
          sx={{ minWidth: 120, textAlign: 'right', color: state === 'failed' ? 'error.main' : 'text.secondary' }}
        >
          {state === 'waiting' && t('documents.uploads.waiting')}
          {state === 'sending' &&
            (part < 1
              ? t('documents.uploads.sending', { percent: Math.floor(part * 100) })
              : t('documents.uploads.storing'))}
          {state === 'done' && reply && t(`enums.UploadOutcome.${reply.outcome}`)}
          {reply?.outcome === 'VERSION_ADDED' &&
            ` · ${t('documents.uploads.version', { version: reply.document.version ?? 1 })}`}
        </Typography>
        {state === 'failed' && !isOfFile(upload) && (
          <Button
            size="small"
            color="inherit"
            variant="outlined"
            aria-label={t('documents.uploads.retryOf', { name: file.name })}
            onClick={() => uploads.retry(id)}
          >
            {t('documents.uploads.retry')}
          </Button>
        )}
        {state === 'failed' && isOfFile(upload) && (
          <ReplaceButton name={file.name} onFile={(other) => uploads.replace(id, other)} />
        )}
        {(state === 'failed' || state === 'waiting') && (
          <IconButton
            size="small"
            aria-label={t('documents.uploads.remove', { name: file.name })}
            onClick={() => uploads.remove(id)}
          >
            <Close fontSize="small" />
          </IconButton>
        )}
      </Stack>
      {state === 'sending' && (
        <LinearProgress
          variant={part < 1 ? 'determinate' : 'indeterminate'}
          value={part * 100}
          aria-label={t('documents.uploads.progress', { name: file.name })}
        />
      )}
      {problem && (
        <Typography variant="body2" color="error" role="alert">
          {problem}
        </Typography>
      )}
    </Box>
  );
}

/** Refused for what the file is, or how large: the same file again ends alike, one that was mended may not. */
const isOfFile = ({ error }: Upload): boolean => [400, 413].includes(asApiError(error)?.status ?? 0);

/** Why a file was refused: what is wrong with it says more than that something is. */
function useUploadProblem({ state, error }: Upload): string | undefined {
  const text = useErrorText();
  if (state !== 'failed') return undefined;
  const problem = asApiError(error)?.problem;
  const [first] = problem?.errors ?? [];
  return text(first ?? problem ?? { key: 'network' });
}

/** Another file for one that was refused for what it is. */
function ReplaceButton({ name, onFile }: { name: string; onFile: (file: File) => void }) {
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  const label = t('documents.uploads.replaceOf', { name });
  return (
    <>
      <input
        ref={input}
        type="file"
        tabIndex={-1}
        aria-hidden
        aria-label={label}
        style={visuallyHidden}
        onChange={({ target }) => {
          const [other] = target.files ?? [];
          if (other) onFile(other);
          target.value = ''; // the same file, mended, is another choice
        }}
      />
      <Button size="small" color="inherit" variant="outlined" aria-label={label} onClick={() => input.current?.click()}>
        {t('documents.uploads.replace')}
      </Button>
    </>
  );
}
