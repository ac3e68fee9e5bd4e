import type { Schemas } from '@openpmo/sdk';
import { useFormats } from '@openpmo/ui/i18n/context';
import { SearchInput, TextInput } from 'react-admin';
import { Column } from '../../parts/Column';
import { ListPage } from '../../parts/ListPage';
import { RecordLink } from '../../parts/RecordLink';

export type Message = Schemas['OutboxMessage'];

/** The mails of an installation without a mail server. */
export function MessageList() {
  const formats = useFormats();
  return (
    <ListPage<Message>
      filters={[<SearchInput key="q" source="q" alwaysOn />, <TextInput key="to" source="to" />]}
      sort={{ field: 'createdAt', order: 'DESC' }}
      exported={[
        { source: 'subject' },
        { source: 'to' },
        { source: 'createdAt', text: (row) => formats.instant(row.createdAt, 'numeric') },
      ]}
    >
      <Column<Message>
        source="subject"
        sortable
        render={(row) => (
          <RecordLink id={row.id} type="show">
            {row.subject}
          </RecordLink>
        )}
      />
      <Column<Message> source="to" sortable hideBelow="sm" />
      <Column<Message> source="createdAt" sortable hideBelow="sm" render={(row) => formats.instant(row.createdAt)} />
    </ListPage>
  );
}
