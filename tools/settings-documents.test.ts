import { parseEnv } from 'node:util'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '../apps/server/src/config.ts'
import { listSettings } from '../apps/server/src/settings/setting.ts'
import { sections } from '../apps/server/src/settings/settings.ts'
import { problemsOf } from '../apps/server/test/portal/settings.ts'
import { exampleSettings } from './example-settings.ts'

const all = listSettings(sections)
const text = (file: string) => readFileSync(join(import.meta.portalRoot, file), 'utf8')

test('.env.example names every setting, and gives no secret a value', () => {
  const lines = text('.env.example').split('\n')
  for (const { name, secret } of all) {
    const own = lines.filter((line) => line.replace(/^# /, '').startsWith(`${name}=`))
    expect(own).toEqual([expect.stringMatching(secret ? /=$/ : /=/)])
  }
})

test('a portal starts with .env.example after the empty lines are filled in, and lists them otherwise', () => {
  const given = parseEnv(text('.env.example')) as Record<string, string>
  const empty = Object.keys(given).filter((name) => given[name] === '')
  const examples = Object.entries(exampleSettings('production'))
  const filledIn = Object.fromEntries(examples.filter(([name]) => empty.includes(name)))
  expect(readConfig({ ...given, ...filledIn })).toMatchObject({ production: true, port: 3000 })
  const others = ['SYSTEM_DATABASE_URL', 'MIGRATION_DATABASE_URL']
  const roles = ['ADMIN', 'OWNER', 'APP', 'SYSTEM', 'BACKUP']
  const compose = roles.map((role) => `DATABASE_${role}_PASSWORD`)
  const missing = problemsOf(given).map((problem) => problem.split(' is missing: ')[0])
  expect([...missing, ...others, ...compose].sort()).toEqual(empty.sort())
})
