import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import { lazy, Suspense, useState } from 'react';
import { useOperation } from '../../../../api/operations';
import { useCan } from '../../../../api/session';
import { ConfirmDialog } from '../../../../design/ConfirmDialog';
import { RowMenu } from '../../../../design/RowMenu';
import { notify } from '../../../../design/snackbars';
import { useErrorText } from '../../../../design/useProblemText';
import type { Config } from '../key';
import { useDeleteDraft } from '../queries';

// The form and its rules are loaded when it is opened.
const RenameDraftDialog = lazy(() =>
  import('./RenameDraftDialog').then((part) => ({ default: part.RenameDraftDialog })),
);

/** What can be done with a draft besides editing it. */
export function DraftMenu({ draft }: { draft: Config }) {
  const t = useT();
  const canUpdate = useCan()('key:update');
  const words = useErrorText();
  const { id } = useOperation();
  const [asking, setAsking] = useState<'delete' | 'rename'>();
  const remove = useDeleteDraft(id);
  const name = draft.name || t('allocation.draft.unnamed');
  if (!canUpdate) return null;
  const close = () => setAsking(undefined);
  // The menu goes with its draft before the mutation ends, so the promise tells its end.
  const forget = () =>
    remove
      .mutateAsync(draft.id)
      .then(
        () => notify(t('allocation.draft.deleted', { name })),
        (error: unknown) => {
          notify(words(error), { variant: 'error' });
        },
      )
      .finally(close);
  return (
    <>
      <RowMenu
        name={name}
        actions={[
          { label: t('allocation.draft.rename'), onClick: () => setAsking('rename') },
          { label: t('allocation.draft.delete'), onClick: () => setAsking('delete'), destructive: true },
        ]}
      />
      <Suspense fallback={null}>{asking === 'rename' && <RenameDraftDialog draft={draft} onClose={close} />}</Suspense>
      <ConfirmDialog
        open={asking === 'delete'}
        destructive
        title={t('allocation.draft.deleteTitle', { name })}
        confirmLabel={t('allocation.draft.delete')}
        pending={remove.isPending}
        onClose={close}
        onConfirm={forget}
      >
        <Typography>{t('allocation.draft.deleteText')}</Typography>
      </ConfirmDialog>
    </>
  );
}
