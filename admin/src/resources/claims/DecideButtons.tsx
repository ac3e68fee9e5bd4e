import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type { Schemas } from '@openpmo/sdk';
import { useT } from '@openpmo/ui/i18n/context';
import { useState } from 'react';
import { Confirm, HttpError, useNotify, useUpdate } from 'react-admin';

type Claim = Schemas['SellerClaim'];
type Answer = 'CONFIRMED' | 'DENIED';

/** Lets an operation issue for a legal person, or refuses it; asks once more, naming who else may. */
export function DecideButtons({ claim }: { claim: Claim }) {
  const t = useT();
  const notify = useNotify();
  const [asked, setAsked] = useState<Answer>();
  const [update, { isPending }] = useUpdate<Claim>();
  const decide = () =>
    update(
      'seller-claims',
      { id: claim.id, data: { status: asked }, previousData: claim },
      {
        mutationMode: 'pessimistic',
        onSuccess: () =>
          notify(t(asked === 'CONFIRMED' ? 'admin.claim.confirmed' : 'admin.claim.denied'), { type: 'success' }),
        onError: (error) => notify(error instanceof HttpError ? error.message : t('errors.default'), { type: 'error' }),
        onSettled: () => setAsked(undefined),
      },
    );
  const names = { issuer: claim.issuerName, operation: claim.operationName, number: claim.legalNumber };
  return (
    <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
      {claim.status !== 'CONFIRMED' && (
        <Button size="small" variant="outlined" onClick={() => setAsked('CONFIRMED')}>
          {t('admin.claim.confirm')}
        </Button>
      )}
      {claim.status !== 'DENIED' && (
        <Button size="small" color="error" onClick={() => setAsked('DENIED')}>
          {t('admin.claim.deny')}
        </Button>
      )}
      <Confirm
        isOpen={asked !== undefined}
        loading={isPending}
        title={t(asked === 'DENIED' ? 'admin.claim.deny' : 'admin.claim.confirm')}
        content={
          asked === 'DENIED'
            ? t('admin.claim.denyContent', names)
            : claim.heldBy
              ? t('admin.claim.confirmHeld', { ...names, holders: claim.heldBy })
              : t('admin.claim.confirmContent', names)
        }
        confirmColor={asked === 'DENIED' ? 'warning' : 'primary'}
        onConfirm={decide}
        onClose={() => setAsked(undefined)}
      />
    </Stack>
  );
}
