import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { FileOrder } from '../tools/file-order.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const records = process.env['RECORD'] ? ['apps/server/test/database/start-database.ts'] : []

export default defineConfig({
  root,
  resolve: {
    alias: {
      '@portal/domain': `${root}packages/domain/src`,
      '@portal/card-sandbox': `${root}packages/card-sandbox/src`,
    },
  },
  define: { 'import.meta.portalRoot': JSON.stringify(root) },
  test: {
    include: ['screens/**/*.screen.ts'],
    globalSetup: ['screens/build.setup.ts', ...records],
    setupFiles: ['screens/clock.ts'],
    pool: 'forks',
    // The recorded world is in one process.
    maxWorkers: records.length ? 1 : Number(process.env['SCREEN_WORKERS'] ?? 4),
    // A process has one browser and one stub for all its files.
    isolate: false,
    testTimeout: 60_000,
    sequence: { sequencer: FileOrder },
    expect: { poll: { timeout: 10_000, interval: 20 } },
  },
})
