import { useT } from '@openpmo/ui/i18n/context';
import { useParams } from 'react-router';
import { useOperation } from '../../../api/operations';
import { useCan } from '../../../api/session';
import { useIssuer } from '../queries';
import { IssuerLogo } from './IssuerLogo';
import { PartyView } from './PartyView';

/** One issuer: who sells, the energy of which producers, to whom, and what. */
export function IssuerPage() {
  const t = useT();
  const { id = '' } = useParams();
  const issuer = useIssuer(useOperation().id, id);
  const may = useCan()('issuer:update');
  return (
    <PartyView
      key={id}
      side="issuer"
      party={issuer.data}
      state={issuer}
      kind={t('pages.kind.issuer')}
      logo={may && issuer.data && <IssuerLogo issuer={issuer.data} />}
    />
  );
}
