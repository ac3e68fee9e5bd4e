import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { useT } from '@openpmo/ui/i18n/context';
import type { EditedKey } from '../key';
import type { PoolBlocker } from '../pools/poolBlockers';
import { fieldOf, outsideId } from '../pools/poolRowProps';
import { blockersId } from './blockersId';

interface BlockerListProps {
  blockers: readonly PoolBlocker[];
  edited: EditedKey;
  /** Somebody asked to save. */
  tried: boolean;
  /** Goes to the tab where the row is, before the row is looked for. */
  onGo: () => void;
}

/** What blocks saving, each with a way to its row; the button itself is never dead (specification section 2). */
export function BlockerList({ blockers, edited, tried, onGo }: BlockerListProps) {
  const t = useT();
  if (blockers.length === 0) return null;
  const go = (blocker: PoolBlocker) => {
    onGo();
    requestAnimationFrame(() => requestAnimationFrame(() => focusOn(placeOf(blocker, edited))));
  };
  return (
    <Alert
      id={blockersId}
      tabIndex={-1}
      severity={tried ? 'error' : 'info'}
      variant="outlined"
      role={tried ? 'alert' : 'status'}
      sx={{ mt: 2 }}
    >
      <AlertTitle>{t('allocation.blockers.title', { smart_count: blockers.length })}</AlertTitle>
      <Box component="ul" sx={{ m: 0, pl: 2 }}>
        {blockers.map((blocker) => (
          <li key={`${blocker.poolId} ${blocker.field} ${blocker.key}`}>
            {placeOf(blocker, edited) === undefined ? (
              wordsOf(blocker)
            ) : (
              <Link
                component="button"
                type="button"
                onClick={() => go(blocker)}
                sx={{ textAlign: 'left', py: 0.25, verticalAlign: 'top' }}
              >
                {wordsOf(blocker)}
              </Link>
            )}
          </li>
        ))}
      </Box>
    </Alert>
  );

  function wordsOf(blocker: PoolBlocker): string {
    const text = t(blocker.key, blocker.params);
    if (blocker.field !== 'name') return text;
    const number = edited.pools.findIndex(({ id }) => id === blocker.poolId) + 1;
    return t('allocation.blockers.ofRow', { number, text });
  }
}

function placeOf({ poolId, field, participantIds }: PoolBlocker, { pools }: EditedKey): string | undefined {
  if (participantIds) return outsideId;
  if (!field) return undefined;
  // The sum belongs to no row alone: the largest one is where to begin.
  const largest = [...pools].sort((a, b) => b.percentage - a.percentage)[0];
  const id = poolId ?? largest?.id;
  return id && fieldOf(id, field);
}

function focusOn(id: string | undefined): void {
  const element = id ? document.getElementById(id) : null;
  element?.scrollIntoView({ block: 'center' });
  element?.focus();
}
