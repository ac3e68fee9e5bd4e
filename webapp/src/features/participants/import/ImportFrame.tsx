import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import LinearProgress from '@mui/material/LinearProgress';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import { type ReactNode, useId } from 'react';
import { useCan } from '../../../api/session';

/** What a file is of. */
export type ImportKind = 'sites' | 'moves' | 'clients';

export interface ImportPartProps {
  onKind: (kind: ImportKind) => void;
  onClose: () => void;
}

interface ImportFrameProps extends ImportPartProps {
  kind: ImportKind;
  busy: boolean;
  intro: string;
  closeLabel: string;
  action: ReactNode;
  children: ReactNode;
}

/** The dialog around a file: what it is of, and the way out. */
export function ImportFrame({ kind, onKind, busy, onClose, intro, closeLabel, action, children }: ImportFrameProps) {
  const t = useT();
  const id = useId();
  const can = useCan();
  const kinds: ImportKind[] = [
    'sites',
    ...(can('participant:update') && can('participant:create') ? (['moves'] as const) : []),
    ...(can('client:update') && can('client:create') ? (['clients'] as const) : []),
  ];
  return (
    <Dialog
      open
      onClose={busy ? undefined : onClose}
      aria-labelledby={id}
      maxWidth="md"
      slotProps={{ paper: { sx: phoneWide } }}
    >
      <DialogTitle id={id}>{t('participants.import.title')}</DialogTitle>
      <DialogContent>
        {kinds.length > 1 && (
          <ToggleButtonGroup
            exclusive
            size="small"
            value={kind}
            disabled={busy}
            aria-label={t('participants.import.kind')}
            onChange={(_event, next: ImportKind | null) => next && onKind(next)}
            sx={{ mb: 2 }}
          >
            {kinds.map((value) => (
              <ToggleButton key={value} value={value} sx={{ textTransform: 'none' }}>
                {t(`participants.import.kind.${value}`)}
              </ToggleButton>
            ))}
          </ToggleButtonGroup>
        )}
        <Typography sx={{ mb: 2 }}>{intro}</Typography>
        {children}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose} disabled={busy}>
          {closeLabel}
        </Button>
        {action}
      </DialogActions>
    </Dialog>
  );
}

/** Nearly the whole width of a phone. */
const phoneWide = { m: { xs: 1.5, sm: 4 }, width: { xs: 'calc(100% - 24px)', sm: 'calc(100% - 64px)' } };

export function Waiting({ text }: { text: string }) {
  return (
    <Box role="status">
      <Typography sx={{ mb: 1 }}>{text}</Typography>
      <LinearProgress aria-label={text} />
    </Box>
  );
}
