import { useT } from '@openpmo/ui/i18n/context';
import type { Translator } from '@openpmo/ui/i18n/translator';
import { useMemo } from 'react';
import { useOperation } from '../../../api/operations';
import type { Column } from '../../../design/DataTable';
import { StatusChip } from '../../../design/StatusChip';
import { ContactLinks, Muted, Presence, RowName, TypeName, typeWord } from '../rowCells';
import { folderRank, type Participant, type Row } from '../rows';

const siteOf = (row: Row): Participant | undefined => (row.kind === 'site' ? row.site : undefined);
const nameWidth = 'minmax(156px, 2fr)';

const accountOf = (row: Row) => (row.kind === 'site' ? row.site.dsoDetails.account_status : row.observer.accountStatus);

type T = Translator['t'];

/**
 * All columns of sites, in the order of the table; observers among them have only name, type and account.
 * `contacts`: e-mail and telephone may be read. `own`: reference and tags are shown, for some have them. What
 * there is no room for stands in files only, unless it is chosen.
 */
export function useParticipantColumns(contacts: boolean, own: boolean): Column<Row>[] {
  const t = useT();
  const identifier = useOperation().siteIdentifier;
  return useMemo((): Column<Row>[] => {
    return [
      nameColumn(t),
      {
        id: 'type',
        header: t('participants.column.type'),
        width: '148px',
        hideBelow: 'lg',
        card: 'fact',
        cell: (row) => <TypeName row={row} />,
        sortValue: (row) => (row.kind === 'site' ? typeWord(row, t) : undefined),
        file: { as: 'text', of: (row) => typeWord(row, t) },
      },
      {
        id: 'identifier',
        header: t(`participants.identifier.${identifier}`),
        width: identifier === 'ean' ? '178px' : '144px',
        cell: (row) => <Muted>{siteOf(row)?.dsoId}</Muted>,
        sortValue: (row) => siteOf(row)?.dsoId,
        file: { as: 'text', of: (row) => siteOf(row)?.dsoId },
      },
      {
        id: 'presence',
        header: t('participants.column.presence'),
        width: '120px',
        hideBelow: 'lg',
        cell: (row) => <Presence days={siteOf(row)?.activationRange} />,
        sortValue: (row) => presenceKey(siteOf(row)?.activationRange),
        file: { as: 'day', of: (row) => siteOf(row)?.activationRange.entry },
      },
      folderColumn(t),
      { ...accountColumn(t), hideBelow: 'lg' },
      ...ownColumns(t).map((column) => (own ? column : { ...column, fileOnly: true })),
      ...(contacts ? [contactColumn(t), ...contactTexts(t)] : []),
      ...siteColumns(t),
    ];
  }, [t, identifier, contacts, own]);
}

/** What the organizer calls a site by, and its tags. */
const ownColumns = (t: T): Column<Row>[] => [
  ownColumn('externalId', t('participants.field.externalId'), (site) => site?.externalId),
  ownColumn('tags', t('participants.field.tags'), (site) => site?.tags?.join(', ')),
];

const ownColumn = (id: string, header: string, of: (site: Participant | undefined) => string | undefined) => ({
  id,
  header,
  width: '112px',
  hideBelow: 'lg' as const,
  cell: (row: Row) => <Muted>{of(siteOf(row))}</Muted>,
  sortValue: (row: Row) => of(siteOf(row)),
  file: { as: 'text' as const, of: (row: Row) => of(siteOf(row)) },
});

/** What a site is, beside what its folder says. */
const siteColumns = (t: T): Column<Row>[] => [
  fact('address', t('enums.ParticipantColumn.address'), '200px', (site) => site.address),
  fact('city', t('enums.ParticipantColumn.city'), '160px', ({ postCode, city }) =>
    [postCode, city].filter(Boolean).join(' '),
  ),
  fact(
    'segment',
    t('enums.ParticipantColumn.segment'),
    '120px',
    ({ segment }) => segment && t(`enums.Segment.${segment}`),
  ),
  {
    id: 'contractPower',
    header: t('enums.ParticipantColumn.contractPower'),
    width: '132px',
    align: 'right',
    fileOnly: true,
    cell: (row) => <Muted>{siteOf(row)?.contractPower}</Muted>,
    sortValue: (row) => siteOf(row)?.contractPower,
    file: { as: 'number', of: (row) => siteOf(row)?.contractPower },
  },
  fact('billableEntity', t('enums.ParticipantColumn.billableEntity'), '180px', (site) => site.billableEntity?.name),
  fact('billingEntity', t('enums.ParticipantColumn.billingEntity'), '180px', (site) => site.billingEntity?.name),
];

