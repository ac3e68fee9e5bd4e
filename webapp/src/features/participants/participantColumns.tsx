import { type Translator } from '@openpmo/ui/i18n/translator';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useMemo } from 'react';
import { useOperation } from '../../api/operations';
import { useCan } from '../../api/session';
import type { Column } from '../../design/DataTable';
import { StatusChip } from '../../design/StatusChip';
import { folderRank, identifierOf, type Participant, type Row } from './model';
import { ContactLinks, Muted, RowName, TypeName } from './rowCells';

const siteOf = (row: Row): Participant | undefined => (row.kind === 'site' ? row.site : undefined);
const nameWidth = 'minmax(150px, 1.6fr)';

const accountOf = (row: Row) =>
  row.kind === 'site' ? row.site.dsoDetails.account_status : row.observer.accountStatus;

type T = Translator['t'];

/** The columns of sites; observers among them have only name, type and account. */
export function useParticipantColumns(contacts: boolean): Column<Row>[] {
  const t = useT();
  const formats = useFormats();
  const opens = useCan()('participantDetails:view');
  const identifier = identifierOf(useOperation());
  return useMemo((): Column<Row>[] => {
    const day = (value: string | undefined) => <Muted>{value && formats.day(value)}</Muted>;
    return [
      nameColumn(t, opens),
      {
        id: 'type',
        header: t('participants.column.type'),
        width: '136px',
        hideBelow: 'sm',
        cell: (row) => <TypeName row={row} />,
        sortValue: (row) => (row.kind === 'site' ? t(`enums.EnergyType.${row.site.energyType}`) : undefined),
      },
      {
        id: 'identifier',
        header: t(`participants.identifier.${identifier}`),
        width: identifier === 'ean' ? '174px' : '142px',
        hideBelow: 'md',
        cell: (row) => <Muted>{siteOf(row)?.dsoId}</Muted>,
        sortValue: (row) => siteOf(row)?.dsoId,
      },
      {
        id: 'city',
        header: t('participants.column.city'),
        width: 'minmax(96px, 1fr)',
        hideBelow: 'lg',
        cell: (row) => <Muted>{siteOf(row)?.city}</Muted>,
        sortValue: (row) => siteOf(row)?.city,
      },
      {
        id: 'entry',
        header: t('participants.column.entry'),
        width: '94px',
        hideBelow: 'lg',
        cell: (row) => day(siteOf(row)?.activationRange.entry),
        sortValue: (row) => siteOf(row)?.activationRange.entry,
      },
      {
        id: 'exit',
        header: t('participants.column.exit'),
        width: '94px',
        hideBelow: 'lg',
        cell: (row) => day(siteOf(row)?.activationRange.exit),
        sortValue: (row) => siteOf(row)?.activationRange.exit,
      },
      folderColumn(t),
      { ...accountColumn(t), hideBelow: 'lg' },
      ...(contacts ? [contactColumn(t)] : []),
    ];
  }, [t, formats, opens, identifier, contacts]);
}

/** The columns of the tab of observers. */
export function useObserverColumns(): Column<Row>[] {
  const t = useT();
  return useMemo(
    (): Column<Row>[] => [
      nameColumn(t, false),
      {
        id: 'email',
        header: t('participants.field.email'),
        width: 'minmax(180px, 2fr)',
        hideBelow: 'sm',
        cell: (row) => <Muted>{row.kind === 'observer' && row.observer.email}</Muted>,
        sortValue: (row) => (row.kind === 'observer' ? row.observer.email : undefined),
      },
      accountColumn(t),
      contactColumn(t),
    ],
    [t],
  );
}

const nameColumn = (t: T, opens: boolean): Column<Row> => ({
  id: 'name',
  header: t('participants.column.name'),
  width: nameWidth,
  cell: (row) => <RowName row={row} opens={opens} />,
  sortValue: ({ name }) => name,
});

const folderColumn = (t: T): Column<Row> => ({
  id: 'folder',
  header: t('participants.column.folder'),
  width: '206px',
  cell: (row) => (row.kind === 'site' ? <StatusChip kind="FolderStatus" status={row.site.status} /> : <Muted />),
  sortValue: (row) => (row.kind === 'site' ? folderRank(row.site.status) : undefined),
});

const accountColumn = (t: T): Column<Row> => ({
  id: 'account',
  header: t('participants.column.account'),
  width: '176px',
  cell: (row) => {
    const status = accountOf(row);
    return status ? <StatusChip kind="AccountStatus" status={status} /> : <Muted />;
  },
  sortValue: (row) => {
    const status = accountOf(row);
    return status && t(`enums.AccountStatus.${status}`);
  },
});

const contactColumn = (t: T): Column<Row> => ({
  id: 'contact',
  header: t('participants.column.contact'),
  width: '84px',
  hideBelow: 'lg',
  cell: (row) => <ContactLinks row={row} />,
});
