import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { anyLanguage } from '../sdk/ui/build/anyLanguage.ts';
import { chunks } from '../sdk/ui/build/chunks.ts';
import { compressed } from '../sdk/ui/build/compressed.ts';
import { madeTheme } from '../sdk/ui/build/madeTheme.ts';
import { outlinedOnly } from '../sdk/ui/build/outlinedOnly.ts';
import { routeFiles } from '../sdk/ui/build/routeFiles.ts';
import { homePath } from './src/app/navigation';
import { pageAreas, pagePaths } from './src/app/pages';

/** `npm run dev` speaks to a server started by `make run`. */
const server = process.env.PMO_URL ?? 'http://127.0.0.1:8080';

const source = (path: string) => fileURLToPath(new URL(`./src/${path}`, import.meta.url));

/** What node-polyglot brings for browsers of long ago, in place of it what those of today have. */
const plain = (name: string) => fileURLToPath(new URL(`../sdk/ui/build/plain/${name}.cjs`, import.meta.url));

/**
 * The files that run nearly whole before anything is drawn. Told so, a browser compiles them aside while they arrive,
 * and not function by function on the thread that draws (Chromium 136 on; others skip a comment).
 */
const runWhole = new Set(['index', 'react', 'frame', 'begin']);

export default defineConfig({
  base: '/pmo/',
  resolve: { alias: { 'object.entries': plain('entries'), hasown: plain('hasOwn'), warning: plain('warning') } },
  plugins: [
    react(),
    anyLanguage(),
    outlinedOnly(),
    madeTheme(),
    routeFiles({
      // Home shows whoever has several operations their list: `listOfHome` of the server.
      pages: [...pagePaths, [`${homePath}?several`, 'OperationsPage']],
      areas: pageAreas,
      around: ['/src/app/frame.ts'],
      words: ['/i18n/first/*.ts', '/i18n/signedIn/*.ts'],
      languages: ['fr', 'nl'],
      font: 'inter-latin-wght-normal',
    }),
    compressed(),
  ],
  server: { proxy: { '/api': server } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // The server's policy allows no data: fonts or scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        postBanner: ({ name }) => (runWhole.has(name) ? '//# allFunctionsCalledOnLoad' : ''),
        codeSplitting: {
          groups: chunks({
            frame: source('app/frame.ts'),
            beforeFrame: ['Login', 'ForgottenPassword', 'Logout'].map((name) =>
              source(`features/session/${name}Page.tsx`),
            ),
            texts: {
              billing: ['billRuns', 'invoice', 'invoices', 'plans', 'subscriptions'],
              curves: ['curveFiles', 'curveImport', 'curveUpload'],
              energy: ['allocation', 'dashboard', 'distribution', 'glossary'],
              home: ['month', 'operations', 'setup', 'steps'],
              people: ['mail', 'pages', 'participants', 'rights', 'team'],
              own: ['myEnergy', 'myInvoices'],
            },
          }),
        },
      },
    },
  },
  test: {
    environment: 'jsdom',
    setupFiles: ['./src/test/setup.ts'],
    include: ['src/**/*.test.{ts,tsx}'],
    // Whole pages in jsdom are slow on a busy machine; no test is about time.
    testTimeout: 90_000,
    // One processor is not left for the program that only counts.
    maxWorkers: '100%',
  },
});
