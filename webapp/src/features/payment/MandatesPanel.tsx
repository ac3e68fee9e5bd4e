import Add from '@mui/icons-material/Add';
import UploadFileOutlined from '@mui/icons-material/UploadFileOutlined';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import MuiLink from '@mui/material/Link';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import type { Schemas } from '@openpmo/sdk';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { lazy, Suspense, useMemo, useState } from 'react';
import { Can } from '../../design/Can';
import type { Column } from '../../design/DataTable';
import { EmptyState } from '../../design/EmptyState';
import { EntityList } from '../../design/EntityList';
import { matching } from '../../design/search';
import { useListAddress } from '../../design/useListAddress';
import { type Creditor, type Mandate, useMandates } from './queries';

const MandateDialog = lazy(async () => ({ default: (await import('./MandateDialog')).MandateDialog }));
const MandateImportDialog = lazy(async () => ({
  default: (await import('./MandateImportDialog')).MandateImportDialog,
}));

interface MandatesPanelProps {
  creditors: readonly Creditor[];
  sites: readonly Schemas['Participant'][];
}

/** The mandates of a creditor; which one is kept in the address (`creditor`). */
export function MandatesPanel({ creditors, sites }: MandatesPanelProps) {
  const t = useT();
  const address = useListAddress();
  const creditor = creditors.find(({ id }) => id === address.filter('creditor')) ?? creditors[0];
  const list = useMandates(creditor?.id);
  const [open, setOpen] = useState<Mandate | 'new' | 'import'>();
  const columns = useColumns(setOpen);
  if (!creditor)
    return (
      <EmptyState
        kind="none"
        title={t('payments.mandate.noCreditor')}
        advice={t('payments.mandate.noCreditorAdvice')}
      />
    );
  const all = list.data ?? [];
  const toolbar = (
    <Can permission="mandate:create">
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
        <Button variant="outlined" startIcon={<UploadFileOutlined />} onClick={() => setOpen('import')}>
          {t('payments.import.open')}
        </Button>
        <Button variant="contained" startIcon={<Add />} onClick={() => setOpen('new')}>
          {t('payments.mandate.add')}
        </Button>
      </Stack>
    </Can>
  );
  const close = () => setOpen(undefined);
  return (
    <>
      {creditors.length > 1 && (
        <TextField
          select
          id="creditor"
          size="small"
          label={t('payments.field.creditor')}
          value={creditor.id}
          onChange={({ target }) => address.setFilter('creditor', target.value)}
          sx={{ mb: 2, minWidth: 260, maxWidth: '100%' }}
        >
          {creditors.map(({ id, name, ics }) => (
            <MenuItem key={id} value={id}>
              {`${name} · ${ics}`}
            </MenuItem>
          ))}
        </TextField>
      )}
      <EntityList
        address={address}
        searchLabel={t('payments.mandate.search')}
        toolbar={toolbar}
        caption={t('payments.tab.mandates')}
        rows={matching(all, address.search, ({ debtorName, mandateId }) => `${debtorName} ${mandateId}`)}
        all={all}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ debtorName }) => debtorName}
        defaultSort={{ id: 'debtor' }}
        state={list}
        none={
          <EmptyState
            kind="none"
            title={t('payments.mandate.empty')}
            advice={t('payments.mandate.emptyAdvice')}
            action={toolbar}
          />
        }
      />
      <Suspense fallback={null}>
        {open === 'import' && <MandateImportDialog creditor={creditor} onClose={close} />}
        {open && open !== 'import' && (
          <MandateDialog
            creditor={creditor}
            mandate={open === 'new' ? undefined : open}
            sites={sites}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  );
}

const colours = { ACTIVE: 'success', LAPSED: 'warning', REVOKED: 'default' } as const;

function useColumns(onOpen: (mandate: Mandate) => void): Column<Mandate>[] {
  const t = useT();
  const formats = useFormats();
  return useMemo(
    () => [
      {
        id: 'debtor',
        header: t('payments.field.debtorName'),
        width: 'minmax(150px, 1.6fr)',
        cell: (mandate) => (
          <Can permission="mandate:update" fallback={mandate.debtorName}>
            <MuiLink
              component="button"
              type="button"
              onClick={() => onOpen(mandate)}
              sx={{ font: 'inherit', textAlign: 'left' }}
            >
              {mandate.debtorName}
            </MuiLink>
          </Can>
        ),
        sortValue: ({ debtorName }) => debtorName,
      },
      {
        id: 'rum',
        header: t('payments.field.mandateId'),
        width: 'minmax(120px, 1fr)',
        cell: ({ mandateId }) => mandateId,
        sortValue: ({ mandateId }) => mandateId,
      },
      {
        id: 'status',
        header: t('payments.field.status'),
        width: '120px',
        cell: ({ status }) => (
          <Chip size="small" variant="outlined" color={colours[status]} label={t(`enums.MandateStatus.${status}`)} />
        ),
        sortValue: ({ status }) => status,
      },
      {
        id: 'iban',
        header: t('payments.field.iban'),
        width: 'minmax(280px, 1.4fr)',
        cell: ({ iban }) => iban,
        hideBelow: 'sm',
      },
      {
        id: 'scheme',
        header: t('payments.field.scheme'),
        width: '90px',
        cell: ({ scheme }) => scheme,
        hideBelow: 'lg',
      },
      {
        id: 'signed',
        header: t('payments.field.signatureDate'),
        width: '130px',
        cell: ({ signatureDate }) => formats.day(signatureDate),
        sortValue: ({ signatureDate }) => signatureDate,
        hideBelow: 'sm',
      },
      {
        id: 'lapses',
        header: t('payments.field.lapsesOn'),
        width: '130px',
        cell: ({ lapsesOn }) => formats.day(lapsesOn),
        sortValue: ({ lapsesOn }) => lapsesOn,
        hideBelow: 'lg',
      },
    ],
    [t, formats, onOpen],
  );
}
