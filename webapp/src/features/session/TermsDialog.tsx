import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import { useId } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Session } from '../../api/session';
import { ErrorPanel } from '../../design/ErrorPanel';
import { RowsSkeleton } from '../../design/Skeletons';
import { useAcceptTerms, useTerms } from './queries';
import { TermsText } from './TermsText';

/** Stands before everything until the terms are accepted; the other way out is to sign out. */
export function TermsDialog({ session }: { session: Session }) {
  const t = useT();
  const id = useId();
  const navigate = useNavigate();
  const terms = useTerms();
  const accept = useAcceptTerms(session);
  return (
    <Dialog open aria-labelledby={id} maxWidth="md" scroll="paper">
      <DialogTitle id={id} component="h1">
        {t('session.terms.title')}
      </DialogTitle>
      <DialogContent dividers tabIndex={0}>
        <Typography sx={{ mb: 2, fontWeight: 600 }}>{t('session.terms.mustAccept')}</Typography>
        {terms.isPending && <RowsSkeleton />}
        {terms.isError && <ErrorPanel error={terms.error} onRetry={() => terms.refetch()} />}
        {terms.data && <TermsText terms={terms.data} />}
      </DialogContent>
      <DialogActions>
        <Button component={Link} to="/logout" color="inherit">
          {t('session.terms.logout')}
        </Button>
        <Button
          variant="contained"
          loading={accept.isPending}
          disabled={!terms.data}
          onClick={() => accept.mutate(undefined, { onSuccess: () => navigate('/pmo', { replace: true }) })}
        >
          {t('session.terms.accept')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
