import { ApiError } from '@openpmo/sdk';
import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { accessibilityProblems, renderPage, someSession } from '../test/render';
import { Can } from './Can';
import { ChartCard } from './ChartCard';
import { ConfirmDialog } from './ConfirmDialog';
import { FileDrop } from './FileDrop';
import { HorizontalBars } from './HorizontalBars';
import { KpiTile } from './KpiTile';
import { PeriodBar } from './PeriodBar';
import { TaskProgress } from './TaskProgress';

const bounds = { from: '2025-09-01', to: '2026-10-31' };

describe('PeriodBar', () => {
  it('steps by the span and stops at the edge of the data', () => {
    const onChange = vi.fn();
    renderPage(<PeriodBar period={{ from: '2026-10-01', to: '2026-10-31' }} bounds={bounds} onChange={onChange} />);
    expect(screen.getByRole('button', { name: 'Période suivante' })).toBeDisabled();
    expect(screen.getByRole('button', { name: '1 mois, Dernier mois' })).toHaveAttribute('aria-pressed', 'true');
    fireEvent.click(screen.getByRole('button', { name: 'Période précédente' }));
    expect(onChange).toHaveBeenCalledWith({ from: '2026-09-01', to: '2026-09-30' });
    fireEvent.click(screen.getByRole('button', { name: '12 mois, 12 derniers mois' }));
    expect(onChange).toHaveBeenLastCalledWith({ from: '2025-11-01', to: '2026-10-31' });
  });

  it('opens two calendars and applies what is chosen', async () => {
    const onChange = vi.fn();
    renderPage(<PeriodBar period={{ from: '2026-09-01', to: '2026-10-31' }} bounds={bounds} onChange={onChange} />);
    fireEvent.click(screen.getByRole('button', { name: /choisir la période/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Période' });
    expect(await accessibilityProblems(dialog)).toEqual([]);
    const [first] = screen.getAllByRole('gridcell', { name: '15' });
    if (!first) throw new Error('no day');
    fireEvent.click(first);
    fireEvent.click(screen.getByRole('button', { name: 'Appliquer' }));
    expect(onChange).toHaveBeenCalledWith({ from: '2026-09-15', to: '2026-10-31' });
  }, 90_000);
});

describe('ChartCard', () => {
  const ready = { isPending: false, isError: false, error: null };
  const parts = { title: 'Courbe', graph: <p>graphique dessiné</p>, table: <p>tableau écrit</p> };
  it('has a table twin', () => {
    renderPage(<ChartCard {...parts} state={ready} />);
    expect(screen.getByText('graphique dessiné')).toBeInTheDocument();
    fireEvent.click(screen.getByRole('button', { name: 'Tableau' }));
    expect(screen.getByText('tableau écrit')).toBeInTheDocument();
    expect(screen.queryByText('graphique dessiné')).toBeNull();
  });
  it('shows what failed with its code', () => {
    const problem = { type: 'x', title: 't', status: 503, key: 'unavailable', requestId: 'r-7' };
    renderPage(<ChartCard {...parts} state={{ ...ready, isError: true, error: new ApiError(503, problem) }} />);
    expect(screen.getByText('Code : unavailable · r-7')).toBeInTheDocument();
    expect(screen.queryByText('graphique dessiné')).toBeNull();
  });
  it('shows emptiness and waiting instead of a chart', () => {
    const { unmount } = renderPage(<ChartCard {...parts} state={ready} empty={<p>rien</p>} />);
    expect(screen.getByText('rien')).toBeInTheDocument();
    unmount();
    renderPage(<ChartCard {...parts} state={{ ...ready, isPending: true }} />);
    expect(screen.getByRole('status', { hidden: true })).toHaveTextContent('Chargement…');
  });
});

describe('ConfirmDialog', () => {
  const dialog = { open: true, title: 'Supprimer ?', confirmLabel: 'Supprimer', onClose: () => {} };
  it('asks for the word before what cannot be undone', () => {
    const onConfirm = vi.fn();
    renderPage(
      <ConfirmDialog {...dialog} typed="12" onConfirm={onConfirm}>
        12 brouillons
      </ConfirmDialog>,
    );
    fireEvent.click(screen.getByRole('button', { name: 'Supprimer' }));
    expect(onConfirm).not.toHaveBeenCalled();
    fireEvent.change(screen.getByRole('textbox'), { target: { value: '12' } });
    fireEvent.click(screen.getByRole('button', { name: 'Supprimer' }));
    expect(onConfirm).toHaveBeenCalledOnce();
  });
});

describe('FileDrop', () => {
  const file = (name: string) => new File(['x'], name);
  it('takes good files and names what it refuses', () => {
    const onChange = vi.fn();
    renderPage(<FileDrop label="Courbes" files={[]} onChange={onChange} accept=".csv,.zip" maxFiles={2} />);
    const input = screen.getByLabelText(/Courbes/);
    fireEvent.change(input, { target: { files: [file('a.pdf')] } });
    expect(screen.getByRole('alert')).toHaveTextContent('Formats acceptés : .csv, .zip');
    fireEvent.change(input, { target: { files: [file('a.csv'), file('b.csv'), file('c.csv')] } });
    expect(screen.getByRole('alert')).toHaveTextContent('Au plus 2 fichiers à la fois');
    expect(onChange).not.toHaveBeenCalled();
    fireEvent.change(input, { target: { files: [file('A.CSV')] } });
    expect(onChange.mock.lastCall?.[0].map((one: File) => one.name)).toEqual(['A.CSV']);
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('Can', () => {
  it('shows only to those who hold the permission', () => {
    renderPage(
      <>
        <Can permission="plan:create">créer</Can>
        <Can permission={['plan:update', 'plan:read']}>lire</Can>
      </>,
      { session: someSession({ policy: ['plan:read'] }) },
    );
    expect(screen.queryByText('créer')).toBeNull();
    expect(screen.getByText('lire')).toBeInTheDocument();
  });
});

describe('figures', () => {
  it('are read without colour', async () => {
    const { container } = renderPage(
      <main>
        <KpiTile label="Surplus" nature="Surplus" value={{ value: '54,4', unit: 'MWh' }} trend={-0.052} />
        <KpiTile label="Taux" />
        <HorizontalBars
          label="Répartition"
          bars={[
            { id: '1', name: 'École', segments: [{ nature: 'Autoconso', value: 3 }], text: '3 MWh', note: '60 %' },
          ]}
        />
        <TaskProgress label="Campagne" status="SUCCESS" progress={{ pending: 0, success: 2, failure: 1, total: 3 }} />
      </main>,
    );
    expect(await accessibilityProblems(container)).toEqual([]);
    expect(screen.getByText(/en baisse de 5,2/)).toBeInTheDocument();
    expect(screen.getByText(/Terminé avec des échecs · 3 sur 3/)).toBeInTheDocument();
    expect(screen.getByText('2 réussies · 1 en échec')).toBeInTheDocument();
  });
});
