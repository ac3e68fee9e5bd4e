import { expect, it } from 'vitest';
import { presetOf, readingOf, scopeGroups } from './scopes';

const policy = [
  'dashboard:visit',
  'upload:view',
  'invoice:publish',
  'invoice:read',
  'curve:import',
  'curve:export',
  'strange:polish',
];

it('groups what a token can carry by resource, reading first, pages left out, unknown rights last', () => {
  expect(scopeGroups(policy)).toEqual([
    { resource: 'curve', permissions: ['curve:import', 'curve:export'] },
    { resource: 'invoice', permissions: ['invoice:read', 'invoice:publish'] },
    { resource: 'strange', permissions: ['strange:polish'] },
  ]);
});

it('knows what only reads', () => expect(readingOf(policy)).toEqual(['curve:export', 'invoice:read']));

it.each([
  ['all', ['invoice:publish', 'invoice:read', 'curve:import', 'curve:export', 'strange:polish', 'dashboard:visit']],
  ['read', ['invoice:read', 'curve:export']],
  ['chosen', ['invoice:read']],
  ['chosen', ['invoice:read', 'curve:export', 'invoice:publish']],
])('calls a token %s by what it carries', (preset, scopes) => expect(presetOf({ scopes }, policy)).toBe(preset));
