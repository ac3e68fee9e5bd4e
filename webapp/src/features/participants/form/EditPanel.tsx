import { useT } from '@openpmo/ui/i18n/context';
import { useState } from 'react';
import { notify } from '../../../design/snackbars';
import { useUpdateParticipant } from '../queries';
import type { Participant } from '../rows';
import { useTellTouched } from '../useTouchedInvoices';
import { ParticipantFormPanel } from './ParticipantFormPanel';
import { updateOf } from './requests';
import { formOf } from './schema';

interface EditPanelProps {
  site: Participant;
  etag: string | undefined;
  onClose: () => void;
}

/** Changes of a site. It keeps the state it started from: a change by somebody else in between is refused. */
export function EditPanel({ site, etag, onClose }: EditPanelProps) {
  const t = useT();
  const update = useUpdateParticipant();
  const tellTouched = useTellTouched();
  const [start] = useState({ site, etag, values: formOf(site) });
  return (
    <ParticipantFormPanel
      adding={false}
      values={start.values}
      pending={update.isPending}
      onClose={onClose}
      send={async (form, saved) => {
        const body = updateOf(start.site, form);
        if (Object.keys(body).length > 0) {
          const changed = await update.mutateAsync({ participantId: site.id, etag: start.etag, body });
          notify(t('participants.form.saved'));
          tellTouched(changed?.touchedInvoices);
        }
        saved();
        onClose();
      }}
    />
  );
}
