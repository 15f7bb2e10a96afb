import { defineConfig } from 'vitest/config'

/** The package's own tests, without the portal's database. */
export default defineConfig({ test: { include: ['src/**/*.test.ts'] } })
