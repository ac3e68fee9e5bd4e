import { useT } from '@openpmo/ui/i18n/context';
import { useReloadSession, useSession } from '../../../api/session';
import { SessionFrame } from '../../session/SessionFrame';
import { SecondFactorSteps } from './SecondFactorSteps';

/** What stands before every page while the role of an account must have a second factor and it has none. */
export function SecondFactorDue() {
  const t = useT();
  const { id } = useSession();
  const reload = useReloadSession();
  return (
    <SessionFrame title={t('session.secondFactor.title')} subtitle={t('session.secondFactor.subtitle')}>
      <SecondFactorSteps userId={id} onDone={() => void reload()} />
    </SessionFrame>
  );
}
