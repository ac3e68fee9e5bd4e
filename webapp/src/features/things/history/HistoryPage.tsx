import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { isDay } from '@openpmo/ui/formats/date';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useMemo } from 'react';
import { useOperation } from '../../../api/operations';
import { DayField } from '../../../design/DayField';
import { EmptyState } from '../../../design/EmptyState';
import { EntityList } from '../../../design/EntityList';
import { Page } from '../../../design/Page';
import { matching } from '../../../design/search';
import { ThingLink } from '../../../design/ThingLink';
import type { Column } from '../../../design/tableProps';
import { useListAddress } from '../../../design/useListAddress';
import { type HistoryEntry, useOperationHistory } from '../queries';
import { thingOf } from './thingOf';
import { useDetails } from './useDetails';
import { useWho } from './useWho';

/** What changes are about, as the first part of the permission that they need. */
const subjects = [
  'operation',
  'theme',
  'participant',
  'curve',
  'month',
  'key',
  'coefficient',
  'plan',
  'subscription',
  'issuer',
  'client',
  'run',
  'invoice',
  'communication',
  'document',
  'folder',
  'paper',
  'consent',
  'siteRequest',
  'member',
  'data',
] as const;
const ways = ['HAND', 'TOKEN', 'JOB', 'SERVER'] as const;
const filters = ['about', 'how', 'by', 'from', 'to'] as const;

/** Who changed what in an operation, when and by what means; the filters are in the address. */
export function HistoryPage() {
  const t = useT();
  const { id: operationId } = useOperation();
  const address = useListAddress(filters);
  const set = (name: (typeof filters)[number]) => address.filter(name);
  const about = subjects.find((one) => one === set('about'));
  const how = ways.find((one) => one === set('how'));
  const history = useOperationHistory(operationId, {
    about,
    how,
    actorId: set('by'),
    dateFrom: set('from'),
    dateTo: set('to'),
  });
  const pages = history.data?.pages ?? [];
  const entries = pages.flatMap((page) => page.entries);
  const total = pages[0]?.total ?? entries.length;
  const columns = useColumns((actorId) => address.setFilter('by', actorId));
  const details = useDetails();
  const who = useWho();
  const words = (entry: HistoryEntry) => `${t(`pages.act.${entry.act}`)} ${details(entry)} ${who(entry)}`;
  return (
    <Page title={t('pages.journal.title')} subtitle={t('pages.journal.subtitle')}>
      <EntityList
        address={address}
        searchLabel={t('pages.journal.search')}
        caption={t('pages.journal.title')}
        rows={matching(entries, address.search, words)}
        narrowed={address.narrowed}
        columns={columns}
        rowId={({ id }) => id}
        rowName={(entry) => t(`pages.act.${entry.act}`)}
        state={history}
        none={<EmptyState kind="none" title={t('pages.history.none')} advice={t('pages.journal.noneAdvice')} />}
        filters={
          <>
            <Choice
              label={t('pages.journal.about')}
              value={about ?? ''}
              every={t('pages.journal.everything')}
              options={subjects.map((one) => ({ value: one, label: t(`pages.subject.${one}`) }))}
              onChange={(value) => address.setFilter('about', value)}
            />
            <Choice
              label={t('pages.journal.how')}
              value={how ?? ''}
              every={t('pages.journal.anyWay')}
              options={ways.map((one) => ({ value: one, label: t(`pages.how.${one}`) }))}
              onChange={(value) => address.setFilter('how', value)}
            />
            <Day
              label={t('pages.journal.from')}
              value={set('from')}
              onChange={(day) => address.setFilter('from', day)}
            />
            <Day label={t('pages.journal.to')} value={set('to')} onChange={(day) => address.setFilter('to', day)} />
            {set('by') && (
              <Button color="inherit" variant="outlined" onClick={() => address.setFilter('by', undefined)}>
                {t('pages.journal.everybody')}
              </Button>
            )}
          </>
        }
        more={
          history.hasNextPage && (
            <Button
              className="no-print"
              sx={{ m: 1.5, minHeight: 44 }}
              loading={history.isFetchingNextPage}
              onClick={() => history.fetchNextPage()}
            >
              {t('pages.history.more', { shown: entries.length, total })}
            </Button>
          )
        }
      />
    </Page>
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  every: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string | undefined) => void;
}

