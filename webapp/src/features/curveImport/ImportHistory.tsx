import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { lazy, Suspense, useCallback, useId, useMemo, useState } from 'react';
import { useOperation } from '../../api/operations';
import type { Column } from '../../design/DataTable';
import { EmptyState } from '../../design/EmptyState';
import { EntityList } from '../../design/EntityList';
import { matching } from '../../design/search';
import { ThingLink } from '../../design/ThingLink';
import { useListAddress } from '../../design/useListAddress';
import { ImportStatus } from './ImportStatus';
import { type CurveImport, withoutChecks } from './imports';
import { useImports } from './queries';

const ImportDetails = lazy(async () => ({ default: (await import('./ImportDetails')).ImportDetails }));

/** The imports of the operation, newest first. */
export function ImportHistory() {
  const t = useT();
  const id = useId();
  const { id: operationId } = useOperation();
  const imports = useImports(operationId);
  const [open, setOpen] = useState<string>();
  const look = useCallback(({ id }: CurveImport) => setOpen(id), []);
  const columns = useColumns();
  const shown = imports.data?.find((one) => one.id === open);
  const address = useListAddress([], 'imports');
  const all = withoutChecks(imports.data ?? []);
  const words = ({ createdBy, ...row }: CurveImport) => `${namesOf(row)} ${createdBy ?? ''}`;
  return (
    <Card component="section" aria-labelledby={id} sx={{ p: 2 }}>
      <Typography id={id} variant="h2" sx={{ mb: 1 }}>
        {t('curveImport.history.title')}
      </Typography>
      <EntityList
        within
        address={address}
        searchLabel={t('curveImport.history.search')}
        caption={t('curveImport.history.title')}
        rows={matching(all, address.search, words)}
        {...(imports.data ? { all } : {})}
        columns={columns}
        rowId={(row) => row.id}
        rowName={namesOf}
        state={imports}
        maxHeight={420}
        onLook={look}
        none={
          <EmptyState
            kind="none"
            title={t('curveImport.history.empty')}
            advice={t('curveImport.history.emptyAdvice')}
          />
        }
      />
      <Suspense fallback={null}>{shown && <ImportDetails shown={shown} onClose={() => setOpen(undefined)} />}</Suspense>
    </Card>
  );
}

const namesOf = ({ files }: Pick<CurveImport, 'files'>) => files.map(({ name }) => name).join(', ');

function useColumns(): Column<CurveImport>[] {
  const t = useT();
  const formats = useFormats();
  return useMemo(
    () => [
      {
        id: 'createdAt',
        header: t('curveImport.column.date'),
        width: 'minmax(152px, 1fr)',
        cell: ({ id, createdAt }) => (
          <ThingLink thing="import" id={id}>
            {formats.instant(createdAt, 'numeric')}
          </ThingLink>
        ),
        file: { as: 'text', of: ({ createdAt }) => formats.instant(createdAt, 'numeric') },
        sortValue: ({ createdAt }) => Date.parse(createdAt),
      },
      {
        id: 'files',
        header: t('curveImport.column.files'),
        width: 'minmax(180px, 3fr)',
        cell: (row) =>
          row.files.length === 1 ? namesOf(row) : t('curveImport.history.files', { smart_count: row.files.length }),
        sortValue: namesOf,
        file: { as: 'text', of: namesOf },
        hideBelow: 'sm',
      },
      {
        id: 'createdBy',
        header: t('curveImport.column.by'),
        width: 'minmax(140px, 1fr)',
        cell: ({ createdBy, source }) =>
          createdBy ?? t(source === 'FILES' ? 'formats.none' : 'curveImport.pull.server'),
        sortValue: ({ createdBy }) => createdBy,
        hideBelow: 'md',
      },
      {
        id: 'status',
        header: t('curveImport.column.status'),
        width: 'minmax(116px, 1fr)',
        cell: ({ status }) => <ImportStatus status={status} />,
        sortValue: ({ status }) => status,
        file: { as: 'text', of: ({ status }) => t(`curveImport.state.${status}`) },
      },
      {
        id: 'outcome',
        header: t('curveImport.column.outcome'),
        width: 'minmax(190px, 2fr)',
        cell: (row) => outcomeOf(row, t),
        hideBelow: 'md',
      },
    ],
    [t, formats],
  );
}

/** What an import changed, or how many lines were wrong. */
function outcomeOf({ result, errors, status }: CurveImport, t: ReturnType<typeof useT>): string {
  if (status === 'FAILED') return t('curveImport.history.errors', { smart_count: errors?.length ?? 0 });
  if (!result) return t('formats.none');
  if (status === 'SUSPECTED') return t('curveImport.suspicion.title', { smart_count: result.suspectedCount ?? 0 });
  if (status === 'UNDONE') return t('curveImport.history.undone');
  if (result.unchanged) return t('curveImport.history.unchanged');
  return [
    t('curveImport.done.sites', { smart_count: result.changedSites }),
    t('curveImport.done.days', { smart_count: result.changedDays }),
  ].join(' ');
}