const contactTexts = (t: T): Column<Row>[] => [
  {
    ...fact('email', t('enums.ParticipantColumn.email'), '220px', (site) => site.email),
    ...ofEverybody((row) => contactOf(row).email),
  },
  fact('phone', t('enums.ParticipantColumn.phone'), '150px', (site) => site.phone),
];

const contactOf = (row: Row) => (row.kind === 'site' ? row.site : row.observer);

const ofEverybody = (of: (row: Row) => string | undefined) => ({
  cell: (row: Row) => <Muted>{of(row)}</Muted>,
  sortValue: of,
  file: { as: 'text' as const, of },
});

const fact = (
  id: string,
  header: string,
  width: string,
  of: (site: Participant) => string | undefined,
): Column<Row> => ({
  id,
  header,
  width,
  fileOnly: true,
  ...ofEverybody((row) => (row.kind === 'site' ? of(row.site) || undefined : undefined)),
});

/** The columns of the tab of observers. */
export function useObserverColumns(): Column<Row>[] {
  const t = useT();
  return useMemo(
    (): Column<Row>[] => [
      nameColumn(t),
      {
        id: 'email',
        header: t('enums.ParticipantColumn.email'),
        width: 'minmax(180px, 2fr)',
        hideBelow: 'sm',
        cell: (row) => <Muted>{row.kind === 'observer' && row.observer.email}</Muted>,
        sortValue: (row) => (row.kind === 'observer' ? row.observer.email : undefined),
        file: { as: 'text', of: (row) => (row.kind === 'observer' ? row.observer.email : undefined) },
      },
      accountColumn(t),
      contactColumn(t),
    ],
    [t],
  );
}

/** By first day, then by last day; sites that stay come after those that leave. */
const presenceKey = (days: Participant['activationRange'] | undefined): string | undefined =>
  days?.entry && `${days.entry} ${days.exit ?? '9999'}`;

const nameColumn = (t: T): Column<Row> => ({
  id: 'name',
  header: t('participants.column.name'),
  width: nameWidth,
  cell: (row) => <RowName row={row} />,
  sortValue: ({ name }) => name,
  file: { as: 'text', of: ({ name }) => name },
});

const folderColumn = (t: T): Column<Row> => ({
  id: 'folder',
  header: t('participants.column.folder'),
  width: '230px',
  cell: (row) => (row.kind === 'site' ? <StatusChip kind="FolderStatus" status={row.site.status} /> : <Muted />),
  sortValue: (row) => (row.kind === 'site' ? folderRank(row.site.status) : undefined),
  file: { as: 'text', of: (row) => (row.kind === 'site' ? t(`enums.FolderStatus.${row.site.status}`) : undefined) },
});

const accountWord = (row: Row, t: T) => {
  const status = accountOf(row);
  return status && t(`enums.AccountStatus.${status}`);
};

const accountColumn = (t: T): Column<Row> => ({
  id: 'account',
  header: t('participants.column.account'),
  width: '176px',
  cell: (row) => {
    const status = accountOf(row);
    return status ? <StatusChip kind="AccountStatus" status={status} /> : <Muted />;
  },
  sortValue: (row) => accountWord(row, t),
  file: { as: 'text', of: (row) => accountWord(row, t) },
});

const contactColumn = (t: T): Column<Row> => ({
  id: 'contact',
  header: t('participants.column.contact'),
  width: '76px',
  hideBelow: 'lg',
  card: 'none',
  cell: (row) => <ContactLinks row={row} />,
  file: { as: 'text', of: (row) => (row.kind === 'site' ? row.site.email : row.observer.email) },
});
