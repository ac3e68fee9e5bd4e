import { matchRoutes } from 'react-router';
import { describe, expect, it } from 'vitest';
import { thingPath, things } from '../api/addresses';
import { routesOf } from './router';

const routes = routesOf();

describe('the table of addresses', () => {
  it.each(things)('leads to the page of a %s', (thing) => {
    const matches = matchRoutes(routes, thingPath('o1', thing, 'x1')) ?? [];
    const page = matches.at(-1);
    expect(page?.params).toEqual({ operationId: 'o1', id: 'x1' });
    expect(page?.route.index).toBe(true);
    expect(page?.route.lazy).toBeDefined();
  });

  it('leaves the list of imports its own page', () => {
    const matches = matchRoutes(routes, '/pmo/operations/o1/imports') ?? [];
    expect(matches.at(-1)?.params).toEqual({ operationId: 'o1' });
  });
});
