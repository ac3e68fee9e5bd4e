import type { Schemas } from '@openpmo/sdk';
import { useFormats } from '@openpmo/ui/i18n/context';
import { SearchInput, SelectInput } from 'react-admin';
import { Column } from '../../parts/Column';
import { ListPage } from '../../parts/ListPage';
import { RecordLink } from '../../parts/RecordLink';
import { StateChip } from '../../parts/StateChip';
import { useChoices, useEnumWord } from '../../parts/words';
import { DecideButtons } from './DecideButtons';

type Claim = Schemas['SellerClaim'];

const statuses = ['REQUESTED', 'CONFIRMED', 'DENIED'] as const;
const tones = { REQUESTED: 'pending', CONFIRMED: 'success', DENIED: 'error' } as const;

/** Who may issue invoices for which legal person, and who waits for a yes. */
export function ClaimList() {
  const formats = useFormats();
  const word = useEnumWord();
  return (
    <ListPage<Claim>
      filters={[
        <SearchInput key="q" source="q" alwaysOn />,
        <SelectInput key="status" source="status" choices={useChoices('ClaimStatus', statuses)} alwaysOn />,
      ]}
      sort={{ field: 'requestedAt', order: 'DESC' }}
      exported={[
        { source: 'legalNumber' },
        { source: 'series' },
        { source: 'issuerName' },
        { source: 'operationName' },
        { source: 'status', text: (row) => word('ClaimStatus', row.status) },
        { source: 'heldBy' },
        { source: 'requestedBy' },
        { source: 'requestedAt', text: (row) => formats.instant(row.requestedAt, 'numeric') },
        { source: 'remark' },
      ]}
    >
      <Column<Claim> source="legalNumber" sortable render={(row) => `${row.legalNumber} · ${row.series}`} />
      <Column<Claim> source="issuerName" sortable hideBelow="sm" />
      <Column<Claim>
        source="operationName"
        sortable
        hideBelow="sm"
        render={(row) => (
          <RecordLink resource="operations" id={row.operationId} type="edit">
            {row.operationName}
          </RecordLink>
        )}
      />
      <Column<Claim> source="heldBy" hideBelow="md" />
      <Column<Claim> source="requestedBy" hideBelow="lg" />
      <Column<Claim> source="requestedAt" sortable hideBelow="lg" render={(row) => formats.instant(row.requestedAt)} />
      <Column<Claim>
        source="status"
        sortable
        render={(row) => <StateChip tone={tones[row.status]} label={word('ClaimStatus', row.status)} />}
      />
      <Column<Claim> source="decision" render={(row) => <DecideButtons claim={row} />} />
    </ListPage>
  );
}
