import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Link } from 'react-router';
import { describe, expect, it } from 'vitest';
import { renderPage } from '../test/render';
import { EmptyState } from './EmptyState';
import { EntityList } from './EntityList';
import { FilterChips } from './FilterChips';
import { matching } from './search';
import { useListAddress } from './useListAddress';

interface Site {
  id: string;
  name: string;
  kind: 'a' | 'b';
}

const sites: Site[] = [
  { id: '1', name: 'Mairie', kind: 'a' },
  { id: '2', name: 'École', kind: 'b' },
  { id: '3', name: 'Piscine', kind: 'a' },
];

function List({ all }: { all: readonly Site[] }) {
  const address = useListAddress(['kind']);
  const [ids, onChange] = useState<string[]>([]);
  const kind = address.filter('kind') ?? 'all';
  const rows = matching(all, address.search, ({ name }) => name).filter((one) => kind === 'all' || one.kind === kind);
  return (
    <>
      <EntityList
        address={address}
        searchLabel="Search"
        filters={
          <FilterChips
            label="Kind"
            options={['all', 'a', 'b'].map((value) => ({ value, label: `kind ${value}` }))}
            value={kind}
            onChange={(value) => address.setFilter('kind', value === 'all' ? undefined : value)}
          />
        }
        toolbar={<button type="button">Add</button>}
        caption="Sites"
        rows={rows}
        all={all}
        columns={[{ id: 'name', header: 'Name', cell: ({ name }) => name, sortValue: ({ name }) => name }]}
        totals={{ label: `${rows.length} of them`, cells: {} }}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        bulk={{ ids, onChange, actions: (chosen) => <p>{chosen.map(({ name }) => name).join(' and ')}</p> }}
        none={<EmptyState kind="none" title="Nobody yet" advice="Add one" />}
      />
      <Link to="?q=mairie">Link</Link>
    </>
  );
}

const names = () =>
  screen
    .queryAllByRole('row')
    .slice(1)
    .filter((row) => within(row).queryByRole('checkbox'))
    .map((row) => within(row).getAllByRole('cell')[1]?.textContent);

describe('a list of what an operation has', () => {
  it('keeps search and filter in its address, and takes them out again', async () => {
    const { router } = renderPage(<List all={sites} />, { path: '/list?q=i' });
    expect(names()).toEqual(['Mairie', 'Piscine']);
    await userEvent.clear(screen.getByRole('searchbox'));
    await userEvent.type(screen.getByRole('searchbox'), 'ecole');
    expect(screen.getByRole('searchbox')).toHaveValue('ecole');
    expect(names()).toEqual(['École']);
    expect(router.state.location.search).toBe('?q=ecole');
    await userEvent.click(screen.getByRole('button', { name: 'kind a' }));
    expect(router.state.location.search).toBe('?q=ecole&kind=a');
    expect(names()).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Effacer les filtres' }));
    expect(router.state.location.search).toBe('');
    expect(screen.getByRole('searchbox')).toHaveValue('');
    expect(names()).toHaveLength(3);
  });

  it('keeps its order in the address, and says what all rows come to', async () => {
    const { router } = renderPage(<List all={sites} />, { path: '/list?sort=-name' });
    expect(names()).toEqual(['Piscine', 'Mairie', 'École']);
    await userEvent.click(screen.getByRole('button', { name: 'Name' }));
    expect(names()).toEqual(['École', 'Mairie', 'Piscine']);
    expect(router.state.location.search).toBe('?sort=name');
    expect(screen.getByText('3 of them')).toBeVisible();
  });

  it('follows a link to another search', async () => {
    renderPage(<List all={sites} />, { path: '/list' });
    await userEvent.type(screen.getByRole('searchbox'), 'pi');
    await userEvent.click(screen.getByRole('link'));
    expect(screen.getByRole('searchbox')).toHaveValue('mairie');
    expect(names()).toEqual(['Mairie']);
  });

  it('acts on the chosen rows, also those that a search has hidden since', async () => {
    renderPage(<List all={sites} />, { path: '/list' });
    for (const name of ['Mairie', 'Piscine']) fireEvent.click(screen.getByRole('checkbox', { name: new RegExp(name) }));
    await userEvent.type(screen.getByRole('searchbox'), 'mairie');
    expect(names()).toEqual(['Mairie']);
    expect(screen.getByText('Mairie and Piscine')).toBeVisible();
  });

  it('says what to do where there is nothing, without a toolbar', () => {
    renderPage(<List all={[]} />, { path: '/list' });
    expect(screen.getByText('Nobody yet')).toBeVisible();
    expect(screen.queryByRole('searchbox')).toBeNull();
  });
});
