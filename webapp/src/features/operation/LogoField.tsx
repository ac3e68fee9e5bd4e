import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import type { Operation } from '../../api/operations';
import { PictureField } from '../../design/PictureField';
import { useRemoveLogo, useUploadLogo } from './queries';

/** The picture of an operation, and of its PMO. */
export function LogoField({ operation, logo }: { operation: Operation; logo: string | undefined }) {
  const t = useT();
  return (
    <Box>
      <Typography component="h3" variant="h3" sx={{ mb: 1 }}>
        {t('branding.logo')}
      </Typography>
      <PictureField
        picture={logo}
        name={operation.name}
        upload={useUploadLogo(operation.id)}
        remove={useRemoveLogo(operation.id)}
      />
    </Box>
  );
}
