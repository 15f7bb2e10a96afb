import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { FileOrder } from './tools/file-order.ts'

const root = fileURLToPath(new URL('.', import.meta.url))

export default defineConfig({
  resolve: {
    alias: {
      '@portal/domain': `${root}packages/domain/src`,
      '@portal/card-sandbox': `${root}packages/card-sandbox/src`,
    },
  },
  define: { 'import.meta.portalRoot': JSON.stringify(root) },
  test: {
    include: ['{packages,apps,tools,bench}/**/*.test.ts', '{packages,apps,tools}/**/*.test.tsx'],
    globalSetup: ['apps/server/test/database/start-database.ts'],
    setupFiles: ['tools/random-tests.ts'],
    pool: 'forks',
    maxWorkers: 2,
    // The traces of a test are in its database, not in a module: loading everything again for each file cost a third
    // of the time.
    isolate: false,
    testTimeout: 180_000 * Number(process.env.TEST_EFFORT ?? 1),
    hookTimeout: 120_000,
    sequence: { sequencer: FileOrder },
  },
})
