import { asApiError, type Schemas } from '@openpmo/sdk';
import { notify } from '../../../design/snackbars';
import { useProblemText } from '../../../design/useProblemText';
import { useUpdateParticipant } from '../queries';
import type { Participant } from '../rows';
import { useTellTouched } from '../useTouchedInvoices';

interface ChangeOptions {
  site: Participant;
  etag: string | undefined;
  onDone: () => void;
}

/** A small change of a site from a dialog: says that it is done, or what the server has against it. */
export function useChange({ site, etag, onDone }: ChangeOptions) {
  const words = useProblemText();
  const tellTouched = useTellTouched();
  const update = useUpdateParticipant();
  const fields = asApiError(update.error)?.fields ?? [];
  return {
    pending: update.isPending,
    errorOf: (field: string): string | undefined => {
      const found = fields.find((item) => item.field === field);
      return found && words(found);
    },
    change: (body: Schemas['ParticipantUpdate'], done: string) =>
      update.mutate(
        { participantId: site.id, etag, body },
        {
          onSuccess: (changed) => {
            notify(done);
            tellTouched(changed?.touchedInvoices);
            onDone();
          },
          onError: (error) => {
            const known = Object.keys(body);
            const problem = asApiError(error);
            if (problem?.fields.some(({ field }) => field !== undefined && known.includes(field))) return;
            notify(words(problem?.problem ?? { key: problem?.key }), { variant: 'error' });
          },
        },
      ),
  };
}
