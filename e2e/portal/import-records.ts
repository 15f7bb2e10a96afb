import { spawnSync } from 'node:child_process'
import { journeyRecords } from '../records/journey-records.ts'
import type { RunningPortal } from './start-portal.ts'

/** Imports records with the portal's import command: by default the journeys' own companies. */
export function importRecords({ dataDir }: RunningPortal, records?: readonly object[]): void {
  const today = new Date().toISOString().slice(0, 10)
  const lines = [...(records ?? journeyRecords(today))].map((record) => JSON.stringify(record))
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['apps/server/dist/portal.js', 'import', '-'],
    {
      cwd: import.meta.portalRoot,
      env: { ...process.env, PORTAL_DATA_DIR: dataDir, INIT_CWD: dataDir },
      input: lines.join('\n'),
      encoding: 'utf8',
    },
  )
  if (status !== 0) throw new Error(`The journeys' records were refused.\n${stdout}${stderr}`)
}
