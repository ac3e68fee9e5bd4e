import { asApiError } from '@openpmo/sdk';
import { useT } from '@openpmo/ui/i18n/context';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { sessionQuery } from '../../api/session';
import { PageSkeleton } from '../../design/Skeletons';
import { notify } from '../../design/snackbars';
import { ActivationForm } from './ActivationForm';
import { type AccountLink, accountLinkOf } from './accountLink';
import { PasswordForm } from './PasswordForm';
import { SessionFrame } from './SessionFrame';

/** The first password of one's own: by a one-time link, or after signing in with one that others know. */
export function InitAccountPage() {
  const t = useT();
  const location = useLocation();
  // Kept while the form is open, whatever becomes of the address.
  const [link] = useState(() => accountLinkOf(location));
  if (!link) return <Replace />;
  return (
    <SessionFrame title={t('session.password.title')} subtitle={t(subtitleOf(link))}>
      <ActivationForm link={link} />
    </SessionFrame>
  );
}

function subtitleOf({ first, reset }: AccountLink) {
  if (first) return 'session.activation.first';
  return reset ? 'session.activation.reset' : 'session.activation.subtitle';
}

/** Replaces the password that an account was opened with. */
function Replace() {
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
