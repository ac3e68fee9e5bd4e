import { brand, type ThemeTokens } from '@openpmo/ui/theme/tokens';
import { render } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { BrandContext, useBrand } from './brand';

/** The application as it is dressed: how often it is drawn, and in which colours. */
function dressedIn(theme: ThemeTokens | undefined) {
  const drawn: ThemeTokens[] = [];
  function Dressed() {
    useBrand(theme);
    return null;
  }
  const page = <Dressed />;
  function Around() {
    const [tokens, setTokens] = useState<ThemeTokens>(brand);
    drawn.push(tokens);
    return <BrandContext value={setTokens}>{page}</BrandContext>;
  }
  render(<Around />);
  return drawn;
}

describe('useBrand', () => {
  it('draws nothing anew for an operation that has our own colours', () => {
    expect(dressedIn(undefined)).toEqual([brand]);
    expect(dressedIn({ ...brand })).toEqual([brand]);
  });

  it('dresses the application in the colours of an operation', () => {
    const theme = { ...brand, primary: '#123456' };
    expect(dressedIn(theme).at(-1)).toEqual(theme);
  });
});
