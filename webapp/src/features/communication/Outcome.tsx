import Box from '@mui/material/Box';
import { useT } from '@openpmo/ui/i18n/context';
import type { MessageCounts } from './queries';

const parts = ['sent', 'queued', 'rejected', 'failed', 'unreached'] as const;

/** What became of the mails of a message: what went, then what did not. */
export function Outcome({ counts }: { counts: MessageCounts }) {
  const t = useT();
  return (
    <Box component="span" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1 }}>
      {parts
        .filter((part) => counts[part] > 0)
        .map((part, n) => (
          <Box
            key={part}
            component="span"
            sx={{ color: part === 'sent' || part === 'queued' ? 'inherit' : 'error.main', whiteSpace: 'nowrap' }}
          >
            {n > 0 && '· '}
            {t(`communication.outcome.${part}`, { smart_count: counts[part] })}
          </Box>
        ))}
    </Box>
  );
}
