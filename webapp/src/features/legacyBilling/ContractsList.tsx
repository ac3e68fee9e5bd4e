import Add from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useMemo } from 'react';
import { useCan } from '../../api/session';
import { Can } from '../../design/Can';
import type { ViewState } from '../../design/ChartCard';
import type { Column } from '../../design/DataTable';
import { EmptyState } from '../../design/EmptyState';
import { EntityList } from '../../design/EntityList';
import { RowMenu } from '../../design/RowMenu';
import { matching } from '../../design/search';
import { useListAddress } from '../../design/useListAddress';
import type { Site } from '../parties/parties';
import { endsBefore } from './configs';
import type { BillingConfig, BillingContract } from './queries';
import { useConfigName } from './useConfigName';

interface ContractsListProps {
  contracts: readonly BillingContract[];
  configs: readonly BillingConfig[];
  sites: readonly Site[];
  state: ViewState;
  onAdd: () => void;
  onEdit: (contract: BillingContract) => void;
  onDelete: (contract: BillingContract) => void;
}

/** Who buys of whom, from when on, by which config. */
export function ContractsList(props: ContractsListProps) {
  const { contracts, configs, sites, state, onAdd, onEdit, onDelete } = props;
  const t = useT();
  const formats = useFormats();
  const can = useCan();
  const address = useListAddress([], 'contracts');
  const nameOf = useConfigName(sites);
  const pairOf = ({ producerName, consumerName }: BillingContract) =>
    t('legacyBilling.contract.pair', { producer: producerName, consumer: consumerName });
  const columns = useMemo((): Column<BillingContract>[] => {
    const configName = ({ configId }: BillingContract) => {
      const config = configs.find(({ id }) => id === configId);
      return config ? nameOf(config) : t('formats.none');
    };
    const end = (one: BillingContract) => endsBefore(one, contracts);
    return [
      {
        id: 'consumer',
        header: t('legacyBilling.column.consumer'),
        width: 'minmax(150px, 1.4fr)',
        cell: ({ consumerName }) => consumerName,
        sortValue: ({ consumerName }) => consumerName,
      },
      {
        id: 'producer',
        header: t('legacyBilling.column.producer'),
        width: 'minmax(140px, 1.2fr)',
        cell: ({ producerName }) => producerName,
        sortValue: ({ producerName }) => producerName,
      },
      {
        id: 'start',
        header: t('legacyBilling.column.start'),
        width: '104px',
        cell: ({ startDate }) => formats.day(startDate),
        sortValue: ({ startDate }) => startDate,
        file: { as: 'day', of: ({ startDate }) => startDate },
      },
      {
        id: 'until',
        header: t('legacyBilling.column.until'),
        width: '106px',
        cell: (one) => {
          const day = end(one);
          return day ? formats.day(day) : t('legacyBilling.open');
        },
        sortValue: end,
        file: { as: 'day', of: end },
        hideBelow: 'sm',
      },
      {
        id: 'config',
        header: t('legacyBilling.column.config'),
        width: 'minmax(180px, 1.6fr)',
        cell: configName,
        sortValue: configName,
        file: { as: 'text', of: configName },
        hideBelow: 'md',
      },
    ];
  }, [t, formats, configs, contracts, nameOf]);
  return (
    <EntityList
      address={address}
      searchLabel={t('legacyBilling.contracts.search')}
      caption={t('legacyBilling.contracts.title')}
      rows={matching(contracts, address.search, ({ producerName, consumerName }) => `${producerName} ${consumerName}`)}
      all={contracts}
      columns={columns}
      rowId={({ id }) => id}
      rowName={pairOf}
      defaultSort={{ id: 'consumer' }}
      state={state}
      none={
        <EmptyState
          kind="none"
          title={t('legacyBilling.contracts.empty')}
          advice={t('legacyBilling.contracts.advice')}
        />
      }
      toolbar={
        configs.length > 0 && (
          <Can permission="legacyBilling:create">
            <Button variant="outlined" color="inherit" startIcon={<Add />} onClick={onAdd}>
              {t('legacyBilling.contract.add')}
            </Button>
          </Can>
        )
      }
      actions={(contract) => (
        <RowMenu
          name={pairOf(contract)}
          actions={[
            ...(can('legacyBilling:update')
              ? [{ label: t('legacyBilling.edit'), onClick: () => onEdit(contract) }]
              : []),
            ...(can('legacyBilling:delete')
              ? [{ label: t('legacyBilling.delete'), destructive: true, onClick: () => onDelete(contract) }]
              : []),
          ]}
        />
      )}
    />
  );
}
