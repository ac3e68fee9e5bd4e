import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import { readableOn } from '@openpmo/ui/theme/contrast';
import { neutrals } from '@openpmo/ui/theme/tokens';
import type { ReactNode } from 'react';
import type { Operation } from '../../api/operations';

interface Look {
  operation: Operation;
  primary: string;
  secondary: string;
  logo: string | undefined;
}

/** A page, a mail and the head of an invoice in colours that are tried. Paper is white whatever the reader's own scheme. */
export function ThemePreview(look: Look) {
  const t = useT();
  return (
    <Box role="group" aria-label={t('branding.preview')}>
      <Box
        sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' } }}
      >
        <Sheet title={t('branding.page')}>
          <PageOf {...look} />
        </Sheet>
        <Sheet title={t('branding.mail')}>
          <MailOf {...look} />
        </Sheet>
        <Sheet title={t('branding.invoice')} wide>
          <InvoiceOf {...look} />
        </Sheet>
      </Box>
    </Box>
  );
}

function Sheet({ title, wide = false, children }: { title: string; wide?: boolean; children: ReactNode }) {
  return (
    <Box component="figure" sx={{ m: 0, minWidth: 0, gridColumn: wide ? '1 / -1' : undefined }}>
      <Typography component="figcaption" variant="caption" color="textSecondary">
        {title}
      </Typography>
      <Box
        sx={{
          border: 1,
          borderColor: 'divider',
          borderRadius: 1,
          overflow: 'hidden',
          bgcolor: neutrals.light.paper,
          color: neutrals.light.text,
        }}
      >
        {children}
      </Box>
    </Box>
  );
}

function Logo({ logo, height }: { logo: string | undefined; height: number }) {
  return logo ? (
    <Box
      component="img"
      src={logo}
      alt=""
      sx={{ display: 'block', height, maxWidth: '45%', objectFit: 'contain', objectPosition: 'left' }}
    />
  ) : null;
}

function Action({ primary, children }: { primary: string; children: ReactNode }) {
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-block',
        px: 1.5,
        py: 0.75,
        borderRadius: 1,
        fontWeight: 600,
        bgcolor: primary,
        color: readableOn(primary),
      }}
    >
      {children}
    </Box>
  );
}

function PageOf({ operation, primary, secondary, logo }: Look) {
  const t = useT();
  return (
    <Stack direction="row" sx={{ minHeight: 132 }}>
      <Stack spacing={1} sx={{ width: '42%', p: 1.5, bgcolor: neutrals.light.background }}>
        <Logo logo={logo} height={28} />
        <Typography noWrap sx={{ fontWeight: 650 }}>
          {operation.name}
        </Typography>
        <Typography noWrap sx={{ color: primary, fontWeight: 600 }}>
          {t('shell.nav.month')}
        </Typography>
      </Stack>
      <Stack spacing={1.5} sx={{ p: 1.5, alignItems: 'flex-start', flex: 1, minWidth: 0 }}>
        <Typography sx={{ color: primary, fontWeight: 650 }}>{t('shell.nav.dashboard')}</Typography>
        <Box sx={{ width: 1, height: 8, borderRadius: 1, bgcolor: secondary }} />
        <Action primary={primary}>{t('branding.open')}</Action>
      </Stack>
    </Stack>
  );
}

function MailOf({ operation, primary, secondary, logo }: Look) {
  const t = useT();
  return (
    <>
      {logo && (
        <Box sx={{ p: 1.5 }}>
          <Logo logo={logo} height={28} />
        </Box>
      )}
      <Box
        sx={{
          px: 1.5,
          py: 1,
          fontWeight: 700,
          bgcolor: primary,
          color: readableOn(primary),
          borderBottom: `4px solid ${secondary}`,
        }}
      >
        {operation.name}
      </Box>
      <Stack spacing={1} sx={{ p: 1.5, alignItems: 'flex-start' }}>
        <Typography>{t('branding.mailText')}</Typography>
        <Action primary={primary}>{t('branding.open')}</Action>
      </Stack>
    </>
  );
}

function InvoiceOf({ operation, primary, secondary, logo }: Look) {
  const t = useT();
  return (
    <Box sx={{ position: 'relative', pt: 1.5, pb: 2, px: 2, borderTop: `6px solid ${primary}` }}>
      <Box sx={{ position: 'absolute', top: -6, left: 16, width: 64, height: 6, bgcolor: secondary }} />
      <Stack direction="row" sx={{ gap: 1.5, alignItems: 'center' }}>
        <Logo logo={logo} height={36} />
        <Typography sx={{ fontWeight: 700, fontSize: '1.05rem', color: primary, overflowWrap: 'anywhere' }}>
          {operation.interlocutor?.legalName ?? operation.name}
        </Typography>
      </Stack>
      <Typography sx={{ mt: 1.5, fontWeight: 700, fontSize: '1.25rem', color: primary }}>
        {t('branding.invoiceTitle')}
      </Typography>
    </Box>
  );
}
