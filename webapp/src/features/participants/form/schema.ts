import type { Schemas } from '@openpmo/sdk';
import { isDay } from '@openpmo/ui/formats/date';
import type { MessageKey } from '@openpmo/ui/i18n/catalogues';
import { z } from 'zod';
import type { Participant } from '../rows';

/** The form keeps the power in whole watts, the contract in kW. */
export const wattsPerKilowatt = 1000;

/** The form keeps coordinates in millionths of a degree, the contract in degrees. */
export const unitsPerDegree = 1_000_000;

const message = (key: MessageKey) => key;
const text = () => z.string().trim().optional().default('');

const day = () => z.string().refine(isDay, message('errors.date.invalid')).optional();

const prm = z.string().trim().length(14, message('errors.prm.length')).regex(/^\d+$/, message('errors.prm.digits'));
const ean = z
  .string()
  .trim()
  .regex(/^\d*$/, message('errors.ean.digits'))
  .regex(/^5414489.{11}$/, message('errors.ean.invalid'));

const numbers = { prm, ean };

type Identifier = 'prm' | 'ean';

const fieldsOf = (identifier: Identifier, adding: boolean) =>
  z.object({
    energyType: z.enum(['consumer', 'producer']),
    dsoId: adding ? numbers[identifier] : z.string(),
    name: z.string().trim().min(1, message('errors.name.required')),
    padt: text().refine((padt) => padt === '' || padt.length === 10, message('errors.padt.length')),
    entityType: z
      .string()
      .optional()
      .refine((type) => !adding || type !== undefined, message('participants.form.typeRequired')),
    segment: z.string().optional(),
    /** Watts. */
    contractPower: z
      .number(message('design.form.number'))
      .min(0, message('errors.contractPower.invalid'))
      .max(100_000_000, message('errors.contractPower.invalid'))
      .optional(),
    productionTypeId: z.string().optional(),
    isProsumer: z.boolean(),
    address: z.string().trim().min(1, message('errors.address.required')),
    postCode: text(),
    city: text(),
    departmentCode: text().refine(
      (code) => /^((0[1-9]|[1-8]\d|9[0-5]|2[AB]|9[78]\d))?$/i.test(code),
      message('errors.departmentCode.invalid'),
    ),
    inseeCode: text().refine((code) => /^((\d{2}|2[AB])\d{3})?$/i.test(code), message('errors.inseeCode.invalid')),
    /** Millionths of a degree. */
    latitude: degrees(90, message('errors.latitude.invalid')),
    longitude: degrees(180, message('errors.longitude.invalid')),
    entry: day(),
    exit: day(),
    billedUntil: day(),
    identity: text(),
    email: text().refine(isEmail, message('errors.email.invalid')),
    phone: text(),
    siret: text(),
    treasury: text(),
    externalId: text(),
    /** As people type them, with commas between. */
    tags: text(),
    userEmail: text().refine(isEmail, message('errors.email.invalid')),
  });

function degrees(most: number, wrong: string) {
  const bound = most * unitsPerDegree;
  return z.number(message('design.form.number')).min(-bound, wrong).max(bound, wrong).optional();
}

function isEmail(address: string): boolean {
  return address === '' || z.email().safeParse(address).success;
}

type Fields = ReturnType<typeof fieldsOf>;
export type ParticipantForm = z.output<Fields>;
export type ParticipantInput = z.input<Fields>;

/** The rules of specification section 5 that a person can be told while typing; the server has the last word. */
export function participantSchema({ identifier, adding }: { identifier: Identifier; adding: boolean }) {
  return fieldsOf(identifier, adding)
    .refine(({ energyType, entry }) => energyType !== 'producer' || entry !== undefined, {
      path: ['entry'],
      message: message('errors.producer.notCommissioned'),
      when: anyway,
    })
    .refine(({ energyType, entry, exit }) => energyType === 'producer' || exit === undefined || entry !== undefined, {
      path: ['entry'],
      message: message('errors.activation.entryRequired'),
      when: anyway,
    })
    .refine(({ entry, exit }) => !(entry && exit && isDay(entry) && isDay(exit) && exit < entry), {
      path: ['exit'],
      message: message('errors.range.reversed'),
      when: anyway,
    })
    .refine(({ latitude, longitude }) => latitude !== undefined || longitude === undefined, {
      path: ['latitude'],
      message: message('errors.position.incomplete'),
      when: anyway,
    })
    .refine(({ latitude, longitude }) => latitude === undefined || longitude !== undefined, {
      path: ['longitude'],
      message: message('errors.position.incomplete'),
      when: anyway,
    });
}

/** Dates are looked at even while other fields are wrong. */
const anyway = () => true;

/** The fields of a form that is about to be filled. */
export function emptyForm(): ParticipantInput {
  return { ...textsOf(undefined), energyType: 'consumer', name: '', dsoId: '', isProsumer: false, address: '' };
}

/** A participant as the form shows it. */
export function formOf(site: Participant): ParticipantInput {
  return {
    ...textsOf(site),
    energyType: site.energyType,
    name: site.name,
    dsoId: site.dsoId,
    isProsumer: site.isProsumer,
    address: site.address ?? '',
    ...(site.entityType ? { entityType: site.entityType } : {}),
    ...(site.segment ? { segment: site.segment } : {}),
    ...(site.contractPower === undefined ? {} : { contractPower: Math.round(site.contractPower * wattsPerKilowatt) }),
    ...(site.latitude === undefined ? {} : { latitude: Math.round(site.latitude * unitsPerDegree) }),
    ...(site.longitude === undefined ? {} : { longitude: Math.round(site.longitude * unitsPerDegree) }),
    ...(site.productionTypeId ? { productionTypeId: String(site.productionTypeId) } : {}),
    ...(site.activationRange.entry ? { entry: site.activationRange.entry } : {}),
    ...(site.activationRange.exit ? { exit: site.activationRange.exit } : {}),
    ...(site.billedUntil ? { billedUntil: site.billedUntil } : {}),
  };
}

const textsOf = (site: Participant | undefined) => ({
  padt: site?.padt ?? '',
  postCode: site?.postCode ?? '',
  city: site?.city ?? '',
  identity: site?.identity ?? '',
  email: site?.email ?? '',
  phone: site?.phone ?? '',
  siret: site?.billingDetail?.siret ?? '',
  departmentCode: site?.departmentCode ?? '',
  inseeCode: site?.inseeCode ?? '',
  treasury: site?.billingDetail?.treasury ?? '',
  externalId: site?.externalId ?? '',
  tags: (site?.tags ?? []).join(', '),
  userEmail: site?.user?.email ?? site?.invitation?.email ?? '',
});

/** Values of the contract's lists come from its own options. */
export const chosen = {
  entityType: (value: string | undefined) => value as Schemas['EntityType'] | undefined,
  segment: (value: string | undefined) => value as Schemas['Segment'] | undefined,
  productionTypeId: (value: string | undefined) =>
    (value ? Number(value) : undefined) as Schemas['ProductionTypeId'] | undefined,
};
