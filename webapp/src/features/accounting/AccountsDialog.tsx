import Add from '@mui/icons-material/Add';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { asApiError } from '@openpmo/sdk';
import { useT, useTranslator } from '@openpmo/ui/i18n/context';
import { type Control, useFieldArray, useForm } from 'react-hook-form';
import { useOperation } from '../../api/operations';
import { FormDialog } from '../../design/FormDialog';
import { FormDecimal, FormSelect, FormText } from '../../design/FormFields';
import { setProblemFields } from '../../design/problemFields';
import { notify } from '../../design/snackbars';
import { useErrorText, useRefusalTexts } from '../../design/useProblemText';
import { type SellerAccounts, type SellerPath, useSaveAccounts } from './queries';

type Form = Omit<SellerAccounts, 'told' | 'version' | 'updatedAt'>;

const pairs = ['client', 'sales', 'vat'] as const;
const costs = ['costsAccount', 'costsAccountName'] as const;
const vatToCome = ['vatToComeAccount', 'vatToComeAccountName'] as const;
const purchasePairs = ['supplier', 'purchase', 'deductibleVat'] as const;
const ofPurchases = [
  'purchaseJournalCode',
  'purchaseJournalName',
  'supplierAccount',
  'supplierAccountName',
  'supplierPrefix',
  'purchaseAccount',
  'purchaseAccountName',
  'deductibleVatAccount',
  'deductibleVatAccountName',
] as const;
const plain = [
  'journalCode',
  'journalName',
  'clientAccount',
  'clientAccountName',
  'salesAccount',
  'salesAccountName',
  'vatAccount',
  'vatAccountName',
  ...costs,
  'toInvoiceAccount',
  'toInvoiceAccountName',
  ...vatToCome,
  'auxiliaryRule',
  'auxiliaryPrefix',
  ...ofPurchases,
] as const;
const rules = ['NONE', 'REFERENCE', 'NUMBER'] as const;
const categories = ['S', 'E', 'Z', 'O'] as const;
const ofOneRate = ['vatPercentage', 'salesAccount', 'salesAccountName', 'vatAccount', 'vatAccountName'] as const;
/** As the server names the fields of a rate. */
const ofRate = /^rates\[\d+\]\./;
const inRates = (count: number) =>
  Array.from({ length: count }, (_, n) => ofOneRate.map((name) => `rates.${n}.${name}` as const)).flat();

interface AccountsDialogProps {
  path: SellerPath;
  accounts: SellerAccounts;
  etag: string;
  onClose: () => void;
}

