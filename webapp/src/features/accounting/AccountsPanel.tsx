import EditOutlined from '@mui/icons-material/EditOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { lazy, Suspense, useState } from 'react';
import { useOperation } from '../../api/operations';
import { Can } from '../../design/Can';
import { ErrorPanel } from '../../design/ErrorPanel';
import { RowsSkeleton } from '../../design/Skeletons';
import { type SellerAccounts, type SellerPath, useSellerAccounts } from './queries';
import { Section } from './Section';

const AccountsDialog = lazy(async () => ({ default: (await import('./AccountsDialog')).AccountsDialog }));

/** By what a seller books its invoices. */
export function AccountsPanel({ path }: { path: SellerPath }) {
  const t = useT();
  const lines = useLines();
  const query = useSellerAccounts(path);
  const [open, setOpen] = useState(false);
  if (query.isPending) return <RowsSkeleton />;
  if (query.isError) return <ErrorPanel error={query.error} onRetry={() => query.refetch()} />;
  const { accounts, etag } = query.data;
  return (
    <Section title={t('accounting.accounts.title')} text={t('accounting.accounts.text')}>
      {!accounts.told && (
        <Alert variant="outlined" severity="info">
          {t('accounting.accounts.untold')}
        </Alert>
      )}
      <Stack component="dl" sx={{ m: 0, mt: 1, gap: 0.5 }}>
        {lines(accounts).map(([label, value]) => (
          <Box key={label} sx={{ display: 'flex', gap: 1.5 }}>
            <Typography component="dt" color="textSecondary" sx={{ flex: 'none', width: { xs: 140, sm: 200 } }}>
              {label}
            </Typography>
            <Typography component="dd" sx={{ m: 0 }}>
              {value}
            </Typography>
          </Box>
        ))}
      </Stack>
      <Can permission="journal:update">
        <Button variant="outlined" startIcon={<EditOutlined />} sx={{ mt: 2 }} onClick={() => setOpen(true)}>
          {t('accounting.accounts.edit')}
        </Button>
      </Can>
      <Suspense fallback={null}>
        {open && <AccountsDialog path={path} accounts={accounts} etag={etag} onClose={() => setOpen(false)} />}
      </Suspense>
    </Section>
  );
}

/** The accounts in words. */
function useLines(): (accounts: SellerAccounts) => (readonly [label: string, value: string])[] {
  const t = useT();
  const formats = useFormats();
  const buys = useOperation().features.includes('statements');
  const account = (number: string, name: string) => t('accounting.accounts.account', { number, name });
  return (accounts) => [
    [t('accounting.field.journal'), account(accounts.journalCode, accounts.journalName)],
    [t('accounting.field.clientAccount'), account(accounts.clientAccount, accounts.clientAccountName)],
    [
      t('accounting.field.auxiliaryRule'),
      accounts.auxiliaryRule === 'NONE'
        ? t('enums.AuxiliaryRule.NONE')
        : account(accounts.auxiliaryPrefix, t(`enums.AuxiliaryRule.${accounts.auxiliaryRule}`)),
    ],
    [t('accounting.field.salesAccount'), account(accounts.salesAccount, accounts.salesAccountName)],
    [t('accounting.field.vatAccount'), account(accounts.vatAccount, accounts.vatAccountName)],
    [t('accounting.field.toInvoiceAccount'), account(accounts.toInvoiceAccount, accounts.toInvoiceAccountName)],
    [
      t('accounting.field.vatToComeAccount'),
      accounts.vatToComeAccount
        ? account(accounts.vatToComeAccount, accounts.vatToComeAccountName ?? '')
        : t('accounting.accounts.withoutVat'),
    ],
    ...(buys
      ? ([
          [
            t('accounting.field.costsAccount'),
            accounts.costsAccount
              ? account(accounts.costsAccount, accounts.costsAccountName ?? '')
              : t('accounting.accounts.costsWithSales'),
          ],
          [t('accounting.field.purchaseJournal'), account(accounts.purchaseJournalCode, accounts.purchaseJournalName)],
          [t('accounting.field.supplierAccount'), account(accounts.supplierAccount, accounts.supplierAccountName)],
          [t('accounting.field.purchaseAccount'), account(accounts.purchaseAccount, accounts.purchaseAccountName)],
          [
            t('accounting.field.deductibleVatAccount'),
            account(accounts.deductibleVatAccount, accounts.deductibleVatAccountName),
          ],
        ] as const)
      : []),
    ...accounts.rates.map(
      (rate) =>
        [
          t('accounting.accounts.rate', {
            category: t(`enums.VatCategory.${rate.vatCategory}`),
            rate: formats.number(rate.vatPercentage),
          }),
          [
            account(rate.salesAccount, rate.salesAccountName),
            ...(rate.vatAccount ? [account(rate.vatAccount, rate.vatAccountName ?? '')] : []),
          ].join(', '),
        ] as const,
    ),
  ];
}
