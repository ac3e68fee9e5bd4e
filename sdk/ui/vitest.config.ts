import { defineConfig } from 'vitest/config';

// No test is about time; a busy machine is slow.
export default defineConfig({ test: { environment: 'node', include: ['src/**/*.test.ts'], testTimeout: 90_000 } });
