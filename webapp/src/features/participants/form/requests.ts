import type { Schemas } from '@openpmo/sdk';
import type { Participant } from '../rows';
import {
  chosen,
  formOf,
  type ParticipantForm,
  type ParticipantInput,
  unitsPerDegree,
  wattsPerKilowatt,
} from './schema';

type Creation = Schemas['ParticipantCreation'];
type Update = Schemas['ParticipantUpdate'];

const texts = [
  'padt',
  'postCode',
  'city',
  'departmentCode',
  'inseeCode',
  'identity',
  'email',
  'phone',
  'siret',
  'treasury',
  'externalId',
  'userEmail',
] as const;

/** Tags as people type them, with commas between. */
export const tagsOf = (typed: string): string[] =>
  typed
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');

const coordinates = ['latitude', 'longitude'] as const;

/** What a filled form asks the server to add. Empty fields are left out. */
export function creationOf(form: ParticipantForm): Creation {
  const body: Creation = {
    name: form.name,
    energyType: form.energyType,
    dsoId: form.dsoId,
    address: form.address,
    isProsumer: form.isProsumer,
    ...classOf(form),
  };
  for (const field of texts) if (form[field] !== '') body[field] = form[field];
  if (form.tags !== '') body.tags = tagsOf(form.tags);
  if (form.energyType === 'consumer') delete body.padt; // the form only asks producers
  if (form.contractPower !== undefined) body.contractPower = form.contractPower / wattsPerKilowatt;
  for (const field of coordinates) if (form[field] !== undefined) body[field] = form[field] / unitsPerDegree;
  if (form.billedUntil) body.billedUntil = form.billedUntil;
  const { entry, exit } = form;
  if (entry) body.activationRange = { entry, ...(exit ? { exit } : {}) };
  return body;
}

function classOf({ entityType, segment, productionTypeId }: ParticipantForm) {
  const one = {
    entityType: chosen.entityType(entityType),
    segment: chosen.segment(segment),
    productionTypeId: chosen.productionTypeId(productionTypeId),
  };
  return {
    ...(one.entityType ? { entityType: one.entityType } : {}),
    ...(one.segment ? { segment: one.segment } : {}),
    ...(one.productionTypeId ? { productionTypeId: one.productionTypeId } : {}),
  };
}

/** What differs between a participant and its form: nothing else is sent, and null clears. */
export function updateOf(site: Participant, form: ParticipantForm): Update {
  const before = formOf(site);
  const body: Update = {};
  const changed = (field: keyof ParticipantInput) => before[field] !== form[field];
  for (const field of texts) if (changed(field)) body[field] = form[field] === '' ? null : form[field];
  if (changed('tags')) body.tags = tagsOf(form.tags);
  if (changed('name')) body.name = form.name;
  if (changed('address')) body.address = form.address;
  if (changed('isProsumer')) body.isProsumer = form.isProsumer;
  if (changed('entry')) body.entry = form.entry ?? null;
  if (changed('exit')) body.exit = form.exit ?? null;
  if (changed('billedUntil')) body.billedUntil = form.billedUntil ?? null;
  for (const field of coordinates) {
    if (changed(field)) body[field] = form[field] === undefined ? null : form[field] / unitsPerDegree;
  }
  if (changed('contractPower')) {
    body.contractPower = form.contractPower === undefined ? null : form.contractPower / wattsPerKilowatt;
  }
  const { entityType, segment, productionTypeId } = classOf(form);
  if (entityType && changed('entityType')) body.entityType = entityType;
  if (segment && changed('segment')) body.segment = segment;
  if (productionTypeId && changed('productionTypeId')) body.productionTypeId = productionTypeId;
  return body;
}