/** The accounts of a seller, and those of rates that have some of their own. What they may be is the server's to say. */
export function AccountsDialog({ path, accounts, etag, onClose }: AccountsDialogProps) {
  useRefusalTexts();
  const t = useT();
  const translator = useTranslator();
  const words = useErrorText();
  const buys = useOperation().features.includes('statements');
  const { told: _told, version: _version, updatedAt: _at, ...stored } = accounts;
  const { control, handleSubmit, setError } = useForm<Form>({
    defaultValues: {
      costsAccount: '',
      costsAccountName: '',
      vatToComeAccount: '',
      vatToComeAccountName: '',
      ...stored,
    },
  });
  const rates = useFieldArray({ control, name: 'rates' });
  const save = useSaveAccounts(path, etag);
  const submit = handleSubmit((form) => {
    const own = form.rates.map(({ vatAccount, vatAccountName, ...rate }) => ({
      ...rate,
      ...(vatAccount && { vatAccount, vatAccountName: vatAccountName ?? '' }),
    }));
    save.mutate(
      { ...form, rates: own },
      {
        onSuccess: () => {
          notify(t('accounting.accounts.saved'));
          onClose();
        },
        onError: (error) => setProblemFields(error, [...plain, ...inRates(own.length)], setError, translator),
      },
    );
  });
  const failure = asApiError(save.error);
  const items = failure?.fields ?? [];
  const others = items.filter(({ field }) => !field || (!plain.some((name) => name === field) && !ofRate.test(field)));
  const told = items.length === 0 ? (failure ? [words(failure)] : []) : others.map((item) => words(item));
  return (
    <FormDialog
      title={t('accounting.accounts.title')}
      confirmLabel={t('accounting.accounts.save')}
      pending={save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      {told.length > 0 && (
        <Alert severity="error" role="alert">
          {[...new Set(told)].join(' ')}
        </Alert>
      )}
      <FormText control={control} name="journalCode" label={t('accounting.field.journalCode')} required autoFocus />
      <FormText control={control} name="journalName" label={t('accounting.field.journalName')} required />
      {pairs.map((pair) => (
        <AccountFields key={pair} control={control} pair={pair} />
      ))}
      {buys && (
        <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 2 }}>
          {costs.map((name) => (
            <FormText key={name} control={control} name={name} label={t(`accounting.field.${name}`)} />
          ))}
        </Stack>
      )}
      <FormSelect
        control={control}
        name="auxiliaryRule"
        label={t('accounting.field.auxiliaryRule')}
        options={rules.map((value) => ({ value, label: t(`enums.AuxiliaryRule.${value}`) }))}
      />
      <FormText control={control} name="auxiliaryPrefix" label={t('accounting.field.auxiliaryPrefix')} />
      {buys && (
        <>
          <Typography variant="h3">{t('accounting.accounts.purchases')}</Typography>
          <Typography variant="body2" color="textSecondary">
            {t('accounting.accounts.purchasesText')}
          </Typography>
          <FormText
            control={control}
            name="purchaseJournalCode"
            label={t('accounting.field.purchaseJournalCode')}
            required
          />
          <FormText
            control={control}
            name="purchaseJournalName"
            label={t('accounting.field.purchaseJournalName')}
            required
          />
          {purchasePairs.map((pair) => (
            <AccountFields key={pair} control={control} pair={pair} />
          ))}
          <FormText control={control} name="supplierPrefix" label={t('accounting.field.supplierPrefix')} />
        </>
      )}
      <Typography variant="h3">{t('accounting.accounts.cutOff')}</Typography>
      <Typography variant="body2" color="textSecondary">
        {t('accounting.accounts.cutOffText')}
      </Typography>
      <AccountFields control={control} pair="toInvoice" />
      <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 2 }}>
        {vatToCome.map((name) => (
          <FormText key={name} control={control} name={name} label={t(`accounting.field.${name}`)} />
        ))}
      </Stack>
      <Typography variant="h3">{t('accounting.accounts.rates')}</Typography>
      {rates.fields.map(({ id }, n) => (
        <Stack
          key={id}
          component="fieldset"
          sx={{ gap: 2, m: 0, p: 2, border: 1, borderColor: 'divider', borderRadius: 1 }}
        >
          <FormSelect
            control={control}
            name={`rates.${n}.vatCategory`}
            label={t('accounting.field.vatCategory')}
            options={categories.map((value) => ({ value, label: t(`enums.VatCategory.${value}`) }))}
          />
          <FormDecimal
            control={control}
            name={`rates.${n}.vatPercentage`}
            scale={1}
            unit="%"
            label={t('accounting.field.vatPercentage')}
          />
          <FormText
            control={control}
            name={`rates.${n}.salesAccount`}
            label={t('accounting.field.salesAccount')}
            required
          />
          <FormText
            control={control}
            name={`rates.${n}.salesAccountName`}
            label={t('accounting.field.salesAccountName')}
            required
          />
          <FormText control={control} name={`rates.${n}.vatAccount`} label={t('accounting.field.vatAccount')} />
          <FormText control={control} name={`rates.${n}.vatAccountName`} label={t('accounting.field.vatAccountName')} />
          <Button onClick={() => rates.remove(n)} sx={{ alignSelf: 'flex-start' }}>
            {t('accounting.accounts.removeRate')}
          </Button>
        </Stack>
      ))}
      <Button
        startIcon={<Add />}
        sx={{ alignSelf: 'flex-start' }}
        onClick={() => rates.append({ vatCategory: 'S', vatPercentage: 20, salesAccount: '', salesAccountName: '' })}
      >
        {t('accounting.accounts.addRate')}
      </Button>
    </FormDialog>
  );
}

interface AccountFieldsProps {
  control: Control<Form>;
  pair: (typeof pairs)[number] | (typeof purchasePairs)[number] | 'toInvoice';
}

/** Number and name of an account. */
function AccountFields({ control, pair }: AccountFieldsProps) {
  const t = useT();
  return (
    <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 2 }}>
      <FormText control={control} name={`${pair}Account`} label={t(`accounting.field.${pair}Account`)} required />
      <FormText
        control={control}
        name={`${pair}AccountName`}
        label={t(`accounting.field.${pair}AccountName`)}
        required
      />
    </Stack>
  );
}
