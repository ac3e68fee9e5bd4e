import { useT } from '@openpmo/ui/i18n/context';
import { notify } from '../../design/snackbars';
import { useProblemText } from '../../design/useProblemText';
import { useSend } from './queries';

/** Sends invoices and says what became of it. */
export function useResend(operationId: string) {
  const t = useT();
  const words = useProblemText();
  const send = useSend(operationId);
  const start = (invoicesIds: string[]) =>
    send.mutate(invoicesIds, {
      onSuccess: (results) => {
        const sent = results.filter(({ status }) => status === 'SUCCESS').length;
        if (sent > 0) notify(t('einvoicing.send.done', { smart_count: sent }));
        for (const { problem } of results) if (problem) notify(words(problem), { variant: 'error' });
      },
    });
  return { start, isPending: send.isPending };
}
