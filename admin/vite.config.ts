import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { compressed } from '../sdk/ui/build/compressed.ts';

/** `npm run dev` speaks to a server started by `make run`. */
const server = process.env.PMO_URL ?? 'http://127.0.0.1:8080';

export default defineConfig({
  base: '/admin/',
  plugins: [react(), compressed()],
  server: { proxy: { '/api': server } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // The server's policy allows no data: fonts or scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // One application behind a login: react-admin is needed whole on the first page.
    chunkSizeWarningLimit: 1500,
  },
  test: {
    environment: 'jsdom',
    setupFiles: ['./src/test/setup.ts'],
    include: ['src/**/*.test.{ts,tsx}'],
    // No test is about time; a busy machine is slow.
    testTimeout: 90_000,
  },
});
