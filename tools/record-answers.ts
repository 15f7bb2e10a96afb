// Records what the real server returns to the screens: npm run record-answers -- [screen files]. Without files, it runs
// all screens and drops answers that no screen requests; with files, it only adds. Review the diff like code.
import { spawnSync } from 'node:child_process'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { answersPath, keepRequests, recordedRequests } from '../screens/stub/recorded.ts'

const files = process.argv.slice(2)
const root = import.meta.portalRoot

function vitest(args: string[], env = {}): void {
  const command = ['node_modules/vitest/vitest.mjs', 'run', ...args]
  const { status } = spawnSync(process.execPath, command, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  if (status !== 0) process.exit(1)
}

vitest(['--config', 'screens/vitest.config.ts', ...files], { RECORD: '1' })
keepRequests({ onlyUsed: files.length === 0 })
vitest(['apps/server/test/answers/recorded-answers.test.ts', '-u'])
// Deletes the answers of persons without screens.
const kept = new Set([...recordedRequests().keys()].map((person) => answersPath(person)))
const folder = join(root, 'screens/answers')
for (const name of readdirSync(folder).filter((one) => one.endsWith('.json')))
  if (!kept.has(join(folder, name))) rmSync(join(folder, name))
