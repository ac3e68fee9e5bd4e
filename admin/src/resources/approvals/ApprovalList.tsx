import type { Schemas } from '@openpmo/sdk';
import { useFormats } from '@openpmo/ui/i18n/context';
import { SearchInput, TextInput } from 'react-admin';
import { Column } from '../../parts/Column';
import { ListPage } from '../../parts/ListPage';
import { RecordLink } from '../../parts/RecordLink';

type Approval = Schemas['TermsApproval'];

/** Who accepted which terms, and when. */
export function ApprovalList() {
  const formats = useFormats();
  return (
    <ListPage<Approval>
      filters={[<SearchInput key="q" source="q" alwaysOn />, <TextInput key="version" source="version" alwaysOn />]}
      sort={{ field: 'acceptedAt', order: 'DESC' }}
      exported={[
        { source: 'email' },
        { source: 'version' },
        { source: 'acceptedAt', text: (row) => formats.instant(row.acceptedAt, 'numeric') },
        { source: 'userId' },
      ]}
    >
      <Column<Approval>
        source="email"
        sortable
        render={(row) => (
          <RecordLink resource="users" id={row.userId} type="edit">
            {row.email}
          </RecordLink>
        )}
      />
      <Column<Approval> source="version" sortable hideBelow="sm" />
      <Column<Approval> source="acceptedAt" sortable render={(row) => formats.instant(row.acceptedAt)} />
    </ListPage>
  );
}
