import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('..', import.meta.url))

export default defineConfig({
  root,
  resolve: { alias: { '@portal/domain': `${root}packages/domain/src` } },
  define: { 'import.meta.portalRoot': JSON.stringify(root) },
  test: {
    include: ['e2e/**/*.test.ts'],
    globalSetup: ['e2e/portal/portal.setup.ts'],
    pool: 'forks',
    // One portal and one browser for all files, one after the other: they share companies and money.
    maxWorkers: 1,
    isolate: false,
    testTimeout: 60_000,
    // A machine busy with other work may miss a wait; what is really broken fails twice.
    retry: 1,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000, interval: 50 } },
  },
})
