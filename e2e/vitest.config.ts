import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { FileOrder } from '../tools/file-order.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

export default defineConfig({
  root,
  resolve: { alias: { '@portal/domain': `${root}packages/domain/src` } },
  define: { 'import.meta.portalRoot': JSON.stringify(root) },
  test: {
    include: ['e2e/**/*.test.ts'],
    globalSetup: ['e2e/portal/portal.setup.ts'],
    pool: 'forks',
    // Each worker has its own portal and browser, for all its files one after the other: they share companies and
    // money.
    maxWorkers: Number(process.env.JOURNEY_WORKERS ?? 1),
    isolate: false,
    // Node 20 has WebSocket only behind this flag; newer versions accept it.
    execArgv: ['--experimental-websocket'],
    testTimeout: 180_000 * Number(process.env.TEST_EFFORT ?? 1),
    sequence: { sequencer: FileOrder },
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000, interval: 50 } },
  },
})
