import { useT } from '@openpmo/ui/i18n/context';
import { notify } from '../../../design/snackbars';
import { useErrorText } from '../../../design/useProblemText';
import { type Doc, useRestore, useToTrash } from '../queries';

/** Puts things into the trash, one after the other, and offers to take them out again. */
export function useTrashing(operationId: string): (docs: readonly Doc[]) => Promise<void> {
  const t = useT();
  const text = useErrorText();
  const toTrash = useToTrash();
  const restore = useRestore();
  return async (docs) => {
    const gone: Doc[] = [];
    let refused: unknown;
    for (const doc of docs) {
      try {
        await toTrash.mutateAsync({ params: { path: { operationId, documentId: doc.id } } });
        gone.push(doc);
      } catch (error) {
        refused = error;
      }
    }
    if (refused) {
      const reason = text(refused);
      notify(t('documents.someFailed', { count: docs.length - gone.length, total: docs.length, reason }), {
        variant: 'error',
      });
    }
    if (gone.length === 0) return;
    const [first] = gone;
    notify(
      gone.length === 1 && first
        ? t('documents.trashed', { name: first.name })
        : t('documents.trashedMany', { smart_count: gone.length }),
      {
        undo: () => {
          for (const doc of gone) {
            restore.mutate({ params: { path: { operationId, documentId: doc.id } }, body: {} });
          }
        },
      },
    );
  };
}
