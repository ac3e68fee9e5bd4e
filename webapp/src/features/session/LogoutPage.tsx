import { useT } from '@openpmo/ui/i18n/context';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { outside } from '../../api/outside';
import { ownLogout, ownPath, redirecting } from '../../api/redirect';
import { configQuery } from '../../api/session';
import { Notice } from '../../design/Notice';
import { useLogout } from './queries';

/**
 * Ends the session and leads where the settings say: to the login, which brings back to
 * `redirect`, or to another address, as that of a single sign-on.
 */
export function LogoutPage() {
  const t = useT();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const { mutateAsync: logout } = useLogout();
  const redirect = ownPath(params.get('redirect'));
  const queries = useQueryClient();
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    const leave = async () => {
      const config = await queries.ensureQueryData(configQuery()).catch(() => undefined);
      const url = config?.logoutUrl ?? ownLogout;
      const target = url === ownLogout ? '/login' : url;
      const address = redirect ? redirecting(target, redirect) : target;
      if (url === ownLogout) await navigate(address, { replace: true });
      else outside.go(address);
    };
    logout().then(leave, leave);
  }, [logout, navigate, queries, redirect]);
  return <Notice title={t('session.logout.title')} advice="" />;
}
