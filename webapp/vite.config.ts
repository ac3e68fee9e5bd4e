import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { compressed } from '../sdk/ui/build/compressed';

/** `npm run dev` speaks to a server started by `make run`. */
const server = process.env.PMO_URL ?? 'http://127.0.0.1:8080';

export default defineConfig({
  base: '/pmo/',
  plugins: [react(), compressed()],
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
        codeSplitting: {
          groups: [{ name: 'react', test: /node_modules\/(react|react-dom|scheduler|react-router)\// }],
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
  },
});
