import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useOperation } from '../../../api/operations';
import { ErrorPanel } from '../../../design/ErrorPanel';
import { RowsSkeleton } from '../../../design/Skeletons';
import { ThingLink } from '../../../design/ThingLink';
import { Part } from '../parts/Part';
import { type HistoryEntry, type HistoryKind, useHistory } from '../queries';
import { thingOf } from './thingOf';
import { useDetails } from './useDetails';
import { useWho } from './useWho';

/** What became of a thing: when, what, who, how. */
export function HistoryCard({ kind, id }: { kind: HistoryKind; id: string }) {
  const t = useT();
  const { id: operationId } = useOperation();
  const history = useHistory(operationId, kind, id);
  const entries = history.data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <Part title={t('pages.history.title')}>
      {history.isPending && <RowsSkeleton rows={3} />}
      {history.isError && <ErrorPanel error={history.error} onRetry={() => history.refetch()} />}
      {history.data && entries.length === 0 && <Typography color="textSecondary">{t('pages.history.none')}</Typography>}
      <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {entries.map((entry) => (
          <Line key={entry.id} entry={entry} about={id} />
        ))}
      </Box>
      {history.hasNextPage && (
        <Button
          size="small"
          sx={{ mt: 1 }}
          className="no-print"
          loading={history.isFetchingNextPage}
          onClick={() => history.fetchNextPage()}
        >
          {t('pages.history.more', { shown: entries.length, total: history.data?.pages[0]?.total ?? entries.length })}
        </Button>
      )}
    </Part>
  );
}

function Line({ entry, about }: { entry: HistoryEntry; about: string }) {
  const t = useT();
  const formats = useFormats();
  const details = useDetails()(entry);
  const who = useWho();
  const thing = entry.objectId === about ? undefined : thingOf[entry.objectKind];
  return (
    <Box
      component="li"
      sx={{ py: 1, borderTop: 1, borderColor: 'divider', '&:first-of-type': { borderTop: 0, pt: 0 } }}
    >
      <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
        {thing ? (
          <ThingLink thing={thing} id={entry.objectId}>
            {t(`pages.act.${entry.act}`)}
          </ThingLink>
        ) : (
          t(`pages.act.${entry.act}`)
        )}
      </Typography>
      {details && <Typography sx={{ overflowWrap: 'anywhere' }}>{details}</Typography>}
      <Typography color="textSecondary" sx={{ fontSize: '0.8125rem', overflowWrap: 'anywhere' }}>
        <time dateTime={entry.at}>{formats.instant(entry.at)}</time> · <span>{who(entry)}</span>
      </Typography>
    </Box>
  );
}
