import { isDay } from '@openpmo/ui/formats/date';
import { z } from 'zod';

const text = (max: number) => z.string().trim().max(max, 'parties.form.tooLong');

/**
 * An issuer or a client as the form has it: who they are in law, and what only one of
 * the two sides has. Numbers (SIRET, IBAN, tax) are checked by the server.
 */
export const partySchema = z.object({
  name: text(200).min(1, 'errors.billingEntity.nameRequired'),
  address: text(200),
  addressLine2: text(200),
  postCode: text(10),
  city: text(100),
  country: z.enum(['FR', 'BE']),
  email: text(254),
  phoneNumber: text(30),
  contactName: text(100),
  electronicAddressScheme: z.enum(['', '0225', '0208', '9925']),
  electronicAddress: text(125),
  legalNumber: text(20),
  taxId: text(20),
  vatRegime: z.enum([
    'normal',
    'simplified',
    'franchise',
    'exemption',
    'agricultural_simplified',
    'agricultural_flat_rate',
    'none',
  ]),
  siteIds: z.array(z.string()),
  iban: text(42),
  bic: text(11),
  /** Of issuers. */
  vatExemptionText: text(200),
  legalForm: text(60),
  shareCapitalCents: z.number('errors.shareCapital.invalid').optional(),
  registrationCourt: text(100),
  franchiseForm: z.enum(['', 'EXEMPT_LEGAL_NUMBER', 'EXEMPT_VAT_NUMBER', 'ZERO_RATE']),
  vatOnDebits: z.boolean(),
  billingMandateDate: z.string().refine(isDay, 'errors.date.invalid').optional(),
  billingMandateReference: text(60),
  seriesCode: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z0-9]{1,10}$/, 'errors.billingEntity.seriesCodeInvalid'),
  /** Where the numbers of another tool go on; of an issuer that has numbered nothing. */
  firstNumber: z
    .number('design.form.number')
    .int('design.form.number')
    .min(2, 'parties.form.firstNumberBounds')
    .max(9_999_999, 'parties.form.firstNumberBounds')
    .optional(),
  /** Of clients. */
  consumerType: z.enum(['professional', 'individual']),
  language: z.enum(['fr', 'nl']),
  publicBody: z.boolean(),
  serviceCode: text(100),
  commitmentNumber: text(50),
  contractNumber: text(50),
  commitmentRequired: z.boolean(),
  invoiceChannel: z.enum(['', 'MAIL', 'EINVOICE', 'PUBLIC_PORTAL', 'PRINT']),
  reference: text(40),
  /** As people type them, with commas between. */
  tags: text(500),
});

export type PartyForm = z.output<typeof partySchema>;

export const vatRegimes = partySchema.shape.vatRegime.options;
export const countries = partySchema.shape.country.options;
export const consumerTypes = partySchema.shape.consumerType.options;
export const languages = partySchema.shape.language.options;
export const schemes = partySchema.shape.electronicAddressScheme.options;
export const franchiseForms = partySchema.shape.franchiseForm.options;
export const channels = partySchema.shape.invoiceChannel.options;
