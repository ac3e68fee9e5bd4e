import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import type { Thing } from '../../../api/addresses';
import { useOperation } from '../../../api/operations';
import { ErrorPanel } from '../../../design/ErrorPanel';
import { RowsSkeleton } from '../../../design/Skeletons';
import { ThingLink } from '../../../design/ThingLink';
import { Part } from '../parts/Part';
import { type HistoryEntry, type HistoryKind, useHistory } from '../queries';
import { useDetails } from './useDetails';

/** The page of what a change was made to, by the contract's word for it. */
const thingOf: Partial<Record<string, Thing>> = {
  participant: 'site',
  billableEntity: 'client',
  billingEntity: 'issuer',
  plan: 'plan',
  invoice: 'invoice',
  curveImport: 'import',
  run: 'run',
};

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
        <time dateTime={entry.at}>{formats.instant(entry.at)}</time> · <Who entry={entry} />
      </Typography>
    </Box>
  );
}

/** A name where it may be read, else the role; and by what means, where it was not by hand. */
function Who({ entry: { by, how } }: { entry: HistoryEntry }) {
  const t = useT();
  const role = by.role ? t(`enums.Role.${by.role}`) : t('pages.history.server');
  const name = by.you ? t('pages.history.you') : (by.name ?? role);
  return <span>{how === 'HAND' || (how === 'SERVER' && !by.role) ? name : `${name} · ${t(`pages.how.${how}`)}`}</span>;
}
