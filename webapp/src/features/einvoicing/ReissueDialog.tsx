import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import { asApiError } from '@openpmo/sdk';
import { useT } from '@openpmo/ui/i18n/context';
import { useNavigate } from 'react-router';
import { useOperation } from '../../api/operations';
import { ConfirmDialog } from '../../design/ConfirmDialog';
import { notify } from '../../design/snackbars';
import { useProblemText } from '../../design/useProblemText';
import { type Transmission, useReissue } from './queries';
import { reasonWords } from './words';

const reasonAtMost = 200;

/** Takes a refused invoice back by a credit note and makes its draft anew: the second of two clicks. */
export function ReissueDialog({ transmission, onClose }: { transmission: Transmission; onClose: () => void }) {
  const t = useT();
  const words = useProblemText();
  const navigate = useNavigate();
  const { id: operationId } = useOperation();
  const reissue = useReissue(operationId);
  const { number, invoiceId, reasons } = transmission;
  const said = reasons.map((reason) => reasonWords(t, reason)).join(', ');
  const failure = asApiError(reissue.error) ?? reissue.data?.refused;
  const confirm = () =>
    reissue.mutate(
      { invoiceId, reason: t('einvoicing.reissue.reason', { reasons: said }).slice(0, reasonAtMost) },
      {
        onSuccess: ({ refused }) => {
          if (refused) return;
          notify(t('einvoicing.reissue.done', { number }));
          onClose();
          navigate(`/pmo/operations/${operationId}/billing/invoices?tab=drafts`);
        },
      },
    );
  return (
    <ConfirmDialog
      open
      title={t('einvoicing.reissue.title', { number })}
      confirmLabel={t('einvoicing.reissue.confirm')}
      destructive
      pending={reissue.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Typography gutterBottom>{said}</Typography>
      <Typography color="textSecondary">{t('einvoicing.reissue.text')}</Typography>
      {failure && (
        <Alert severity="error" variant="outlined" sx={{ mt: 2 }}>
          {words(failure)}
        </Alert>
      )}
    </ConfirmDialog>
  );
}
