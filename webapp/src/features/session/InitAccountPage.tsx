import { asApiError } from '@openpmo/sdk';
import { useT } from '@openpmo/ui/i18n/context';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useNavigate } from 'react-router';
import { sessionQuery } from '../../api/session';
import { PageSkeleton } from '../../design/Skeletons';
import { notify } from '../../design/snackbars';
import { PasswordForm } from './PasswordForm';
import { SessionFrame } from './SessionFrame';

/** The first password of one's own; it initializes the account. */
export function InitAccountPage() {
  const t = useT();
  const navigate = useNavigate();
  const { data: session, error, isPending } = useQuery(sessionQuery());
  if (isPending) return <PageSkeleton />;
  if (!session) {
    if (asApiError(error)?.status !== 401) throw error;
    return <Navigate to="/login?redirect=%2Fpmo" replace />;
  }
  if (session.initialized) return <Navigate to="/pmo" replace />;
  return (
    <SessionFrame title={t('session.password.title')} subtitle={t('session.password.subtitle')}>
      <PasswordForm
        onSaved={() => {
          notify(t('session.password.saved'));
          navigate('/pmo', { replace: true });
        }}
      />
    </SessionFrame>
  );
}
