import { useT } from '@openpmo/ui/i18n/context';
import { useEffect, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { ownPath } from '../../api/redirect';
import { Notice } from '../../design/Notice';
import { useLogout } from './queries';

/** Ends the session and leads to the login, which brings back to `redirect`. */
export function LogoutPage() {
  const t = useT();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const { mutateAsync: logout } = useLogout();
  const redirect = ownPath(params.get('redirect'));
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    const leave = () =>
      navigate(redirect ? `/login?redirect=${encodeURIComponent(redirect)}` : '/login', { replace: true });
    logout().then(leave, leave);
  }, [logout, navigate, redirect]);
  return <Notice title={t('session.logout.title')} advice="" />;
}
