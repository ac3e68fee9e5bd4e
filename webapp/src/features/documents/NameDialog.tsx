import { asApiError } from '@openpmo/sdk';
import { useT } from '@openpmo/ui/i18n/context';
import { type FormEvent, useState } from 'react';
import { FormDialog } from '../../design/FormDialog';
import { notify } from '../../design/snackbars';
import { useErrorText } from '../../design/useProblemText';
import { WordsField } from '../../design/WordsField';
import { type Doc, useChange, useCreateFolder } from './queries';

interface NameDialogProps {
  operationId: string;
  /** The folder that a new one is made in. */
  folder: Doc | undefined;
  /** What gets another name; absent: a new folder. */
  renamed?: Doc;
  onClose: () => void;
}

/** A name for a new folder, or another one for what is there. */
export function NameDialog({ operationId, folder, renamed, onClose }: NameDialogProps) {
  const t = useT();
  const text = useErrorText();
  const create = useCreateFolder();
  const change = useChange();
  const [name, setName] = useState(renamed?.name ?? '');
  const state = renamed ? change : create;
  const problem = asApiError(state.error)?.problem;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (renamed) {
      change.mutate(
        { params: { path: { operationId, documentId: renamed.id } }, body: { name } },
        {
          onSuccess: () => {
            notify(t('documents.renamed'), {
              undo: () =>
                change.mutate({
                  params: { path: { operationId, documentId: renamed.id } },
                  body: { name: renamed.name },
                }),
            });
            onClose();
          },
        },
      );
      return;
    }
    create.mutate(
      { params: { path: { operationId } }, body: { name, ...(folder ? { folderId: folder.id } : {}) } },
      {
        onSuccess: (made) => {
          notify(t('documents.created', { name: made.name }));
          onClose();
        },
      },
    );
  };
  return (
    <FormDialog
      title={renamed ? t('documents.rename') : t('documents.newFolder')}
      confirmLabel={renamed ? t('documents.rename') : t('documents.create')}
      pending={state.isPending}
      disabled={name.trim() === '' || name === renamed?.name}
      width="xs"
      onSubmit={submit}
      onClose={onClose}
    >
      <WordsField
        atMost={120}
        autoFocus
        fullWidth
        label={renamed ? t('documents.name') : t('documents.folderName')}
        value={name}
        onChange={({ target }) => setName(target.value)}
        onFocus={({ target }) => {
          // The end says the type, and stays.
          const end = renamed?.kind === 'DOCUMENT' ? target.value.lastIndexOf('.') : target.value.length;
          target.setSelectionRange(0, end > 0 ? end : target.value.length);
        }}
        error={state.isError}
        helperText={state.isError ? text(problem?.errors?.[0] ?? problem) : undefined}
      />
    </FormDialog>
  );
}
