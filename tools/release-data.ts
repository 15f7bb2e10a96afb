// Writes the database of a used portal of this version, and upgrades it to this version: npm run release-data. Each
// release commits the file, and all later versions are tested with it (decision 0079).
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { units } from './lanes.ts'
import { runVitest } from './run-vitest.ts'

const root = import.meta.portalRoot
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  version: string
}
const folder = 'apps/server/test/releases'
const file = `${folder}/${version}.sql`
const run = async (test: string, env: Record<string, string> = {}) => {
  const { passed, failed } = await runVitest([...units, `${folder}/${test}`], env)
  return passed > 0 && failed === 0
}
const isWritten = await run('used-portal.long.test.ts', { RELEASE_DATA: join(root, file) })
if (isWritten && (await run('upgrade.test.ts'))) console.log(`${file} is written.`)
else process.exitCode = 1
