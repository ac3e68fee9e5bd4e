import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { asApiError } from '@openpmo/sdk';
import { useT } from '@openpmo/ui/i18n/context';
import { isHexColour } from '@openpmo/ui/theme/contrast';
import { brand } from '@openpmo/ui/theme/tokens';
import { useState } from 'react';
import { type Operation, useLogo } from '../../api/operations';
import { notify } from '../../design/snackbars';
import { useErrorText } from '../../design/useProblemText';
import { ColourField } from './ColourField';
import { LogoField } from './LogoField';
import { useSaveTheme, useTriedTheme } from './queries';
import { ThemePreview } from './ThemePreview';

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

/** The colours and the logo of an operation for all its users, tried before they are theirs. */
export function ThemeEditor({ operation }: { operation: Operation }) {
  const t = useT();
  const words = useErrorText();
  const stored = operation.theme;
  const [primary, setPrimary] = useState(stored.primary);
  const [secondary, setSecondary] = useState(stored.secondary);
  const logo = useLogo(operation);
  const save = useSaveTheme();
  const complete = isHexColour(primary) && isHexColour(secondary);
  const changed = !same(primary, stored.primary) || !same(secondary, stored.secondary);
  const tried = useTriedTheme(operation.id, { primary, secondary }, complete && changed);
  const failure = asApiError(tried.error);
  const refused = changed ? failure?.problem : undefined;
  const nearest = refused?.key === 'theme.tooLight' ? refused.params?.nearest : undefined;
  const own = same(primary, brand.primary) && same(secondary, brand.secondary);
  const send = () =>
    save.mutate(
      {
        params: { path: { operationId: operation.id } },
        body: own ? { primary: null, secondary: null } : { primary, secondary },
      },
      {
        onSuccess: () => notify(t('branding.saved'), { variant: 'success' }),
        onError: (error) => notify(words(error), { variant: 'error' }),
      },
    );
  return (
    <Card component="section" aria-labelledby="branding" sx={{ p: 2 }}>
      <Typography id="branding" variant="h2">
        {t('branding.title')}
      </Typography>
      <Typography color="textSecondary" sx={{ mb: 2 }}>
        {t('branding.subtitle')}
      </Typography>
      <Box
        sx={{
          display: 'grid',
          gap: 3,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 2fr) minmax(0, 3fr)' },
        }}
      >
        <Stack spacing={2}>
          <LogoField operation={operation} logo={logo} />
          <ColourField
            label={t('branding.primary')}
            hint={t('branding.primaryHint')}
            value={primary}
            onChange={setPrimary}
          />
          {refused && (
            <Alert severity="error">
              {words(refused)}
              {typeof nearest === 'string' && (
                <Button
                  color="inherit"
                  variant="outlined"
                  startIcon={<Box sx={{ width: 18, height: 18, borderRadius: 0.5, bgcolor: nearest }} />}
                  sx={{ display: 'flex', mt: 1 }}
                  onClick={() => setPrimary(nearest)}
                >
                  {t('branding.takeNearest')}
                </Button>
              )}
            </Alert>
          )}
          <ColourField
            label={t('branding.secondary')}
            hint={t('branding.secondaryHint')}
            value={secondary}
            onChange={setSecondary}
          />
          <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
            <Button
              variant="contained"
              disabled={!changed || !complete || refused !== undefined || tried.isFetching}
              loading={save.isPending}
              onClick={send}
            >
              {t('branding.save')}
            </Button>
            <Button
              color="inherit"
              disabled={!changed}
              onClick={() => {
                setPrimary(stored.primary);
                setSecondary(stored.secondary);
              }}
            >
              {t('branding.back')}
            </Button>
            <Button
              color="inherit"
              disabled={own}
              onClick={() => {
                setPrimary(brand.primary);
                setSecondary(brand.secondary.toLowerCase());
              }}
            >
              {t('branding.defaults')}
            </Button>
          </Stack>
        </Stack>
        {complete && <ThemePreview operation={operation} primary={primary} secondary={secondary} logo={logo} />}
      </Box>
    </Card>
  );
}
