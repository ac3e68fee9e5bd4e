import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useId, useState } from 'react';
import { useSession } from '../../api/session';
import { notify } from '../../design/snackbars';
import { useAnswerInvitation, useInvitations } from './queriesInvitations';

/** Sites that organizers propose to this account: each is accepted, refused, or left for later. */
export function SiteInvitations() {
  const t = useT();
  const formats = useFormats();
  const id = useId();
  const { id: userId } = useSession();
  const [later, setLater] = useState(false);
  const { data: invitations } = useInvitations(userId);
  const answer = useAnswerInvitation(userId);
  if (later || !invitations?.length) return null;
  return (
    <Dialog open aria-labelledby={id} maxWidth="sm" fullWidth>
      <DialogTitle id={id}>{t('accounts.invitations.title')}</DialogTitle>
      <DialogContent>
        <Typography sx={{ mb: 2 }}>{t('accounts.invitations.intro')}</Typography>
        <Stack component="ul" spacing={2} sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {invitations.map((one) => {
            const names = { site: one.participantName };
            const say = (agreed: boolean) =>
              answer.mutate(
                { invitationId: one.id, agreed },
                { onSuccess: () => notify(t(`accounts.invitations.${agreed ? 'accepted' : 'declined'}`, names)) },
              );
            return (
              <Box
                component="li"
                key={one.id}
                sx={{ border: '1px solid', borderColor: 'divider', borderRadius: 1, p: 2 }}
              >
                <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{one.participantName}</Typography>
                <Typography color="textSecondary" sx={{ mb: 1 }}>
                  {t('accounts.invitations.from', {
                    pmo: one.pmoName || one.operationName,
                    operation: one.operationName,
                    date: formats.day(formats.dayOf(one.invitedAt)),
                  })}
                </Typography>
                <Stack direction="row" spacing={1}>
                  <Button variant="contained" disabled={answer.isPending} onClick={() => say(true)}>
                    {t('accounts.invitations.accept')}
                  </Button>
                  <Button color="inherit" disabled={answer.isPending} onClick={() => say(false)}>
                    {t('accounts.invitations.decline')}
                  </Button>
                </Stack>
              </Box>
            );
          })}
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={() => setLater(true)}>
          {t('accounts.invitations.later')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
