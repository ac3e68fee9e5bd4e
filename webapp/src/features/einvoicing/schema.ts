import { z } from 'zod';

const text = (max: number) => z.string().trim().max(max, 'parties.form.tooLong');
const needed = (max: number) => text(max).min(1, 'errors.field.required');

/** How a platform is reached. Whether the addresses may be called is the server's to say. */
export const connectionSchema = (known: boolean) =>
  z.object({
    billingEntityId: needed(60),
    name: needed(100),
    flowUrl: needed(500),
    directoryUrl: text(500),
    tokenUrl: needed(500),
    clientId: needed(1000),
    secret: known ? text(1000) : needed(1000),
    organizationId: text(1000),
    version: z.enum(['1.3', '1.2', '1.1']),
    infoType: z.enum(['JSON', 'TEXT']),
    sendsRule: z.boolean(),
    declaresPayments: z.boolean(),
    signature: z.enum(['A', 'B', 'C']),
    hookKey: text(1000),
  });

export type ConnectionForm = z.output<ReturnType<typeof connectionSchema>>;

const { version, infoType, signature } = connectionSchema(true).shape;
export const versions = version.options;
export const infoTypes = infoType.options;
export const signatures = signature.options;
