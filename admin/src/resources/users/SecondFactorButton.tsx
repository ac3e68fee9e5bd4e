import Button from '@mui/material/Button';
import { useT } from '@openpmo/ui/i18n/context';
import { useState } from 'react';
import { Confirm, HttpError, useDataProvider, useGetIdentity, useNotify, useRecordContext } from 'react-admin';
import type { BackOffice } from '../../providers/data';
import type { User } from './personName';

/** Turns off the second factor of somebody who lost device and recovery codes; one's own takes a code. */
export function SecondFactorButton() {
  const t = useT();
  const notify = useNotify();
  const user = useRecordContext<User>();
  const { identity } = useGetIdentity();
  const data = useDataProvider<BackOffice>();
  const [asked, setAsked] = useState(false);
  const [pending, setPending] = useState(false);
  if (!user || user.id === identity?.id || (user.role !== 'admin' && user.role !== 'organizer')) return null;
  const reset = async () => {
    setPending(true);
    try {
      await data.resetSecondFactor(user.id);
      notify(t('admin.user.secondFactorResetDone'), { type: 'success' });
    } catch (error) {
      notify(error instanceof HttpError ? error.message : t('errors.default'), { type: 'error' });
    } finally {
      setPending(false);
      setAsked(false);
    }
  };
  return (
    <>
      <Button color="warning" variant="outlined" onClick={() => setAsked(true)}>
        {t('admin.user.secondFactorReset')}
      </Button>
      <Confirm
        isOpen={asked}
        loading={pending}
        title={t('admin.user.secondFactorResetTitle', { email: user.email })}
        content={t('admin.user.secondFactorResetContent')}
        confirm={t('admin.user.secondFactorReset')}
        confirmColor="warning"
        onConfirm={reset}
        onClose={() => setAsked(false)}
      />
    </>
  );
}
