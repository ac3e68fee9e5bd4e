import { fr } from '@openpmo/ui/i18n/fr';
import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { terms } from '../../design/glossary';
import { TermInfo } from '../../design/TermInfo';
import { accessibilityProblems, renderPage } from '../../test/render';
import { GlossaryPage } from './GlossaryPage';

describe('the glossary', () => {
  it('explains each of its words, and every word of the catalogue is one of them', () => {
    const known = Object.keys(fr.glossary).flatMap((key) => (key.startsWith('term.') ? [key.slice(5)] : []));
    expect([...terms].sort()).toEqual(known.sort());
    for (const term of terms) expect(fr.glossary).toHaveProperty([`means.${term}`]);
  });

  it('is searched by parts of words and of meanings', async () => {
    const { container } = renderPage(<GlossaryPage />, { path: '/pmo/glossary#step' });
    expect(screen.getAllByRole('term')).toHaveLength(terms.length);
    fireEvent.change(screen.getByRole('searchbox', { name: 'Chercher un mot' }), {
      target: { value: 'gestionnaire enedis' },
    });
    expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
      'GRD (gestionnaire de réseau de distribution)',
    ]);
    expect(await accessibilityProblems(container)).toEqual([]);
    fireEvent.change(screen.getByRole('searchbox', { name: 'Chercher un mot' }), { target: { value: 'xyz' } });
    expect(screen.getByText('Aucun mot ne correspond')).toBeVisible();
  });
});

describe('the mark behind a word', () => {
  it('opens what the word means by a press, and leads to the glossary', () => {
    renderPage(<TermInfo of="step" />);
    const button = screen.getByRole('button', { name: /^Définition\s: Pas$/ });
    expect(screen.queryByRole('dialog')).toBeNull();
    fireEvent.click(button);
    expect(screen.getByRole('dialog', { name: 'Pas' })).toHaveTextContent(/quart d’heure/);
    expect(screen.getByRole('link', { name: 'Tout le glossaire' })).toHaveAttribute('href', '/pmo/glossary#step');
  });
});
