import { screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { renderPage } from '../test/render';
import { SideSheet } from './SideSheet';

describe('SideSheet', () => {
  it('lets keys scroll what holds nothing to press', () => {
    renderPage(
      <SideSheet title="Facture 7" foot={<button type="button">Publier</button>} onClose={vi.fn()}>
        <p>Une longue ligne</p>
      </SideSheet>,
    );
    const scrolled = screen.getByRole('region', { name: 'Facture 7' });
    expect(scrolled).toHaveStyle({ overflow: 'auto' });
    expect(scrolled).toHaveAttribute('tabindex', '0');
    expect(within(scrolled).getByText('Une longue ligne')).toBeInTheDocument();
    expect(within(scrolled).queryByRole('button')).toBeNull();
    expect(screen.getByRole('button', { name: 'Publier' })).toBeInTheDocument();
  });

  it('leaves scrolling to what fills it', () => {
    renderPage(
      <SideSheet title="Nouveau site" filled onClose={vi.fn()}>
        <form aria-label="Site" />
      </SideSheet>,
    );
    expect(screen.queryByRole('region')).toBeNull();
    expect(screen.getByRole('form', { name: 'Site' }).parentElement).toHaveAttribute('role', 'dialog');
  });
});
