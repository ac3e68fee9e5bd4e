import { useT, useTranslator } from '@openpmo/ui/i18n/context';
import { useMemo } from 'react';
import type { Column } from '../../design/DataTable';
import { Tag } from '../../design/Tag';
import { ThingLink } from '../../design/ThingLink';
import { Completeness } from './Completeness';
import { isIssuer, linkedIds, type Party, type Side, type Site } from './parties';

/** The columns of issuers or clients. */
export function usePartyColumns(side: Side, sites: readonly Site[]): Column<Party>[] {
  const t = useT();
  const { any } = useTranslator();
  return useMemo(() => {
    const names = new Map(sites.map(({ id, name }) => [id, name]));
    const linked = (party: Party) =>
      isIssuer(party) && party.ownedByOperation
        ? t('parties.issuer.own')
        : linkedIds(party)
            .map((id) => names.get(id) ?? '')
            .filter(Boolean)
            .join(', ') || t('formats.none');
    const missing = (party: Party) => party.missing.map((field) => any(`parties.field.${field}`, {}, field)).join(', ');
    return [
      {
        id: 'name',
        header: t(`parties.${side}.one`),
        width: 'minmax(150px, 1.6fr)',
        cell: ({ id, name }) => (
          <ThingLink thing={side} id={id}>
            {name}
          </ThingLink>
        ),
        sortValue: ({ name }) => name,
        file: { as: 'text', of: ({ name }) => name },
      },
      {
        id: 'complete',
        header: t('parties.column.complete'),
        width: 'minmax(150px, 1.4fr)',
        cell: (party) =>
          party.complete && isIssuer(party) && party.claim && party.claim !== 'CONFIRMED' ? (
            <Tag tone={party.claim === 'DENIED' ? 'error' : 'info'} tip={t(`parties.claim.${party.claim}`)}>
              {t(`enums.ClaimStatus.${party.claim}`)}
            </Tag>
          ) : (
            <Completeness complete={party.complete} missing={missing(party)} />
          ),
        sortValue: ({ complete }) => (complete ? 1 : 0),
        file: { as: 'text', of: (party) => (party.complete ? t('parties.complete') : missing(party)) },
      },
      {
        id: 'sites',
        header: t(`parties.${side}.sites`),
        width: 'minmax(140px, 1.6fr)',
        cell: (party) => <span title={linked(party)}>{linked(party)}</span>,
        sortValue: (party) => linkedIds(party).length,
        file: { as: 'text', of: linked },
        hideBelow: 'sm',
      },
      {
        id: 'legalNumber',
        header: t('parties.field.legalNumber'),
        width: '160px',
        cell: ({ legalNumber }) => legalNumber ?? t('formats.none'),
        hideBelow: 'lg',
        card: 'fact',
      },
      {
        id: 'city',
        header: t('parties.field.city'),
        width: 'minmax(110px, 1fr)',
        cell: ({ postCode, city }) => [postCode, city].filter(Boolean).join(' ') || t('formats.none'),
        sortValue: ({ city }) => city,
        hideBelow: 'md',
      },
    ];
  }, [t, any, side, sites]);
}
