import { render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { AfterFirst } from './AfterFirst';

describe('AfterFirst', () => {
  it('keeps room at first, and draws what is in it right after', () => {
    const drawn: string[] = [];
    const Part = ({ name }: { name: string }) => {
      drawn.push(name);
      return <p>{name}</p>;
    };
    const page = (
      <>
        <AfterFirst height={300}>
          <Part name="courbe" />
        </AfterFirst>
        <Part name="texte" />
      </>
    );
    // What is written once and never again is the first step alone.
    expect(renderToString(page)).not.toContain('courbe');
    drawn.length = 0;
    render(page);
    expect(drawn).toEqual(['texte', 'courbe']);
    expect(screen.getByText('courbe')).toBeInTheDocument();
  });
});
