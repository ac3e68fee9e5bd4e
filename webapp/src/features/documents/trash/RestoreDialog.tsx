import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import { asApiError, type Schemas } from '@openpmo/sdk';
import { useT } from '@openpmo/ui/i18n/context';
import { type FormEvent, useState } from 'react';
import { FormDialog } from '../../../design/FormDialog';
import { notify } from '../../../design/snackbars';
import { useErrorText } from '../../../design/useProblemText';
import { WordsField } from '../../../design/WordsField';
import { PlaceChoice } from '../PlaceChoice';
import { type Doc, top, useRestore } from '../queries';
import { placesFor } from '../tree';

interface RestoreDialogProps {
  operationId: string;
  docs: readonly Doc[];
  doc: Doc;
  /** Why it could not go back to where it was. */
  problem: Schemas['Problem'] | undefined;
  onClose: () => void;
}

/** Takes something out of the trash to another place, or under another name. */
export function RestoreDialog({ operationId, docs, doc, problem, onClose }: RestoreDialogProps) {
  const t = useT();
  const text = useErrorText();
  const restore = useRestore();
  const [name, setName] = useState(doc.name);
  const [to, setTo] = useState(docs.some(({ id }) => id === doc.folderId) ? (doc.folderId ?? top) : top);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    restore.mutate(
      { params: { path: { operationId, documentId: doc.id } }, body: { name, folderId: to } },
      {
        onSuccess: (back) => {
          notify(
            t('documents.trash.restored', { name: back.name, folder: back.path.at(-1)?.name ?? t('documents.top') }),
          );
          onClose();
        },
      },
    );
  };
  return (
    <FormDialog
      title={t('documents.trash.restoreTitle', { name: doc.name })}
      confirmLabel={t('documents.trash.restore')}
      pending={restore.isPending}
      disabled={name.trim() === ''}
      width="xs"
      onSubmit={submit}
      onClose={onClose}
    >
      <Alert severity="warning" variant="outlined">
        {text(restore.isError ? asApiError(restore.error)?.problem : problem)}
      </Alert>
      <Typography color="textSecondary">{t('documents.trash.restoreAdvice')}</Typography>
      <WordsField
        atMost={120}
        fullWidth
        label={t('documents.name')}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <PlaceChoice places={placesFor(docs, [], t('documents.top'))} value={to} onChange={setTo} />
    </FormDialog>
  );
}
