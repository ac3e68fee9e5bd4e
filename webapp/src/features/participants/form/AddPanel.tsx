import { useT } from '@openpmo/ui/i18n/context';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useOperation } from '../../../api/operations';
import { notify } from '../../../design/snackbars';
import { useAddParticipant } from '../queries';
import { useTellTouched } from '../useTouchedInvoices';
import { ParticipantFormPanel } from './ParticipantFormPanel';
import { creationOf } from './requests';
import { emptyForm } from './schema';

/** One more participant; its sheet opens once it is there. */
export function AddPanel({ onClose, onAdded }: { onClose: () => void; onAdded: (participantId: string) => void }) {
  const t = useT();
  const add = useAddParticipant(useOperation().id);
  const tellTouched = useTellTouched();
  const [params] = useSearchParams();
  const [values] = useState(() => ({ ...emptyForm(), dsoId: params.get('number') ?? '' }));
  return (
    <ParticipantFormPanel
      adding
      values={values}
      pending={add.isPending}
      onClose={onClose}
      send={async (form, saved) => {
        const made = await add.mutateAsync(creationOf(form));
        notify(t('participants.form.added', { name: form.name }));
        tellTouched(made?.touchedInvoices);
        saved();
        if (made) onAdded(made.id);
        else onClose();
      }}
    />
  );
}
