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

/** What is proposed to an account, and by whom. */
export interface Proposal {
  id: string;
  name: string;
  from: string;
  operation: string;
  at: string;
  more?: string;
}

export interface InvitationsDialogProps {
  title: string;
  intro: string;
  proposed: readonly Proposal[];
  pending: boolean;
  onAnswer: (one: Proposal, agreed: boolean) => void;
}

/** What others propose to this account: each is accepted, refused, or left for later. */
export function InvitationsDialog({ title, intro, proposed, pending, onAnswer }: InvitationsDialogProps) {
  const t = useT();
  const formats = useFormats();
  const id = useId();
  const [later, setLater] = useState(false);
  if (later || proposed.length === 0) return null;
  return (
    <Dialog open aria-labelledby={id} maxWidth="sm" fullWidth>
      <DialogTitle id={id}>{title}</DialogTitle>
      <DialogContent>
        <Typography sx={{ mb: 2 }}>{intro}</Typography>
        <Stack component="ul" spacing={2} sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {proposed.map((one) => (
            <Box
              component="li"
              key={one.id}
              sx={{ border: '1px solid', borderColor: 'divider', borderRadius: 1, p: 2 }}
            >
              <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{one.name}</Typography>
              {one.more && <Typography>{one.more}</Typography>}
              <Typography color="textSecondary" sx={{ mb: 1 }}>
                {t('accounts.invitations.from', {
                  pmo: one.from,
                  operation: one.operation,
                  date: formats.day(formats.dayOf(one.at)),
                })}
              </Typography>
              <Stack direction="row" spacing={1}>
                <Button variant="contained" disabled={pending} onClick={() => onAnswer(one, true)}>
                  {t('accounts.invitations.accept')}
                </Button>
                <Button color="inherit" disabled={pending} onClick={() => onAnswer(one, false)}>
                  {t('accounts.invitations.decline')}
                </Button>
              </Stack>
            </Box>
          ))}
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
