import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderPage, someSession } from '../../test/render';
import { WarningList } from './WarningList';

const warnings = Array.from({ length: 200 }, (_, n) => ({ key: 'curve.gap', params: { value: String(n), count: n } }));
const show = (count: number | undefined) =>
  renderPage(<WarningList warnings={warnings} count={count} />, { session: someSession({}) });

describe('WarningList', () => {
  it('says how many there are when the server lists the first ones only', async () => {
    show(312);
    expect(await screen.findByText('312 remarques')).toBeInTheDocument();
    expect(screen.getByText('Les 200 premières sur 312 sont affichées.')).toBeInTheDocument();
    expect(screen.getAllByRole('listitem')).toHaveLength(5);
    fireEvent.click(screen.getByRole('button', { name: '195 autres' }));
    expect(screen.getAllByRole('listitem')).toHaveLength(200);
  });

  it('is one message for sites of which the same is said', async () => {
    const same = ['1', '2', '3'].map((value) => ({ key: 'curve.gap', params: { value, count: 2 } }));
    renderPage(<WarningList warnings={same} count={3} />, { session: someSession({}) });
    expect(await screen.findByText(/De même pour 2 autres sites\s: 2 et 3\./)).toBeInTheDocument();
    expect(screen.getAllByRole('listitem')).toHaveLength(1);
  });

  it('says nothing of the kind when all are listed', async () => {
    show(200);
    expect(await screen.findByText('200 remarques')).toBeInTheDocument();
    expect(screen.queryByText(/premières sur/)).toBeNull();
  });
});
