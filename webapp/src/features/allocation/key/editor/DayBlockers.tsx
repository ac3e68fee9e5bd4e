import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { useT } from '@openpmo/ui/i18n/context';
import { useProblemText } from '../../../../design/useProblemText';
import type { KeyEditor } from './useKeyEditor';

/** Why the key cannot begin on its day, or be of its season: told before it is saved, and not by a refusal. */
export function DayBlockers({ editor: { dayBlockers } }: { editor: Pick<KeyEditor, 'dayBlockers'> }) {
  const t = useT();
  const words = useProblemText();
  if (dayBlockers.length === 0) return null;
  return (
    <Alert severity="error" variant="outlined" role="alert" sx={{ mt: 1 }}>
      {t('allocation.save.dayRefused')}
      <Box component="ul" sx={{ m: 0, pl: 2 }}>
        {dayBlockers.map(({ key, params }) => (
          <li key={`${key} ${JSON.stringify(params)}`}>{words({ key, ...(params ? { params } : {}) })}</li>
        ))}
      </Box>
    </Alert>
  );
}
