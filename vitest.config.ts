import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const source = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  // The examples of docs/examples, as the package's users write them, on its sources.
  resolve: {
    alias: [
      { find: /^kepsim$/, replacement: source('./cluster/index.ts') },
      { find: /^kepsim\/vitest$/, replacement: source('./cluster/vitest.ts') },
      { find: /^kepsim\/scenario$/, replacement: source('./replay/skew/define-scenario.ts') },
    ],
  },
  test: {
    include: ['**/*.test.ts'],
    exclude: ['node_modules/**', 'dist/**'],
    pool: 'threads',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // CommonJS packages are imported as Node itself does.
    deps: { interopDefault: false },
  },
})
