import UndoOutlined from '@mui/icons-material/UndoOutlined';
import VerifiedOutlined from '@mui/icons-material/VerifiedOutlined';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { lazy, Suspense, useId, useMemo, useState } from 'react';
import { useOperation } from '../../../api/operations';
import { useCan } from '../../../api/session';
import { ConfirmDialog } from '../../../design/ConfirmDialog';
import type { Column } from '../../../design/DataTable';
import { EntityList } from '../../../design/EntityList';
import { RowsSkeleton } from '../../../design/Skeletons';
import { matching } from '../../../design/search';
import { notify } from '../../../design/snackbars';
import { useListAddress } from '../../../design/useListAddress';
import { type DefinitiveMonth, declarableMonths, firstOf } from '../imports';
import { useDateRanges, useDefinitiveMonths, useRevokeMonth } from '../queries';

// The form and its rules are loaded when it is opened.
const DeclareDialog = lazy(() => import('./DeclareDialog').then((part) => ({ default: part.DeclareDialog })));

/** Months that an organizer declared definitive, with the reason; taken back until invoiced. */
export function DefinitiveMonths() {
  const t = useT();
  const formats = useFormats();
  const id = useId();
  const { id: operationId } = useOperation();
  const declares = useCan()('curve:declare');
  const months = useDefinitiveMonths(operationId);
  const ranges = useDateRanges(operationId);
  const [declaring, setDeclaring] = useState(false);
  const [revoked, setRevoked] = useState<DefinitiveMonth>();
  const columns = useColumns();
  const address = useListAddress([], 'months');
  const words = ({ month, reason, declaredBy }: DefinitiveMonth) =>
    `${formats.day(firstOf(month), 'month')} ${reason} ${declaredBy}`;
  const revokeButton = (row: DefinitiveMonth) => <RevokeButton month={row.month} onClick={() => setRevoked(row)} />;
  const open = declarableMonths(ranges.data?.nonDefinitiveDataRange ?? [], months.data ?? [], formats.dayOf());
  return (
    <Card component="section" aria-labelledby={id} sx={{ p: 2 }}>
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, alignItems: 'center', mb: 0.5 }}>
        <Typography id={id} variant="h2" sx={{ mr: 'auto' }}>
          {t('curveImport.months.title')}
        </Typography>
        {declares && open.length > 0 && (
          <Button
            variant="outlined"
            color="inherit"
            startIcon={<VerifiedOutlined />}
            onClick={() => setDeclaring(true)}
          >
            {t('curveImport.months.declare')}
          </Button>
        )}
      </Stack>
      <Typography color="textSecondary" sx={{ maxWidth: '90ch', mb: 1 }}>
        {t(open.length > 0 || !ranges.data ? 'curveImport.months.advice' : 'curveImport.months.allDefinitive')}
      </Typography>
      {/* Few months or none: the room of one row keeps what is below nearly where it is. */}
      {months.isPending && <RowsSkeleton rows={1} />}
      {(months.isError || (months.data && months.data.length > 0)) && (
        <EntityList
          within
          dense
          address={address}
          searchLabel={t('curveImport.months.search')}
          caption={t('curveImport.months.title')}
          rows={matching(months.data ?? [], address.search, words)}
          {...(months.data ? { all: months.data } : {})}
          none={null}
          columns={columns}
          rowId={({ month }) => month}
          rowName={({ month }) => formats.day(firstOf(month), 'month')}
          state={months}
          maxHeight={300}
          actions={declares ? revokeButton : undefined}
        />
      )}
      <Suspense fallback={null}>
        {declaring && <DeclareDialog months={open} onClose={() => setDeclaring(false)} />}
      </Suspense>
      {revoked && <RevokeDialog month={revoked.month} onClose={() => setRevoked(undefined)} />}
    </Card>
  );
}

function RevokeButton({ month, onClick }: { month: string; onClick: () => void }) {
  const t = useT();
  const formats = useFormats();
  return (
    <Tooltip title={t('curveImport.months.revoke')}>
      <IconButton
        size="small"
        aria-label={t('curveImport.months.revokeTitle', { month: formats.day(firstOf(month), 'month') })}
        onClick={onClick}
      >
        <UndoOutlined fontSize="small" />
      </IconButton>
    </Tooltip>
  );
}

function RevokeDialog({ month, onClose }: { month: string; onClose: () => void }) {
  const t = useT();
  const formats = useFormats();
  const { id: operationId } = useOperation();
  const revoke = useRevokeMonth();
  const name = formats.day(firstOf(month), 'month');
  return (
    <ConfirmDialog
      open
      destructive
      title={t('curveImport.months.revokeTitle', { month: name })}
      confirmLabel={t('curveImport.months.revoke')}
      pending={revoke.isPending}
      onClose={onClose}
      onConfirm={() =>
        revoke.mutate(
          { params: { path: { operationId, month } } },
          {
            onSuccess: () => notify(t('curveImport.months.revoked', { month: name })),
            onSettled: onClose,
          },
        )
      }
    >
      {t('curveImport.months.revokeAdvice')}
    </ConfirmDialog>
  );
}

function useColumns(): Column<DefinitiveMonth>[] {
  const t = useT();
  const formats = useFormats();
  return useMemo(
    () => [
      {
        id: 'month',
        header: t('curveImport.column.month'),
        width: 'minmax(112px, 1fr)',
        cell: ({ month }) => formats.day(firstOf(month), 'month'),
        sortValue: ({ month }) => month,
      },
      {
        id: 'reason',
        header: t('curveImport.months.reason'),
        width: 'minmax(140px, 3fr)',
        file: { as: 'text', of: ({ reason }) => reason },
        cell: ({ reason }) => <span title={reason}>{reason}</span>,
      },
      {
        id: 'by',
        header: t('curveImport.column.by'),
        width: 'minmax(140px, 1fr)',
        cell: ({ declaredBy }) => declaredBy,
        hideBelow: 'md',
      },
      {
        id: 'at',
        header: t('curveImport.column.date'),
        width: 'minmax(152px, 1fr)',
        cell: ({ declaredAt }) => formats.instant(declaredAt, 'numeric'),
        sortValue: ({ declaredAt }) => declaredAt,
        hideBelow: 'sm',
      },
    ],
    [t, formats],
  );
}
