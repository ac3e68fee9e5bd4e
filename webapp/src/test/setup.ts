import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

afterEach(cleanup);

// Whole pages on a busy machine take their time: what is waited for may come late, but it must come.
configure({ asyncUtilTimeout: 60_000 });

// What jsdom lacks and components ask for.
globalThis.matchMedia ??= (query: string) =>
  ({
    matches: false,
    media: query,
    addEventListener() {},
    removeEventListener() {},
    addListener() {},
    removeListener() {},
    dispatchEvent: () => false,
    onchange: null,
  }) as MediaQueryList;
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

// A page that is tested is open already: rows come with their table, as on every page but the one of a first visit.
const entriesOf = performance.getEntriesByType.bind(performance);
performance.getEntriesByType = (type) => (type === 'paint' ? [{} as PerformanceEntry] : entriesOf(type));
