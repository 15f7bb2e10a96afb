import { expect, test } from 'vitest'
import { testPortal } from '../../../test/portal/test-portal.ts'
import { examineSecrets } from '../../commands/examine-operations.ts'
import { sharedSecrets } from '../../settings/settings.ts'
import { repeat } from './repeat.ts'
import { countDifferingSecrets, differingSecrets, reportSecrets } from './shared-secrets.ts'

const portal = testPortal()

test.each<[string, Record<string, string>, string[]]>([
  ['the same', { a: '1', b: '1', c: '1' }, []],
  ['one of three', { a: '1', b: '2', c: '1' }, ['KEY of b is not that of a, c']],
  ['one of two', { a: '1', b: '2' }, ['KEY differs: a against b']],
  ['two by two', { a: '1', b: '2', c: '2', d: '1' }, ['KEY differs: a, d against b, c']],
])('names the processes with another secret: %s', (_, held, said) => {
  const without = { name: 'a command without it', digests: {} }
  const reported = Object.entries(held).map(([name, KEY]) => ({ name, digests: { KEY } }))
  expect(differingSecrets([...reported, without])).toEqual(said)
})

test('a process with a different secret is named, without its secret, until the process ends', async () => {
  const { deps, system, env } = portal
  const { signal } = new AbortController()
  const report = async (others: object) => {
    const reports = reportSecrets(deps.db, 'web server', sharedSecrets({ ...env, ...others }))
    await reports.run(signal)
    return reports
  }
  await report({})
  await report({ DATABASE_URL: 'postgresql://of-another-role' })
  const found = () => countDifferingSecrets(system)
  expect(await found()).toBe(0)
  const different = await report({ SESSION_SECRET: 'another-secret-of-32-characters!' })
  expect(await found()).toBe(1)
  const { rows } = await system.query<{ all: string }>(
    'select string_agg(process_secrets::text, $1) as all from process_secrets',
    [''],
  )
  expect(rows[0]!.all).not.toContain('another-secret')
  await expect(examineSecrets(system)).rejects.toThrow(
    /^SESSION_SECRET of web server on \S+ \(process \d+\)/,
  )
  // A process that stops is removed immediately; a killed process after three minutes.
  await repeat([different], deps.log, AbortSignal.abort())
  expect(await found()).toBe(0)
  await different.run(signal)
  expect(await found()).toBe(1)
  await system.query(`update process_secrets set seen_at = now() - interval '4 minutes'`)
  expect(await found()).toBe(0)
})
