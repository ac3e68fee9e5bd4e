import Alert from '@mui/material/Alert';
import Card from '@mui/material/Card';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { lazy, Suspense, useId, useMemo, useState } from 'react';
import { useOperation } from '../../../api/operations';
import { ConfirmDialog } from '../../../design/ConfirmDialog';
import type { Column } from '../../../design/DataTable';
import { EntityList } from '../../../design/EntityList';
import { RowMenu } from '../../../design/RowMenu';
import { matching } from '../../../design/search';
import { notify } from '../../../design/snackbars';
import { useListAddress } from '../../../design/useListAddress';
import { useErrorText } from '../../../design/useProblemText';
import { asSeen, useDeleteMapping, useFileMappings, useSaveMapping } from '../queries';
import { type FileMapping, savedWords } from './fileAnswers';

const EditMappingDialog = lazy(async () => ({ default: (await import('./EditMappingDialog')).EditMappingDialog }));

/** The answers that are remembered for files of an unusual layout; nothing as long as there are none. */
export function SavedMappings() {
  const t = useT();
  const id = useId();
  const mappings = useFileMappings(useOperation().id);
  const [deleted, setDeleted] = useState<FileMapping>();
  const [edited, setEdited] = useState<FileMapping>();
  const columns = useColumns();
  const address = useListAddress([], 'mappings');
  const all = mappings.data ?? [];
  if (mappings.isPending || mappings.data?.length === 0) return null;
  return (
    <Card component="section" aria-labelledby={id} sx={{ p: 2 }}>
      <Typography id={id} variant="h2" sx={{ mb: 0.5 }}>
        {t('curveFiles.saved.title')}
      </Typography>
      <Typography color="textSecondary" sx={{ maxWidth: '90ch', mb: 1 }}>
        {t('curveFiles.saved.advice')}
      </Typography>
      {mappings.data?.some(({ outdated }) => outdated) && (
        <Alert severity="warning" variant="outlined" role="status" sx={{ mb: 1 }}>
          {t('curveFiles.saved.outdatedAdvice')}
        </Alert>
      )}
      <EntityList
        within
        dense
        address={address}
        searchLabel={t('curveFiles.saved.search')}
        caption={t('curveFiles.saved.table')}
        rows={matching(
          all,
          address.search,
          ({ name, header, createdBy }) => `${name} ${header?.join(' ')} ${createdBy}`,
        )}
        all={all}
        none={null}
        columns={columns}
        rowId={(row) => row.id}
        rowName={({ name }) => name}
        state={mappings}
        maxHeight={300}
        actions={(row) => (
          <RowMenu
            name={row.name}
            actions={[
              { label: t('curveFiles.saved.edit'), onClick: () => setEdited(row) },
              { label: t('curveFiles.saved.delete'), onClick: () => setDeleted(row), destructive: true },
            ]}
          />
        )}
      />
      <Suspense fallback={null}>
        {edited && <EditMappingDialog mapping={edited} onClose={() => setEdited(undefined)} />}
      </Suspense>
      {deleted && <DeleteDialog mapping={deleted} onClose={() => setDeleted(undefined)} />}
    </Card>
  );
}

function DeleteDialog({ mapping, onClose }: { mapping: FileMapping; onClose: () => void }) {
  const t = useT();
  const { id: operationId } = useOperation();
  const { id: mappingId, name } = mapping;
  const words = useErrorText();
  const remove = useDeleteMapping();
  const save = useSaveMapping(operationId);
  const { fingerprint, header = [], answers, outdated } = mapping;
  // The same answers for the same header, which is all that a description is. One that matches no file
  // any more is not taken again.
  const restore = () =>
    void save.mutateAsync({ mappingId: undefined, fingerprint, header, name, answers }).then(
      () => notify(t('curveFiles.saved.restored', { name })),
      (error: unknown) => notify(words(error), { variant: 'error' }),
    );
  return (
    <ConfirmDialog
      open
      destructive
      title={t('curveFiles.saved.deleteTitle', { name })}
      confirmLabel={t('curveFiles.saved.delete')}
      pending={remove.isPending}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(
          { params: { path: { operationId, mappingId }, header: asSeen(mapping) } },
          {
            onSuccess: () => notify(t('curveFiles.saved.deleted', { name }), outdated ? {} : { undo: restore }),
            onSettled: onClose,
          },
        )
      }
    >
      {t('curveFiles.saved.deleteAdvice')}
    </ConfirmDialog>
  );
}

function useColumns(): Column<FileMapping>[] {
  const t = useT();
  const formats = useFormats();
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('curveFiles.name'),
        width: 'minmax(140px, 2fr)',
        cell: ({ name, outdated }) => (
          <>
            <span title={name}>{name}</span>
            {outdated && (
              <Chip
                size="small"
                color="warning"
                variant="outlined"
                label={t('curveFiles.saved.outdated')}
                sx={{ ml: 1 }}
              />
            )}
          </>
        ),
        sortValue: ({ name }) => name,
        file: { as: 'text', of: ({ name }) => name },
      },
      {
        id: 'header',
        header: t('curveFiles.saved.header'),
        width: 'minmax(140px, 2fr)',
        file: { as: 'text', of: ({ header }) => header?.join(' · ') },
        cell: ({ header }) => <span title={header?.join(' · ')}>{header?.join(' · ') ?? t('formats.none')}</span>,
        hideBelow: 'md',
      },
      {
        id: 'answers',
        header: t('curveFiles.saved.answers'),
        width: 'minmax(180px, 3fr)',
        file: { as: 'text', of: (row) => wordsOf(row, t) },
        cell: (row) => <span title={wordsOf(row, t)}>{wordsOf(row, t)}</span>,
        hideBelow: 'sm',
      },
      {
        id: 'by',
        header: t('curveImport.column.by'),
        width: 'minmax(140px, 1fr)',
        cell: ({ createdBy }) => createdBy ?? t('formats.none'),
        sortValue: ({ createdBy }) => createdBy,
        hideBelow: 'md',
      },
      {
        id: 'at',
        header: t('curveFiles.saved.changed'),
        width: 'minmax(152px, 1fr)',
        cell: ({ updatedAt }) => formats.instant(updatedAt, 'numeric'),
        sortValue: ({ updatedAt }) => updatedAt,
        hideBelow: 'md',
      },
    ],
    [t, formats],
  );
}

/** What is remembered, as people say it. */
function wordsOf(mapping: FileMapping, t: ReturnType<typeof useT>): string {
  const { dateOrder, zone, labels, stepChange, natures, units, sites } = savedWords(mapping);
  const words = [
    dateOrder && t(`enums.DateOrder.${dateOrder}`),
    zone && t(`enums.FileZone.${zone}`),
    labels && t(`enums.FileLabels.${labels}`),
    stepChange && t(`enums.FileStepChange.${stepChange}`),
    ...natures.map((nature) => t(`enums.Nature.${nature}`)),
    ...units.map((unit) => t(`enums.FileUnit.${unit}`)),
    sites.length > 0 && t('curveFiles.saved.sites', { smart_count: sites.length }),
  ].filter((word) => typeof word === 'string');
  return words.join(' · ') || t('formats.none');
}
