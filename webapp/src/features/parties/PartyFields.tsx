import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import type { ReactNode } from 'react';
import { type Control, useFormState, useWatch } from 'react-hook-form';
import { useHides } from '../../api/operations';
import { FormDate, FormDecimal, FormSelect, FormSwitch, FormText } from '../../design/FormFields';
import { isIssuer, type Party, type Side } from './parties';
import {
  channels,
  consumerTypes,
  countries,
  franchiseForms,
  languages,
  type PartyForm,
  schemes,
  vatRegimes,
} from './schema';

export type FormControl = Control<PartyForm>;

const twoColumns = { xs: '1fr', sm: '1fr 1fr' };

interface PartyFieldsProps {
  control: FormControl;
  side: Side;
  /** The bank account is asked elsewhere. */
  withoutAccount?: boolean;
  /** The party that is changed. */
  stored?: Party | undefined;
}

/** Who the party is, where it is reached, and what an invoice prints about it. */
export function PartyFields({ control, side, withoutAccount = false, stored }: PartyFieldsProps) {
  const t = useT();
  const line = (
    name:
      | 'address'
      | 'addressLine2'
      | 'contactName'
      | 'postCode'
      | 'city'
      | 'email'
      | 'phoneNumber'
      | 'legalNumber'
      | 'taxId',
  ) => <FormText control={control} name={name} label={t(`parties.field.${name}`)} />;
  return (
    <>
      <Group title={t('parties.form.identity')}>
        <FormText control={control} name="name" label={t('parties.field.name')} required autoFocus />
        {side === 'client' ? (
          <FormSelect
            control={control}
            name="consumerType"
            label={t('parties.field.consumerType')}
            options={consumerTypes.map((value) => ({ value, label: t(`enums.ConsumerType.${value}`) }))}
          />
        ) : (
          <FormText
            control={control}
            name="seriesCode"
            label={t('parties.field.seriesCode')}
            hint={t('parties.form.seriesHint')}
            required
          />
        )}
        {line('legalNumber')}
        {line('taxId')}
      </Group>
      <Group title={t('parties.form.address')}>
        {line('address')}
        {line('addressLine2')}
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: '110px 1fr' }}>
          {line('postCode')}
          {line('city')}
        </Box>
        <FormSelect
          control={control}
          name="country"
          label={t('parties.field.country')}
          options={countries.map((value) => ({ value, label: t(`parties.country.${value}`) }))}
        />
        {line('email')}
        {line('phoneNumber')}
        {line('contactName')}
        {side === 'client' && (
          <FormSelect
            control={control}
            name="language"
            label={t('parties.field.language')}
            options={languages.map((value) => ({ value, label: t(`enums.Language.${value}`) }))}
          />
        )}
      </Group>
      <Group title={t('parties.form.taxAndPayment')}>
        <Tax control={control} side={side} withoutAccount={withoutAccount} />
      </Group>
      <Group title={t('parties.form.einvoice')}>
        <EInvoice control={control} side={side} />
      </Group>
      {side === 'issuer' && (
        <Group title={t('parties.form.register')}>
          <Register control={control} />
          {stored && isIssuer(stored) && stored.nextNumber === undefined && (
            <FormDecimal
              control={control}
              name="firstNumber"
              label={t('parties.field.firstNumber')}
              hint={t('parties.form.firstNumberHint')}
              scale={1}
            />
          )}
        </Group>
      )}
    </>
  );
}

function Tax({ control, side, withoutAccount = false }: PartyFieldsProps) {
  const t = useT();
  const regime = useWatch({ control, name: 'vatRegime' });
  return (
    <>
      <FormSelect
        control={control}
        name="vatRegime"
        label={t('parties.field.vatRegime')}
        options={vatRegimes.map((value) => ({ value, label: t(`enums.VatRegime.${value}`) }))}
      />
      {side === 'issuer' && regime === 'exemption' ? (
        <FormText control={control} name="vatExemptionText" label={t('parties.field.vatExemptionText')} required />
      ) : (
        <Box sx={{ display: { xs: 'none', sm: 'block' } }} />
      )}
      {!withoutAccount && (
        <>
          <FormText control={control} name="iban" label={t('parties.field.iban')} autoComplete="off" />
          <FormText control={control} name="bic" label={t('parties.field.bic')} autoComplete="off" />
        </>
      )}
      {side === 'client' && <OwnWords control={control} />}
    </>
  );
}

