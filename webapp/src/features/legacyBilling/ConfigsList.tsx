import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { type ReactNode, useMemo } from 'react';
import { useCan } from '../../api/session';
import type { ViewState } from '../../design/ChartCard';
import type { Column } from '../../design/DataTable';
import { EntityList } from '../../design/EntityList';
import { RowMenu } from '../../design/RowMenu';
import { matching } from '../../design/search';
import { useListAddress } from '../../design/useListAddress';
import type { Site } from '../parties/parties';
import type { Doomed } from './DeleteDialog';
import type { BillingConfig, BillingContract } from './queries';
import { useConfigName } from './useConfigName';

interface ConfigsListProps {
  configs: readonly BillingConfig[];
  contracts: readonly BillingContract[];
  sites: readonly Site[];
  state: ViewState;
  none: ReactNode;
  onEdit: (config: BillingConfig) => void;
  onDelete: (doomed: Doomed) => void;
}

/** The configs: who sells at what price, to how many, how often it is billed. */
export function ConfigsList({ configs, contracts, sites, state, none, onEdit, onDelete }: ConfigsListProps) {
  const t = useT();
  const can = useCan();
  const address = useListAddress();
  const names = useMemo(() => new Map(sites.map(({ id, name }) => [id, name])), [sites]);
  const sold = (config: BillingConfig) => contracts.filter(({ configId }) => configId === config.id).length;
  const nameOf = useConfigName(sites);
  const columns = useColumns(names, contracts);
  return (
    <EntityList
      address={address}
      searchLabel={t('legacyBilling.configs.search')}
      caption={t('legacyBilling.configs.title')}
      rows={matching(configs, address.search, ({ producers, consumers }) =>
        [...producers, ...consumers].map((id) => names.get(id) ?? '').join(' '),
      )}
      all={configs}
      columns={columns}
      rowId={({ id }) => id}
      rowName={nameOf}
      defaultSort={{ id: 'start' }}
      state={state}
      none={none}
      actions={(config) => (
        <RowMenu
          name={nameOf(config)}
          actions={[
            ...(can('legacyBilling:update') ? [{ label: t('legacyBilling.edit'), onClick: () => onEdit(config) }] : []),
            ...(can('legacyBilling:delete')
              ? [
                  {
                    label: t('legacyBilling.delete'),
                    destructive: true,
                    onClick: () => onDelete({ kind: 'config', config, name: nameOf(config), contracts: sold(config) }),
                  },
                ]
              : []),
          ]}
        />
      )}
    />
  );
}

function useColumns(
  names: ReadonlyMap<string, string>,
  contracts: readonly BillingContract[],
): Column<BillingConfig>[] {
  const t = useT();
  const formats = useFormats();
  return useMemo((): Column<BillingConfig>[] => {
    const named = (ids: readonly string[]) => ids.map((id) => names.get(id) ?? '').filter(Boolean);
    const counts = new Map<string, number>();
    for (const { configId } of contracts) counts.set(configId, (counts.get(configId) ?? 0) + 1);
    const paid = ({ paymentMethod, paymentDeadline }: BillingConfig) =>
      t('legacyBilling.payment', {
        method: t(`enums.PaymentMethod.${paymentMethod}`),
        days: formats.number(paymentDeadline),
      });
    return [
      {
        id: 'producers',
        header: t('legacyBilling.column.producers'),
        width: 'minmax(160px, 1.6fr)',
        cell: ({ producers }) => <Names names={named(producers)} />,
        sortValue: ({ producers }) => named(producers)[0],
        file: { as: 'text', of: ({ producers }) => named(producers).join(' ; ') },
      },
      {
        id: 'consumers',
        header: t('legacyBilling.column.consumers'),
        width: 'minmax(156px, 1.6fr)',
        cell: ({ consumers }) => <Names names={named(consumers)} />,
        sortValue: ({ consumers }) => consumers.length,
        file: { as: 'text', of: ({ consumers }) => named(consumers).join(' ; ') },
      },
      {
        id: 'start',
        header: t('legacyBilling.column.start'),
        width: '116px',
        cell: ({ startDate }) => formats.day(startDate),
        sortValue: ({ startDate }) => startDate,
        file: { as: 'day', of: ({ startDate }) => startDate },
      },
      {
        id: 'price',
        header: t('legacyBilling.column.price'),
        width: '132px',
        align: 'right',
        cell: ({ sellingPriceMicroEuro }) => formats.price(sellingPriceMicroEuro, 'kWh'),
        sortValue: ({ sellingPriceMicroEuro }) => sellingPriceMicroEuro,
        card: 'aside',
      },
      {
        id: 'subscription',
        header: t('legacyBilling.column.subscription'),
        width: '132px',
        align: 'right',
        cell: ({ subscriptionPriceMicroEuro }) => formats.price(subscriptionPriceMicroEuro, t('legacyBilling.month')),
        sortValue: ({ subscriptionPriceMicroEuro }) => subscriptionPriceMicroEuro,
        hideBelow: 'md',
      },
      {
        id: 'period',
        header: t('legacyBilling.column.period'),
        width: '132px',
        cell: ({ period }) => t(`legacyBilling.period.${period}`),
        sortValue: ({ period }) => period,
        hideBelow: 'md',
      },
      {
        id: 'payment',
        header: t('legacyBilling.column.payment'),
        width: 'minmax(182px, 1fr)',
        cell: paid,
        sortValue: paid,
        hideBelow: 'lg',
      },
      {
        id: 'contracts',
        header: t('legacyBilling.column.contracts'),
        width: '104px',
        align: 'right',
        cell: ({ id }) => formats.number(counts.get(id) ?? 0),
        sortValue: ({ id }) => counts.get(id) ?? 0,
        file: { as: 'number', of: ({ id }) => counts.get(id) ?? 0 },
      },
    ];
  }, [t, formats, names, contracts]);
}

const namesShown = 3;

/** A few names, and how many more there are; a file holds all. */
function Names({ names }: { names: readonly string[] }) {
  const t = useT();
  const rest = names.length - namesShown;
  return (
    <Box
      sx={{ py: 0.5, whiteSpace: 'normal', overflowWrap: 'anywhere' }}
      title={rest > 0 ? names.join(', ') : undefined}
    >
      {names.slice(0, namesShown).join(', ')}
      {rest > 0 && (
        <Typography component="span" variant="body2" color="textSecondary">
          {' '}
          {t('legacyBilling.more', { smart_count: rest })}
        </Typography>
      )}
    </Box>
  );
}
