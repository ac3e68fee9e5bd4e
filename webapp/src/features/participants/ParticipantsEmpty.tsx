import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useT } from '@openpmo/ui/i18n/context';
import { useCan } from '../../api/session';
import { Can } from '../../design/Can';
import { EmptyState } from '../../design/EmptyState';
import { Setup } from '../setup/Setup';
import type { View } from './useView';

interface ParticipantsEmptyProps {
  view: View;
  /** Whether the operation has a site at all. */
  any: boolean;
  onImport: () => void;
}

/** Nobody of this type yet, or nobody at all: each says what to do. */
export function ParticipantsEmpty({ view, any, onImport }: ParticipantsEmptyProps) {
  const t = useT();
  const adds = useCan()('participant:create');
  if (view.group === 'observers') {
    return (
      <EmptyState
        kind="none"
        title={t('participants.empty.observers.title')}
        advice={t('participants.empty.observers.advice')}
      />
    );
  }
  if (any) {
    return (
      <EmptyState
        kind="none"
        title={t('participants.empty.group.title')}
        advice={t('participants.empty.group.advice')}
        action={
          <Button variant="outlined" color="inherit" onClick={view.address.clear}>
            {t('participants.noMatch.clear')}
          </Button>
        }
      />
    );
  }
  return (
    <>
      <EmptyState
        kind="none"
        title={t('participants.empty.title')}
        advice={t(adds ? 'participants.empty.advice' : 'participants.empty.readOnly')}
        action={<Ways onAdd={view.add} onImport={onImport} />}
      />
      <Box sx={{ px: 2 }}>
        <Setup />
      </Box>
    </>
  );
}

function Ways({ onAdd, onImport }: { onAdd: () => void; onImport: () => void }) {
  const t = useT();
  return (
    <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', justifyContent: 'center', mt: 1 }}>
      <Can permission="participant:import">
        <Button variant="outlined" color="inherit" onClick={onImport}>
          {t('participants.import')}
        </Button>
      </Can>
      <Can permission="participant:create">
        <Button variant="contained" onClick={onAdd}>
          {t('participants.add')}
        </Button>
      </Can>
    </Stack>
  );
}
