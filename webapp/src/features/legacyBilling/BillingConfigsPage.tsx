import Add from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import { lazy, Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useOperation } from '../../api/operations';
import { useCan } from '../../api/session';
import { Can } from '../../design/Can';
import { EmptyState } from '../../design/EmptyState';
import { ErrorPanel } from '../../design/ErrorPanel';
import { Page } from '../../design/Page';
import { PageTabs } from '../../design/PageTabs';
import { useListAddress } from '../../design/useListAddress';
import { sitesOf } from '../parties/parties';
import { useSites } from '../parties/queries';
import { ConfigsList } from './ConfigsList';
import { ContractsList } from './ContractsList';
import type { Doomed } from './DeleteDialog';
import { type BillingConfig, type BillingContract, useConfigs, useContracts } from './queries';

const ConfigDialog = lazy(async () => ({ default: (await import('./ConfigDialog')).ConfigDialog }));
const ContractDialog = lazy(async () => ({ default: (await import('./ContractDialog')).ContractDialog }));
const MigrationDialog = lazy(async () => ({ default: (await import('./MigrationDialog')).MigrationDialog }));
// What the newer engine asks for, to be made before the operation moves to it.
const PartiesPanel = lazy(async () => ({ default: (await import('../parties/PartiesPanel')).PartiesPanel }));
const DeleteDialog = lazy(async () => ({ default: (await import('./DeleteDialog')).DeleteDialog }));

type Open =
  | { kind: 'config'; config?: BillingConfig }
  | { kind: 'contract'; contract?: BillingContract }
  | { kind: 'migration' }
  | { kind: 'delete'; doomed: Doomed };

const tabs = ['configs', 'issuers', 'clients'] as const;

/** By what prices producers sell in the old engine, and who buys of whom; all of the operation, or those of a producer. */
export function BillingConfigsPage() {
  const t = useT();
  const operation = useOperation();
  const can = useCan();
  const [params, setParams] = useSearchParams();
  const shown = tabs.filter((one) => one === 'configs' || can(one === 'issuers' ? 'issuer:read' : 'client:read'));
  const tab = shown.find((one) => one === params.get('tab')) ?? 'configs';
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
  const actions = (
    <>
      <Can permission="legacyBilling:migrate">
        <Button variant="outlined" color="inherit" onClick={() => setOpen({ kind: 'migration' })}>
          {t('legacyBilling.migration.open')}
        </Button>
      </Can>
      {tab === 'configs' && create}
    </>
  );
  const failed = [configs, contracts].find(({ isError }) => isError);
  return (
    <Page title={t('legacyBilling.configs.title')} subtitle={t('legacyBilling.configs.subtitle')} actions={actions}>
      <PageTabs
        label={t('legacyBilling.configs.tabs')}
        tabs={shown.map((name) => ({ name, label: t(`legacyBilling.configs.tab.${name}`) }))}
        tab={tab}
        onTab={(next) => setParams(next === 'configs' ? {} : { tab: next })}
      >
        {tab === 'issuers' && (
          <Suspense fallback={null}>
            <PartiesPanel key="issuer" side="issuer" />
          </Suspense>
        )}
        {tab === 'clients' && (
          <Suspense fallback={null}>
            <PartiesPanel key="client" side="client" />
          </Suspense>
        )}
        {tab === 'configs' && (
          <>
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
          </>
        )}
      </PageTabs>
      <Suspense fallback={null}>
        {open?.kind === 'migration' && <MigrationDialog onClose={close} />}
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