function Choice({ label, value, every, options, onChange }: ChoiceProps) {
  return (
    <TextField
      select
      size="small"
      label={label}
      value={value}
      onChange={(event) => onChange(event.target.value || undefined)}
      sx={{ maxWidth: 220, flex: '1 1 140px' }}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    >
      <MenuItem value="">{every}</MenuItem>
      {options.map((one) => (
        <MenuItem key={one.value} value={one.value}>
          {one.label}
        </MenuItem>
      ))}
    </TextField>
  );
}

function Day({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string | undefined;
  onChange: (day: string | undefined) => void;
}) {
  return (
    <DayField
      label={label}
      value={value}
      onChange={(day) => (day === '' || isDay(day)) && onChange(day || undefined)}
      sx={{ maxWidth: 180, flex: '1 1 150px' }}
    />
  );
}

function useColumns(onlyBy: (actorId: string) => void): Column<HistoryEntry>[] {
  const t = useT();
  const formats = useFormats();
  const details = useDetails();
  const who = useWho();
  return useMemo(
    () => [
      {
        id: 'at',
        header: t('pages.journal.at'),
        width: '168px',
        card: 'aside',
        cell: ({ at }) => <time dateTime={at}>{formats.instant(at)}</time>,
        file: { as: 'text', of: ({ at }) => at },
      },
      {
        id: 'act',
        header: t('pages.journal.act'),
        width: 'minmax(180px, 2fr)',
        card: 'title',
        cell: (entry) => {
          const thing = thingOf[entry.objectKind];
          const text = t(`pages.act.${entry.act}`);
          return thing && entry.objectId ? (
            <ThingLink thing={thing} id={entry.objectId}>
              {text}
            </ThingLink>
          ) : (
            text
          );
        },
        file: { as: 'text', of: ({ act }) => t(`pages.act.${act}`) },
      },
      {
        id: 'details',
        header: t('pages.journal.details'),
        width: 'minmax(200px, 3fr)',
        card: 'fact',
        cell: (entry) => (
          // What changed from what to what may need a second line.
          <Typography
            component="span"
            title={details(entry)}
            sx={{
              overflowWrap: 'anywhere',
              whiteSpace: 'normal',
              lineHeight: 1.25,
              display: '-webkit-box',
              WebkitBoxOrient: 'vertical',
              // On a card there is room for more, and no pointer to show the whole.
              WebkitLineClamp: { xs: 6, md: 2 },
              overflow: 'hidden',
            }}
          >
            {details(entry)}
          </Typography>
        ),
        file: { as: 'text', of: details },
      },
      {
        id: 'who',
        header: t('pages.journal.who'),
        width: 'minmax(160px, 2fr)',
        card: 'fact',
        cell: (entry) => {
          const { id } = entry.by;
          return id ? (
            <Link
              component="button"
              type="button"
              color="inherit"
              onClick={() => onlyBy(id)}
              aria-label={t('pages.journal.onlyBy', { name: who(entry) })}
              sx={{ textAlign: 'left', overflowWrap: 'anywhere', minHeight: 24 }}
            >
              {who(entry)}
            </Link>
          ) : (
            who(entry)
          );
        },
        file: { as: 'text', of: who },
      },
      {
        id: 'object',
        header: t('pages.journal.object'),
        fileOnly: true,
        cell: () => null,
        file: { as: 'text', of: ({ objectKind, objectId }) => `${objectKind} ${objectId ?? ''}`.trim() },
      },
    ],
    [t, formats, details, who, onlyBy],
  );
}
