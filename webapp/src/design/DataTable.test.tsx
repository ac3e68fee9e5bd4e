import { layout } from '@openpmo/ui/theme/tokens';
import { fireEvent, renderHook, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { renderToString } from 'react-dom/server';
import { describe, expect, it, vi } from 'vitest';
import { accessibilityProblems, renderPage, surrounded } from '../test/render';
import { type Column, DataTable } from './DataTable';
import { EmptyState } from './EmptyState';
import { useTableTracks } from './tableRows';

interface Site {
  id: string;
  name: string;
  kW?: number;
}
const sites: Site[] = [
  { id: 'b', name: 'École', kW: 9 },
  { id: 'a', name: 'Mairie', kW: 36 },
  { id: 'c', name: 'eau', kW: undefined },
].map(({ kW, ...site }) => (kW === undefined ? site : { ...site, kW }));

const columns: Column<Site>[] = [
  { id: 'name', header: 'Nom', cell: (site) => site.name, sortValue: (site) => site.name },
  { id: 'kW', header: 'Puissance', cell: (site) => site.kW ?? '—', sortValue: (site) => site.kW, align: 'right' },
  { id: 'note', header: 'Note', cell: () => 'x' },
];
const common = { caption: 'Sites', columns, rowId: (s: Site) => s.id, rowName: (s: Site) => s.name };

const names = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell').at(-3)?.textContent);

function Selecting({ rows = sites, spy }: { rows?: Site[]; spy?: (ids: string[]) => void }) {
  const [ids, setIds] = useState<string[]>([]);
  return (
    <DataTable
      {...common}
      rows={rows}
      selection={{
        ids,
        onChange: (next) => {
          setIds(next);
          spy?.(next);
        },
      }}
      selectable={(site) => site.id !== 'c'}
    />
  );
}

/** The tracks of the table that is drawn, at the widest screen. */
const tracks = () => {
  const { className } = screen.getByRole('table');
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).map((rule) => rule.cssText);
  const own = className.split(' ').filter(Boolean);
  return rules
    .filter((text) => own.some((name) => text.includes(`.${name}`)))
    .flatMap((text) => [...text.matchAll(/--tracks:\s*([^;}]+)/g)].map((found) => found[1]?.trim()))
    .at(-1);
};

describe('DataTable', () => {
  it('shares the width by what columns hold, and keeps it while rows are filtered', () => {
    const shared: Column<Site>[] = [
      { id: 'name', header: 'Nom', cell: ({ name }) => <b>{name}</b>, width: 'minmax(60px, 1fr)' },
      { id: 'note', header: 'Note', cell: () => 'x', width: 'minmax(60px, 9fr)' },
      { id: 'kW', header: 'Puissance', cell: ({ kW }) => kW, width: '90px' },
    ];
    const long = { id: 'd', name: 'Gymnase des Cotterêts' };
    function Filtered() {
      const [rows, setRows] = useState([...sites, long]);
      return (
        <>
          <button type="button" onClick={() => setRows(sites)}>
            fewer
          </button>
          <DataTable {...common} columns={shared} rows={rows} />
        </>
      );
    }
    renderPage(<Filtered />);
    const whole = 'minmax(60px, 182fr) minmax(60px, 60fr) 90px';
    expect(tracks()).toBe(whole);
    fireEvent.click(screen.getByRole('button', { name: 'fewer' }));
    expect(screen.queryByText(long.name)).toBeNull();
    expect(tracks()).toBe(whole);
  });

  it('sorts by language, numbers as numbers, nothing last', () => {
    renderPage(<DataTable {...common} rows={sites} defaultSort={{ id: 'name' }} />);
    expect(names()).toEqual(['eau', 'École', 'Mairie']);
    fireEvent.click(screen.getByRole('button', { name: 'Nom' }));
    expect(names()).toEqual(['Mairie', 'École', 'eau']);
    expect(screen.getByRole('columnheader', { name: 'Nom' })).toHaveAttribute('aria-sort', 'descending');
    fireEvent.click(screen.getByRole('button', { name: 'Puissance' }));
    expect(names()).toEqual(['École', 'Mairie', 'eau']);
    fireEvent.click(screen.getByRole('button', { name: 'Puissance' }));
    expect(names()).toEqual(['Mairie', 'École', 'eau']);
  });

  it('selects rows, all rows, and only those that may be', () => {
    const spy = vi.fn();
    renderPage(<Selecting spy={spy} />);
    fireEvent.click(screen.getByRole('checkbox', { name: 'Sélectionner Mairie' }));
    expect(spy).toHaveBeenLastCalledWith(['a']);
    fireEvent.click(screen.getByRole('checkbox', { name: 'Tout sélectionner' }));
    expect(spy.mock.lastCall?.[0].toSorted()).toEqual(['a', 'b']);
    expect(screen.queryByRole('checkbox', { name: 'Sélectionner eau' })).toBeNull();
    fireEvent.click(screen.getByRole('checkbox', { name: 'Tout sélectionner' }));
    expect(spy).toHaveBeenLastCalledWith([]);
  });

  it('is a table to assistive technology', async () => {
    const { container } = renderPage(<Selecting />);
    expect(await accessibilityProblems(container)).toEqual([]);
    expect(screen.getByRole('table', { name: 'Sites' })).toHaveAttribute('aria-rowcount', '4');
  });

  it('draws what a visit begins with without its rows first, in room that is kept for them', () => {
    const table = surrounded(<DataTable {...common} rows={sites} />);
    const drawings = vi.spyOn(performance, 'getEntriesByType');
    drawings.mockReturnValue([]);
    // What is written once and never again is the first step alone.
    const first = renderToString(table);
    expect(first).toContain('Puissance');
    expect(first).not.toContain('Mairie');
    expect(first).toContain(`padding-bottom:${sites.length * layout.rowHeight}px`);
    drawings.mockReturnValue([{} as PerformanceEntry]);
    const later = renderToString(table);
    expect(later).toContain('Mairie');
    expect(later).toContain('padding-bottom:0');
    drawings.mockRestore();
  });

  it('draws few of many rows', () => {
    // A screen full at once, and more each time that the machine has nothing else to do.
    const rows = Array.from({ length: 5000 }, (_, i) => ({ id: String(i), name: `Site ${i}` }));
    renderPage(<DataTable {...common} rows={rows} />);
    expect(screen.getAllByRole('row').length).toBeLessThan(1000);
    expect(screen.getByRole('table')).toHaveAttribute('aria-rowcount', '5001');
  });

  it('says why it is empty, what failed, and lets try again', () => {
    const { unmount } = renderPage(<DataTable {...common} rows={[]} empty={<EmptyState kind="noMatch" />} />);
    expect(screen.getByText('Aucun résultat')).toBeInTheDocument();
    unmount();
    const refetch = vi.fn();
    renderPage(
      <DataTable {...common} rows={[]} state={{ isPending: false, isError: true, error: new Error('x'), refetch }} />,
    );
    fireEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
    expect(refetch).toHaveBeenCalledOnce();
  });
});

