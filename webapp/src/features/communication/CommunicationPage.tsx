import EditOutlined from '@mui/icons-material/EditOutlined';
import Button from '@mui/material/Button';
import { useT } from '@openpmo/ui/i18n/context';
import { lazy, Suspense } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useOperation } from '../../api/operations';
import { Can } from '../../design/Can';
import { Page } from '../../design/Page';
import { RowsSkeleton } from '../../design/Skeletons';
import { withChanges } from '../../design/useListAddress';
import { MessageSheet } from './MessageSheet';
import { MessagesList } from './MessagesList';
import { useMessages } from './queries';

// The form and its rules are loaded when it is opened.
const Compose = lazy(() => import('./Compose').then((part) => ({ default: part.Compose })));

/** Messages to the people of an operation: what was sent, what became of it, and a new one. */
export function CommunicationPage() {
  const t = useT();
  const [params, setParams] = useSearchParams();
  const operation = useOperation();
  const messages = useMessages(operation.id);
  const set = (changes: Record<string, string | undefined>) => setParams((before) => withChanges(before, changes));
  const shown = params.get('message');
  if (params.has('write')) {
    return (
      <Page title={t('communication.write')} subtitle={t('communication.writeHint')}>
        <Suspense fallback={<RowsSkeleton height={72} />}>
          <Compose
            operationId={operation.id}
            onClose={() => set({ write: undefined })}
            onShow={(message) => set({ write: undefined, message })}
          />
        </Suspense>
      </Page>
    );
  }
  const write = (
    <Can permission="communication:create">
      <Button variant="contained" startIcon={<EditOutlined />} component={Link} to="?write=1">
        {t('communication.write')}
      </Button>
    </Can>
  );
  return (
    <Page
      title={t('communication.title')}
      subtitle={messages.data && t('communication.subtitle', { smart_count: messages.data.length })}
      actions={write}
    >
      <MessagesList state={messages} rows={messages.data ?? []} onShow={(message) => set({ message })} write={write} />
      {shown && (
        <MessageSheet
          key={shown}
          operationId={operation.id}
          messageId={shown}
          onClose={() => set({ message: undefined })}
        />
      )}
    </Page>
  );
}
