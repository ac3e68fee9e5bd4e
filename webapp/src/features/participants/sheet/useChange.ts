import { asApiError, type Schemas } from '@openpmo/sdk';
import type { UseMutationResult } from '@tanstack/react-query';
import { notify } from '../../../design/snackbars';
import { useErrorText } from '../../../design/useProblemText';
import { useRecordAnswer, useUpdateParticipant } from '../queries';
import type { Participant } from '../rows';
import { useTellTouched } from '../useTouchedInvoices';

interface ChangeOptions {
  site: Participant;
  etag: string | undefined;
  onDone: () => void;
}

/** A small change of a site from a dialog. */
export const useChange = (options: ChangeOptions) => useSaying(useUpdateParticipant(), options);

/** What the operator answered about a site, from a dialog. */
export const useAnswer = (options: ChangeOptions) => useSaying(useRecordAnswer(), options);

interface Sent<Body> {
  participantId: string;
  etag: string | undefined;
  body: Body;
}

/** Says that a change is done, or what the server has against it. */
function useSaying<Body extends Schemas['ParticipantUpdate'] | Schemas['DsoAnswer']>(
  sending: UseMutationResult<Participant | undefined, Error, Sent<Body>>,
  { site, etag, onDone }: ChangeOptions,
) {
  const words = useErrorText();
  const tellTouched = useTellTouched();
  const fields = asApiError(sending.error)?.fields ?? [];
  return {
    pending: sending.isPending,
    errorOf: (field: string): string | undefined => {
      const found = fields.find((item) => item.field === field);
      return found && words(found);
    },
    change: (body: Body, done: string) =>
      sending.mutate(
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
            notify(words(problem), { variant: 'error' });
          },
        },
      ),
  };
}