describe('the room of a table', () => {
  const column = (id: string, width: string, hideBelow?: 'sm' | 'md' | 'lg' | 'xl'): Column<Site> => ({
    id,
    header: '',
    cell: () => '',
    width,
    ...(hideBelow ? { hideBelow } : {}),
  });

  it('has one column after the other as it grows, each where all before it and itself fit', () => {
    const given = [
      column('name', '200px'),
      column('late', '100px', 'lg'),
      column('first', '101px', 'sm'),
      column('second', '250px', 'md'),
      column('third', '102px', 'md'),
    ];
    const { columns: placed, style } = renderHook(() => useTableTracks(given, sites, true, 1)).result.current;
    expect(placed.map(({ place }) => place?.display)).toEqual([
      undefined,
      'var(--rank-3)',
      'var(--rank-0)',
      'var(--rank-1)',
      'var(--rank-2)',
    ]);
    const gone = { '--rank-0': 'none', '--rank-1': 'none', '--rank-2': 'none', '--rank-3': 'none', '--rank-4': 'none' };
    expect(style).toEqual({
      '--tracks': '44px 200px 48px',
      minWidth: 292,
      ...gone,
      '@container (min-width: 393px)': { '--tracks': '44px 200px 101px 48px', minWidth: 393, '--rank-0': 'block' },
      '@container (min-width: 643px)': {
        '--tracks': '44px 200px 101px 250px 48px',
        minWidth: 643,
        '--rank-1': 'block',
      },
      '@container (min-width: 745px)': {
        '--tracks': '44px 200px 101px 250px 102px 48px',
        minWidth: 745,
        '--rank-2': 'block',
      },
      '@container (min-width: 845px)': {
        '--tracks': '44px 200px 100px 101px 250px 102px 48px',
        minWidth: 845,
        '--rank-3': 'block',
      },
    });
  });

  it('does without those that would leave the others little, and shows at once what comes at the same room', () => {
    const given = [
      column('name', '200px'),
      column('a', '90px', 'lg'),
      column('b', '80px', 'lg'),
      column('c', '70px', 'xl'),
    ];
    const { style } = renderHook(() => useTableTracks(given, sites, false, 0)).result.current;
    expect(Object.keys(style).filter((key) => key.startsWith('@'))).toEqual([
      '@container (min-width: 800px)',
      '@container (min-width: 1200px)',
    ]);
    expect(style['@container (min-width: 800px)']).toEqual({
      '--tracks': '200px 90px 80px',
      minWidth: 370,
      '--rank-0': 'block',
      '--rank-1': 'block',
    });
  });
});
