import { describe, expect, it } from 'vitest';
import { someSite } from '../../../test/records';
import { creationOf, updateOf } from './requests';
import { emptyForm, formOf, type ParticipantInput, participantSchema } from './schema';

const filled: ParticipantInput = {
  ...emptyForm(),
  name: ' Piscine ',
  dsoId: '99100000000031',
  entityType: 'proTertiary',
  address: '4 rue du Stade',
};

/** Fields that are refused, with the key of the message. */
function refused(part: Partial<ParticipantInput>, how: Parameters<typeof participantSchema>[0]) {
  const result = participantSchema(how).safeParse({ ...filled, ...part });
  return result.success ? {} : Object.fromEntries(result.error.issues.map((one) => [one.path.join('.'), one.message]));
}

const french = { identifier: 'prm', adding: true } as const;
const belgian = { identifier: 'ean', adding: true } as const;

describe('participant form', () => {
  it.each([
    [french, {}, {}],
    [french, { dsoId: '9910000000003' }, { dsoId: 'errors.prm.length' }],
    [french, { dsoId: '9910000000003A' }, { dsoId: 'errors.prm.digits' }],
    [belgian, { dsoId: '541448912345678901' }, {}],
    [belgian, { dsoId: '541449912345678901' }, { dsoId: 'errors.ean.invalid' }],
    [belgian, { dsoId: '54144891234567890' }, { dsoId: 'errors.ean.invalid' }],
    [french, { padt: '123' }, { padt: 'errors.padt.length' }],
    [french, { padt: '1234567890' }, {}],
    [french, { name: ' ', address: '' }, { name: 'errors.name.required', address: 'errors.address.required' }],
    [french, { entityType: undefined }, { entityType: 'participants.form.typeRequired' }],
    [{ ...french, adding: false }, { entityType: undefined }, {}],
    [french, { email: 'nobody' }, { email: 'errors.email.invalid' }],
    [french, { contractPower: Number.NaN }, { contractPower: 'design.form.number' }],
    [french, { contractPower: -1 }, { contractPower: 'errors.contractPower.invalid' }],
    [french, { latitude: 48_351_700, longitude: -1_204_400 }, {}],
    [french, { latitude: 48_351_700 }, { longitude: 'errors.position.incomplete' }],
    [french, { longitude: 0 }, { latitude: 'errors.position.incomplete' }],
    [french, { latitude: 90_000_001, longitude: 0 }, { latitude: 'errors.latitude.invalid' }],
    [french, { latitude: 0, longitude: -180_000_001 }, { longitude: 'errors.longitude.invalid' }],
    [french, { energyType: 'producer' }, { entry: 'errors.producer.notCommissioned' }],
    [french, { exit: '2026-12-31' }, { entry: 'errors.activation.entryRequired' }],
    [french, { entry: '2026-12-31', exit: '2026-12-30' }, { exit: 'errors.range.reversed' }],
    [french, { entry: '2026-12-31', exit: '2026-12-31' }, {}],
  ] as const)('%j with %j', (how, part, wrong) => {
    expect(refused(part, how)).toEqual(wrong);
  });

  it('tells of dates while other fields are wrong', () => {
    expect(refused({ name: '', entry: '2026-12-31', exit: '2026-01-01' }, french)).toEqual({
      name: 'errors.name.required',
      exit: 'errors.range.reversed',
    });
  });
});

describe('what is sent', () => {
  const parse = (part: Partial<ParticipantInput>) => participantSchema(french).parse({ ...filled, ...part });

  it('adds only what is filled, power in kW', () => {
    const place = { latitude: 48_351_700, longitude: -1_204_400 };
    expect(creationOf(parse({ ...place, contractPower: 36_500, entry: '2026-12-01', padt: '1234567890' }))).toEqual({
      latitude: 48.3517,
      longitude: -1.2044,
      name: 'Piscine',
      energyType: 'consumer',
      dsoId: '99100000000031',
      entityType: 'proTertiary',
      address: '4 rue du Stade',
      isProsumer: false,
      contractPower: 36.5,
      activationRange: { entry: '2026-12-01' },
    });
  });

  it('changes only what differs, and clears by null', () => {
    const site = someSite({
      contractPower: 36,
      email: 'a@exemple.example',
      identity: 'Famille Martin',
      latitude: 48.3517,
      longitude: -1.2044,
      activationRange: { entry: '2025-09-01', exit: '2026-12-31' },
    });
    const schema = participantSchema({ identifier: 'prm', adding: false });
    const same = schema.parse(formOf(site));
    expect(updateOf(site, same)).toEqual({});
    const { exit: _, contractPower: __, latitude: ___, longitude: ____, ...rest } = formOf(site);
    expect(
      updateOf(site, schema.parse({ ...rest, email: '', identity: 'Camille Martin', city: 'Rennes', segment: 'C4' })),
    ).toEqual({
      email: null,
      identity: 'Camille Martin',
      latitude: null,
      longitude: null,
      city: 'Rennes',
      segment: 'C4',
      exit: null,
      contractPower: null,
    });
  });
});
