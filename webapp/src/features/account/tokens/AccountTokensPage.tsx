import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { lazy, Suspense, useState } from 'react';
import { useSession } from '../../../api/session';
import { ConfirmDialog } from '../../../design/ConfirmDialog';
import { EmptyState } from '../../../design/EmptyState';
import { ErrorPanel } from '../../../design/ErrorPanel';
import { RowsSkeleton } from '../../../design/Skeletons';
import { notify } from '../../../design/snackbars';
import { AccountFrame } from '../AccountFrame';
import { type Token, useDeleteToken, useTokens } from '../queriesSecurity';
import { presetOf } from './scopes';

const TokenDialog = lazy(() => import('./TokenDialog').then((file) => ({ default: file.TokenDialog })));

/** The tokens that let programs act for oneself: made, told once, revoked. */
export function AccountTokensPage() {
  const t = useT();
  const tokens = useTokens();
  const revoke = useDeleteToken();
  const [making, setMaking] = useState(false);
  const [revoking, setRevoking] = useState<Token>();
  return (
    <AccountFrame part="tokens" subtitle={t('myAccount.tokens.subtitle')}>
      <Button variant="contained" onClick={() => setMaking(true)} sx={{ mb: 2, minHeight: 44 }}>
        {t('myAccount.tokens.make')}
      </Button>
      <Card sx={{ p: 2 }}>
        {tokens.isPending && <RowsSkeleton rows={3} />}
        {tokens.isError && <ErrorPanel error={tokens.error} onRetry={() => tokens.refetch()} />}
        {tokens.data?.length === 0 && (
          <EmptyState kind="none" title={t('myAccount.tokens.none')} advice={t('myAccount.tokens.noneAdvice')} />
        )}
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {tokens.data?.map((one) => (
            <TokenRow key={one.id} token={one} onRevoke={() => setRevoking(one)} />
          ))}
        </Box>
      </Card>
      <Suspense>{making && <TokenDialog onClose={() => setMaking(false)} />}</Suspense>
      <ConfirmDialog
        open={revoking !== undefined}
        title={t('myAccount.tokens.revokeTitle', { name: revoking?.name ?? '' })}
        confirmLabel={t('myAccount.tokens.revoke')}
        destructive
        pending={revoke.isPending}
        onConfirm={() =>
          revoking &&
          revoke.mutate(
            { params: { path: { tokenId: revoking.id } } },
            {
              onSuccess: () => notify(t('myAccount.tokens.revoked', { name: revoking.name })),
              onSettled: () => setRevoking(undefined),
            },
          )
        }
        onClose={() => setRevoking(undefined)}
      >
        {t('myAccount.tokens.revokeText')}
      </ConfirmDialog>
    </AccountFrame>
  );
}

function TokenRow({ token, onRevoke }: { token: Token; onRevoke: () => void }) {
  const t = useT();
  const formats = useFormats();
  const { policy } = useSession();
  const preset = presetOf(token, policy);
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr) auto',
        gap: 1,
        alignItems: 'center',
        py: 1,
        borderTop: 1,
        borderColor: 'divider',
        '&:first-of-type': { borderTop: 0 },
      }}
    >
      <Box sx={{ minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{token.name}</Typography>
        <Typography>
          {t(`myAccount.tokens.preset.${preset}`, { smart_count: token.scopes.length })}
          {preset === 'chosen' && (
            <Typography component="span" variant="caption" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
              {` ${token.scopes.slice(0, 8).join(' · ')}${token.scopes.length > 8 ? ' …' : ''}`}
            </Typography>
          )}
        </Typography>
        <Typography variant="caption" color="textSecondary">
          {[
            t('myAccount.tokens.made', { day: formats.day(formats.dayOf(token.createdAt), 'medium') }),
            token.expiresAt
              ? t('myAccount.tokens.ends', { instant: formats.instant(token.expiresAt) })
              : t('myAccount.tokens.endless'),
            token.lastUsedAt
              ? t('myAccount.tokens.used', { instant: formats.instant(token.lastUsedAt) })
              : t('myAccount.tokens.unused'),
          ].join(' · ')}
        </Typography>
      </Box>
      <Button
        color="inherit"
        variant="outlined"
        aria-label={t('myAccount.tokens.revokeOf', { name: token.name })}
        onClick={onRevoke}
        sx={{ minHeight: 44 }}
      >
        {t('myAccount.tokens.revoke')}
      </Button>
    </Box>
  );
}
