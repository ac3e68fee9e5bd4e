import Alert from '@mui/material/Alert';
import { useT } from '@openpmo/ui/i18n/context';
import { type FormEvent, useState } from 'react';
import { FormDialog } from '../../design/FormDialog';
import { notify } from '../../design/snackbars';
import { useErrorText } from '../../design/useProblemText';
import { PlaceChoice } from './PlaceChoice';
import { type Doc, useChange } from './queries';
import { placesFor } from './tree';

interface MoveDialogProps {
  operationId: string;
  docs: readonly Doc[];
  moved: readonly Doc[];
  onClose: () => void;
}

/** Where things go. What is refused stays where it is, and is told by name. */
export function MoveDialog({ operationId, docs, moved, onClose }: MoveDialogProps) {
  const t = useT();
  const text = useErrorText();
  const change = useChange();
  const [to, setTo] = useState('');
  const [pending, setPending] = useState(false);
  const [refused, setRefused] = useState<readonly string[]>([]);
  const places = placesFor(docs, moved, t('documents.top'));
  const [first] = moved;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setPending(true);
    const failed: string[] = [];
    for (const { id, name } of moved) {
      try {
        await change.mutateAsync({ params: { path: { operationId, documentId: id } }, body: { folderId: to } });
        notify(t('documents.moved', { name, folder: places.find((one) => one.id === to)?.name ?? t('documents.top') }));
      } catch (error) {
        failed.push(`${name} : ${text(error)}`);
      }
    }
    setPending(false);
    setRefused(failed);
    if (failed.length === 0) onClose();
  };
  return (
    <FormDialog
      title={
        moved.length === 1 && first
          ? t('documents.moveTitle', { name: first.name })
          : t('documents.moveMany', { smart_count: moved.length })
      }
      confirmLabel={t('documents.moveHere')}
      pending={pending}
      disabled={to === ''}
      width="xs"
      onSubmit={submit}
      onClose={onClose}
    >
      <PlaceChoice places={places} value={to} onChange={setTo} />
      {refused.map((line) => (
        <Alert key={line} severity="error" variant="outlined">
          {line}
        </Alert>
      ))}
    </FormDialog>
  );
}
