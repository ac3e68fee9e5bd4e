import Button from '@mui/material/Button';
import { useT } from '@openpmo/ui/i18n/context';
import { useState } from 'react';
import { Confirm, HttpError, useNotify, useRecordContext, useUpdate } from 'react-admin';
import type { User } from './personName';

/** Blocks an account, which ends its sessions, or lets it in again. */
export function BlockButton() {
  const t = useT();
  const notify = useNotify();
  const user = useRecordContext<User>();
  const [asked, setAsked] = useState(false);
  const [update, { isPending }] = useUpdate<User>();
  if (!user) return null;
  const change = () =>
    update(
      'users',
      { id: user.id, data: { active: !user.active }, previousData: user },
      {
        mutationMode: 'pessimistic',
        onSuccess: () =>
          notify(t(user.active ? 'admin.user.blockDone' : 'admin.user.unblockDone'), { type: 'success' }),
        onError: (error) => notify(error instanceof HttpError ? error.message : t('errors.default'), { type: 'error' }),
        onSettled: () => setAsked(false),
      },
    );
  return (
    <>
      <Button color={user.active ? 'error' : 'primary'} variant="outlined" onClick={() => setAsked(true)}>
        {t(user.active ? 'admin.user.block' : 'admin.user.unblock')}
      </Button>
      <Confirm
        isOpen={asked}
        loading={isPending}
        title={t(user.active ? 'admin.user.blockTitle' : 'admin.user.unblockTitle', { email: user.email })}
        content={t(user.active ? 'admin.user.blockContent' : 'admin.user.unblockContent')}
        confirm={t(user.active ? 'admin.user.block' : 'admin.user.unblock')}
        confirmColor={user.active ? 'warning' : 'primary'}
        onConfirm={change}
        onClose={() => setAsked(false)}
      />
    </>
  );
}
