import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { asApiError } from '@openpmo/sdk';
import { useT, useTranslator } from '@openpmo/ui/i18n/context';
import { problemText } from '@openpmo/ui/i18n/translator';
import type { Operation } from '../../api/operations';
import { FileDrop } from '../../design/FileDrop';
import { notify } from '../../design/snackbars';
import { useRemoveLogo, useUploadLogo } from './queries';

/** The picture of an operation, whole as it will be seen, and the way to another one or to none. */
export function LogoField({ operation, logo }: { operation: Operation; logo: string | undefined }) {
  const t = useT();
  const translator = useTranslator();
  const upload = useUploadLogo(operation.id);
  const remove = useRemoveLogo();
  const failure = asApiError(upload.error);
  const error = upload.isError ? problemText(translator, failure?.problem ?? { key: failure?.key }) : undefined;
  return (
    <Box>
      <Typography component="h3" variant="h3" sx={{ mb: 1 }}>
        {t('branding.logo')}
      </Typography>
      {logo && (
        <Stack direction="row" sx={{ gap: 2, alignItems: 'center', mb: 1 }}>
          <Box
            component="img"
            src={logo}
            alt={t('branding.logoOf', { name: operation.name })}
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
              remove.mutate(
                { params: { path: { operationId: operation.id } } },
                { onSuccess: () => notify(t('branding.logoRemoved'), { variant: 'success' }) },
              )
            }
          >
            {t('branding.logoRemove')}
          </Button>
        </Stack>
      )}
      <FileDrop
        label={t(logo ? 'branding.logoReplace' : 'branding.logoChoose')}
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
