import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { asApiError } from '@openpmo/sdk';
import { useT } from '@openpmo/ui/i18n/context';
import { FileDrop } from './FileDrop';
import { notify } from './snackbars';
import { useErrorText } from './useProblemText';

interface Change<V> {
  mutate: (value: V, options: { onSuccess: () => void }) => void;
  isPending: boolean;
  error: unknown;
}

interface PictureFieldProps {
  /** Where the logo is; absent: there is none. */
  picture: string | undefined;
  /** Whose it is. */
  name: string;
  upload: Change<File>;
  remove: Change<void>;
}

/** A logo, whole as it will be seen, and the way to another one or to none. */
export function PictureField({ picture, name, upload, remove }: PictureFieldProps) {
  const t = useT();
  const words = useErrorText();
  const failure = asApiError(upload.error);
  const error = upload.error ? words(failure) : undefined;
  return (
    <Box>
      {picture && (
        <Stack direction="row" sx={{ gap: 2, alignItems: 'center', mb: 1 }}>
          <Box
            component="img"
            src={picture}
            alt={t('branding.logoOf', { name })}
            sx={{
              maxWidth: 220,
              height: 64,
              objectFit: 'contain',
              p: 1,
              border: 1,
              borderColor: 'divider',
              borderRadius: 1,
              bgcolor: 'common.white',
            }}
          />
          <Button
            color="inherit"
            loading={remove.isPending}
            onClick={() =>
              remove.mutate(undefined, { onSuccess: () => notify(t('branding.logoRemoved'), { variant: 'success' }) })
            }
          >
            {t('branding.logoRemove')}
          </Button>
        </Stack>
      )}
      <FileDrop
        label={t(picture ? 'branding.logoReplace' : 'branding.logoChoose')}
        hint={t('branding.logoHint')}
        files={[]}
        accept=".png,.jpg,.jpeg,.webp"
        maxMegabytes={5}
        disabled={upload.isPending}
        error={error}
        onChange={([file]) =>
          file && upload.mutate(file, { onSuccess: () => notify(t('branding.logoSaved'), { variant: 'success' }) })
        }
      />
    </Box>
  );
}
