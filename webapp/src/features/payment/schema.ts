import { isDay } from '@openpmo/ui/formats/date';
import { z } from 'zod';

const text = (max: number) => z.string().trim().max(max, 'parties.form.tooLong');
const needed = (max: number) => text(max).min(1, 'errors.field.required');

/** Who collects in the name of an issuer. Numbers are checked by the server. */
export const creditorSchema = z.object({
  name: needed(70),
  ics: needed(42),
  iban: needed(42),
  bic: text(11),
  bankReconciliationId: text(35),
  messageVersion: z.enum(['PAIN_008_001_08', 'PAIN_008_001_02']),
  leadDays: z.number('errors.field.required'),
});

export const messageVersions = creditorSchema.shape.messageVersion.options;

export type CreditorForm = z.output<typeof creditorSchema>;

/** A mandate as the form has it; of a stored one the debtor, the RUM and the signature stay. */
export const mandateSchema = z.object({
  participantId: needed(60),
  mandateId: needed(60),
  debtorName: needed(70),
  iban: needed(42),
  bic: text(11),
  scheme: z.enum(['CORE', 'B2B']),
  signatureDate: z.string('errors.field.required').min(1, 'errors.field.required').refine(isDay, 'errors.date.invalid'),
  bankReconciliationId: text(35),
  revokedOn: z.string().refine(isDay, 'errors.date.invalid').optional(),
});

export type MandateForm = z.output<typeof mandateSchema>;

export const schemes = mandateSchema.shape.scheme.options;
