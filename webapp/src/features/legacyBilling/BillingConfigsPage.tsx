import Add from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import { lazy, Suspense, useState } from 'react';
import { useOperation } from '../../api/operations';
import { Can } from '../../design/Can';
import { EmptyState } from '../../design/EmptyState';
import { ErrorPanel } from '../../design/ErrorPanel';
import { Page } from '../../design/Page';
import { useListAddress } from '../../design/useListAddress';
import { sitesOf } from '../parties/parties';
import { useSites } from '../parties/queries';
import { ConfigsList } from './ConfigsList';
import { ContractsList } from './ContractsList';
import type { Doomed } from './DeleteDialog';
import { type BillingConfig, type BillingContract, useConfigs, useContracts } from './queries';

const ConfigDialog = lazy(async () => ({ default: (await import('./ConfigDialog')).ConfigDialog }));
const ContractDialog = lazy(async () => ({ default: (await import('./ContractDialog')).ContractDialog }));
const DeleteDialog = lazy(async () => ({ default: (await import('./DeleteDialog')).DeleteDialog }));

type Open =
  | { kind: 'config'; config?: BillingConfig }
  | { kind: 'contract'; contract?: BillingContract }
  | { kind: 'delete'; doomed: Doomed };

/** By what prices producers sell in the old engine, and who buys of whom; all of the operation, or those of a producer. */
export function BillingConfigsPage() {
  const t = useT();
  const operation = useOperation();
  const address = useListAddress(['producer']);
  const producer = address.filter('producer');
  const sites = useSites(operation.id).data ?? [];
  const configs = useConfigs(operation.id, producer);
  const contracts = useContracts(operation.id, producer);
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const create = (
    <Can permission="legacyBilling:create">
      <Button variant="contained" startIcon={<Add />} onClick={() => setOpen({ kind: 'config' })}>
        {t('legacyBilling.config.add')}
      </Button>
    </Can>
  );
  const failed = [configs, contracts].find(({ isError }) => isError);
  return (
    <Page title={t('legacyBilling.configs.title')} subtitle={t('legacyBilling.configs.subtitle')} actions={create}>
      <ProducerFilter value={producer} onChange={(id) => address.setFilter('producer', id)} />
      {failed ? (
        <ErrorPanel
          error={failed.error}
          onRetry={() => {
            configs.refetch();
            contracts.refetch();
          }}
        />
      ) : (
        <>
          <ConfigsList
            configs={configs.data ?? []}
            contracts={contracts.data ?? []}
            sites={sites}
            state={configs}
            none={
              <EmptyState
                kind="none"
                title={t('legacyBilling.configs.empty')}
                advice={t('legacyBilling.configs.advice')}
                action={create}
              />
            }
            onEdit={(config) => setOpen({ kind: 'config', config })}
            onDelete={(doomed) => setOpen({ kind: 'delete', doomed })}
          />
          <Typography variant="h2" sx={{ mt: 4, mb: 1.5 }}>
            {t('legacyBilling.contracts.title')}
          </Typography>
          <ContractsList
            contracts={contracts.data ?? []}
            configs={configs.data ?? []}
            sites={sites}
            state={contracts}
            onAdd={() => setOpen({ kind: 'contract' })}
            onEdit={(contract) => setOpen({ kind: 'contract', contract })}
            onDelete={(contract) => setOpen({ kind: 'delete', doomed: { kind: 'contract', contract } })}
          />
        </>
      )}
      <Suspense fallback={null}>
        {open?.kind === 'config' && (
          <ConfigDialog config={open.config} contracts={contracts.data ?? []} onClose={close} />
        )}
        {open?.kind === 'contract' && (
          <ContractDialog contract={open.contract} configs={configs.data ?? []} sites={sites} onClose={close} />
        )}
        {open?.kind === 'delete' && <DeleteDialog doomed={open.doomed} onClose={close} />}
      </Suspense>
    </Page>
  );
}

function ProducerFilter({
  value,
  onChange,
}: {
  value: string | undefined;
  onChange: (id: string | undefined) => void;
}) {
  const t = useT();
  const { data: sites = [] } = useSites(useOperation().id);
  const producers = sitesOf('issuer', sites);
  if (producers.length < 2 && !value) return null;
  return (
    <Box sx={{ mb: 2 }}>
      <TextField
        select
        size="small"
        label={t('legacyBilling.column.producer')}
        value={producers.some(({ id }) => id === value) ? value : ''}
        onChange={(event) => onChange(event.target.value || undefined)}
        fullWidth={false}
        sx={{ minWidth: 240, maxWidth: '100%' }}
        slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      >
        <MenuItem value="">{t('legacyBilling.allProducers')}</MenuItem>
        {producers.map(({ id, name }) => (
          <MenuItem key={id} value={id}>
            {name}
          </MenuItem>
        ))}
      </TextField>
    </Box>
  );
}
