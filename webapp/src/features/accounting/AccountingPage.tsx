import Alert from '@mui/material/Alert';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useT } from '@openpmo/ui/i18n/context';
import { useOperation } from '../../api/operations';
import { EmptyState } from '../../design/EmptyState';
import { ErrorPanel } from '../../design/ErrorPanel';
import { Page } from '../../design/Page';
import { RowsSkeleton } from '../../design/Skeletons';
import { ThingLink } from '../../design/ThingLink';
import { useListAddress } from '../../design/useListAddress';
import { AccountsPanel } from './AccountsPanel';
import { CutOffPanel } from './CutOffPanel';
import { ExportList } from './ExportList';
import { JournalPanel } from './JournalPanel';
import { MonthLocks } from './MonthLocks';
import { NewPanel } from './NewPanel';
import { type Seller, useSellers } from './queries';

/** The journal of each legal seller, what of it was handed over to its accountant, and its closed months. */
export function AccountingPage() {
  const t = useT();
  const operation = useOperation();
  const address = useListAddress(['seller']);
  const sellers = useSellers(operation.id);
  const list = sellers.data ?? [];
  const seller =
    list.find(({ billingEntityId }) => billingEntityId === address.filter('seller')) ??
    list.find(({ issuedCount, owedCount }) => issuedCount + owedCount > 0) ??
    list[0];
  return (
    <Page title={t('accounting.title')} subtitle={t('accounting.subtitle')}>
      {sellers.isPending && <RowsSkeleton />}
      {sellers.isError && <ErrorPanel error={sellers.error} onRetry={() => sellers.refetch()} />}
      {sellers.isSuccess && !seller && (
        <EmptyState kind="none" title={t('accounting.empty')} advice={t('accounting.emptyAdvice')} />
      )}
      {list.length > 1 && seller && (
        <TextField
          select
          id="seller"
          size="small"
          fullWidth={false}
          label={t('accounting.seller')}
          value={seller.billingEntityId}
          onChange={({ target }) => address.setFilter('seller', target.value)}
          sx={{ minWidth: 240, mb: 2 }}
        >
          {list.map(({ billingEntityId, name }) => (
            <MenuItem key={billingEntityId} value={billingEntityId}>
              {name}
            </MenuItem>
          ))}
        </TextField>
      )}
      {seller && <OfSeller key={seller.billingEntityId} seller={seller} />}
    </Page>
  );
}

function OfSeller({ seller }: { seller: Seller }) {
  const t = useT();
  const operation = useOperation();
  const path = { operationId: operation.id, entityId: seller.billingEntityId };
  if (!seller.confirmed)
    return (
      <Alert variant="outlined" severity="warning">
        {t('accounting.unconfirmed')}{' '}
        <ThingLink thing="issuer" id={seller.billingEntityId}>
          {seller.name}
        </ThingLink>
      </Alert>
    );
  return (
    <Stack sx={{ gap: 3 }}>
      {seller.hiddenOperationsCount > 0 && (
        <Alert variant="outlined" severity="info">
          {t('accounting.hidden', { smart_count: seller.hiddenOperationsCount, name: seller.name })}
        </Alert>
      )}
      <NewPanel seller={seller} path={path} />
      <JournalPanel path={path} />
      <CutOffPanel path={path} />
      <ExportList path={path} />
      <MonthLocks path={path} />
      <AccountsPanel path={path} />
    </Stack>
  );
}
