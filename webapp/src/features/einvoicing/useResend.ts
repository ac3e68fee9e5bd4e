import { useT } from '@openpmo/ui/i18n/context';
import { refusalTexts } from '../../api/texts';
import { notify } from '../../design/snackbars';
import { useErrorText } from '../../design/useProblemText';
import { useSend } from './queries';

/** Sends invoices and says what became of it. */
export function useResend(operationId: string) {
  const t = useT();
  const words = useErrorText();
  const send = useSend(operationId);
  const start = (invoicesIds: string[]) =>
    send.mutate(invoicesIds, {
      onSuccess: (results) => {
        const sent = results.filter(({ status }) => status === 'SUCCESS').length;
        if (sent > 0) notify(t('einvoicing.send.done', { smart_count: sent }));
        const refused = results.flatMap(({ problem }) => problem ?? []);
        if (refused.length === 0) return;
        void refusalTexts().then(() => {
          for (const problem of refused) notify(words(problem), { variant: 'error' });
        });
      },
    });
  return { start, isPending: send.isPending };
}
