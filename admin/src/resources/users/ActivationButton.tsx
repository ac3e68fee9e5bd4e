import Button from '@mui/material/Button';
import { useT } from '@openpmo/ui/i18n/context';
import { useState } from 'react';
import { HttpError, useDataProvider, useNotify, useRecordContext } from 'react-admin';
import type { BackOffice } from '../../providers/data';
import type { User } from './personName';

/** Sends the activation mail again to somebody who has no password of their own yet. */
export function ActivationButton() {
  const t = useT();
  const notify = useNotify();
  const user = useRecordContext<User>();
  const data = useDataProvider<BackOffice>();
  const [sending, setSending] = useState(false);
  if (!user || user.initialized || !user.active) return null;
  const send = async () => {
    setSending(true);
    try {
      await data.sendActivation(user.id);
      notify(t('admin.user.activationSent'), { type: 'success' });
    } catch (error) {
      notify(error instanceof HttpError ? error.message : t('errors.default'), { type: 'error' });
    } finally {
      setSending(false);
    }
  };
  return (
    <Button variant="outlined" loading={sending} onClick={send}>
      {t('admin.user.activationSend')}
    </Button>
  );
}
