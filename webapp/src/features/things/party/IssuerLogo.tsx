import { useT } from '@openpmo/ui/i18n/context';
import { PictureField } from '../../../design/PictureField';
import { Part } from '../parts/Part';
import { type Issuer, useIssuerLogo, useRemoveIssuerLogo, useUploadIssuerLogo } from '../queriesLogos';

/** The picture on the invoices of an issuer, for those who may change it. */
export function IssuerLogo({ issuer }: { issuer: Issuer }) {
  const t = useT();
  return (
    <Part title={t('branding.logo')}>
      <PictureField
        picture={useIssuerLogo(issuer)}
        name={issuer.name}
        upload={useUploadIssuerLogo(issuer)}
        remove={useRemoveIssuerLogo(issuer)}
      />
    </Part>
  );
}
