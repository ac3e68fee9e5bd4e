import { z } from 'zod';

const text = (max: number) => z.string().trim().max(max, 'parties.form.tooLong');
const needed = (max: number) => text(max).min(1, 'errors.field.required');

/** How a platform is reached. Whether the addresses may be called is the server's to say. */
const carriers = z.enum(['AFNOR', 'PEPPOL_JSON', 'PEPPOL_RAW', 'PEPPOL_FOLDER']);
export type CarrierKind = z.output<typeof carriers>;
export const kinds = carriers.options;

/** What of a form belongs to a kind: the rest is not shown, and not asked for. */
export const connectionSchema = (known: boolean, kind: CarrierKind = 'AFNOR') => {
  const of = (kinds: readonly CarrierKind[], max: number) => (kinds.includes(kind) ? needed(max) : text(max));
  return z.object({
    billingEntityId: needed(60),
    kind: carriers,
    name: needed(100),
    flowUrl: of(['AFNOR'], 500),
    directoryUrl: text(500),
    tokenUrl: of(['AFNOR'], 500),
    clientId: of(['AFNOR'], 1000),
    secret: known || kind === 'PEPPOL_FOLDER' ? text(1000) : needed(1000),
    submitUrl: of(['PEPPOL_JSON', 'PEPPOL_RAW'], 500),
    statusUrl: text(500),
    header: text(500),
    headerValue: text(500),
    body: of(['PEPPOL_JSON'], 10_000),
    idField: text(500),
    stateField: text(500),
    reasonField: text(500),
    delivered: text(500),
    failed: text(500),
    folder: of(['PEPPOL_FOLDER'], 50),
    zone: z.enum(['', 'PRODUCTION', 'TEST']),
    organizationId: text(1000),
    version: z.enum(['1.3', '1.2', '1.1']),
    infoType: z.enum(['JSON', 'TEXT']),
    sendsRule: z.boolean(),
    declaresPayments: z.boolean(),
    signature: z.enum(['A', 'B', 'C']),
    hookKey: text(1000),
  });
};

export type ConnectionForm = z.output<ReturnType<typeof connectionSchema>>;

const { version, infoType, signature } = connectionSchema(true).shape;
export const versions = version.options;
export const infoTypes = infoType.options;
export const signatures = signature.options;
