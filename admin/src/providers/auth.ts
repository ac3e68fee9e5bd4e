import type { Schemas } from '@openpmo/sdk';
import type { Translator } from '@openpmo/ui/i18n/translator';
import { type AuthProvider, HttpError } from 'react-admin';
import type { Http } from './http';

type Session = Schemas['Session'];

interface AuthOptions {
  http: Http;
  translator: () => Translator;
  /** Leaves the application: the first password is changed in the operator application. */
  leave: (path: string) => void;
}

const statusOf = (error: unknown) => (error instanceof HttpError ? error.status : undefined);

/**
 * Sessions of the back-office: only the role admin is let in. Signing out ends a session
 * only when it is an admin's; somebody else's, of the operator application, stays.
 */
export function makeAuthProvider({ http, translator, leave }: AuthOptions): AuthProvider {
  let known: Session | undefined;

  async function session(): Promise<Session> {
    const found: Session = (await http('/api/session')).json;
    if (found.role !== 'admin') throw new HttpError(translator().t('errors.login.notAdmin'), 403);
    known = found;
    return found;
  }

  async function logout(): Promise<void> {
    if (!known) return;
    known = undefined;
    await http('/api/session/logout').catch(() => undefined);
  }

  return {
    login: async ({ email, password, code }: { email: string; password: string; code?: string }) => {
      const body = { email, password, ...(code && { code }), application: 'admin' } satisfies Schemas['LoginRequest'];
      const reply: Schemas['LoginReply'] = (
        await http('/api/session/login', { method: 'POST', body: JSON.stringify(body) })
      ).json;
      if (!reply.success || reply.role !== 'admin') {
        throw new HttpError(translator().t('session.login.failed'), 401);
      }
      const { initialized, secondFactorDue } = await session();
      if (!initialized) leave('/initAccount');
      else if (secondFactorDue) leave('/pmo');
    },
    logout,
    checkAuth: async () => {
      try {
        await session();
      } catch (error) {
        const status = statusOf(error);
        // A server that does not answer is no reason to sign somebody out.
        if (known && status !== 401 && status !== 403) return;
        const refused = status === 403 && error instanceof Error;
        throw Object.assign(new Error(refused ? error.message : ''), refused ? {} : { message: false });
      }
    },
    checkError: async (error) => {
      const status = statusOf(error);
      if (status === 401 || status === 403) throw new Error('ra.notification.logged_out');
    },
    getIdentity: async () => {
      const { id, email, firstname, lastname } = known ?? (await session());
      return { id, fullName: [firstname, lastname].filter(Boolean).join(' ') || email };
    },
    getPermissions: async () => (known ?? (await session())).role,
  };
}