/** The organizer's own words for a client; left out in the simple view, unless the client has some. */
function OwnWords({ control }: { control: FormControl }) {
  const t = useT();
  const hides = useHides();
  const { defaultValues: stored } = useFormState({ control });
  if (hides('OWN_REFERENCES') && !stored?.reference && !stored?.tags) return null;
  return (
    <>
      <FormText control={control} name="reference" label={t('parties.field.reference')} autoComplete="off" />
      <FormText
        control={control}
        name="tags"
        label={t('parties.field.tags')}
        hint={t('parties.form.tagsHint')}
        autoComplete="off"
      />
    </>
  );
}

/** How invoices reach a client, and where e-invoices go. */
function EInvoice({ control, side }: { control: FormControl; side: Side }) {
  const t = useT();
  const [consumerType, publicBody, regime] = useWatch({ control, name: ['consumerType', 'publicBody', 'vatRegime'] });
  return (
    <>
      {side === 'client' && (
        <FormSelect
          control={control}
          name="invoiceChannel"
          label={t('parties.field.invoiceChannel')}
          options={channels.map((value) => ({
            value,
            label: value === '' ? t('parties.form.byKind') : t(`enums.InvoiceChannel.${value}`),
          }))}
        />
      )}
      {side === 'client' && consumerType === 'professional' && (
        <FormSwitch
          control={control}
          name="publicBody"
          label={t('parties.field.publicBody')}
          hint={t('parties.form.publicHint')}
        />
      )}
      <FormSelect
        control={control}
        name="electronicAddressScheme"
        label={t('parties.field.electronicAddressScheme')}
        options={schemes.map((value) => ({
          value,
          label: value === '' ? t('parties.form.none') : t(`enums.ElectronicAddressScheme.${value}`),
        }))}
      />
      <FormText
        control={control}
        name="electronicAddress"
        label={t('parties.field.electronicAddress')}
        hint={t('parties.form.eAddressHint')}
        autoComplete="off"
      />
      {side === 'client' && publicBody && (
        <FormText control={control} name="serviceCode" label={t('parties.field.serviceCode')} autoComplete="off" />
      )}
      {side === 'client' && consumerType === 'professional' && (
        <>
          <FormText
            control={control}
            name="commitmentNumber"
            label={t('parties.field.commitmentNumber')}
            autoComplete="off"
          />
          <FormText
            control={control}
            name="contractNumber"
            label={t('parties.field.contractNumber')}
            autoComplete="off"
          />
          <FormSwitch control={control} name="commitmentRequired" label={t('parties.field.commitmentRequired')} />
        </>
      )}
      {side === 'issuer' && regime === 'franchise' && (
        <FormSelect
          control={control}
          name="franchiseForm"
          label={t('parties.field.franchiseForm')}
          options={franchiseForms.map((value) => ({
            value,
            label: value === '' ? t('enums.FranchiseForm.EXEMPT_LEGAL_NUMBER') : t(`enums.FranchiseForm.${value}`),
          }))}
        />
      )}
    </>
  );
}

/** What the register says of an issuer, and the mandate to bill in its name. */
function Register({ control }: { control: FormControl }) {
  const t = useT();
  return (
    <>
      <FormText control={control} name="legalForm" label={t('parties.field.legalForm')} />
      <FormDecimal
        control={control}
        name="shareCapitalCents"
        label={t('parties.field.shareCapitalCents')}
        scale={100}
        unit="€"
      />
      <FormText control={control} name="registrationCourt" label={t('parties.field.registrationCourt')} />
      <FormSwitch control={control} name="vatOnDebits" label={t('parties.field.vatOnDebits')} />
      <FormDate control={control} name="billingMandateDate" label={t('parties.field.billingMandateDate')} />
      <FormText
        control={control}
        name="billingMandateReference"
        label={t('parties.field.billingMandateReference')}
        autoComplete="off"
      />
    </>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box component="fieldset" sx={{ m: 0, p: 0, border: 0, minWidth: 0 }}>
      <Typography component="legend" variant="h3" sx={{ mb: 1.5, p: 0 }}>
        {title}
      </Typography>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: twoColumns }}>{children}</Box>
    </Box>
  );
}
