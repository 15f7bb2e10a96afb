import { expect, test } from 'vitest'
import { portal } from '../../test/integration/command-line.ts'
import { outboxDatabase } from '../../test/integration/event-receiver.ts'

test('keys are created, listed without their secret, and revoked', async () => {
  const { urls } = await outboxDatabase()
  const run = (...args: string[]) =>
    portal(['api-key', ...args], { SYSTEM_DATABASE_URL: urls.systemUrl })
  const named = ['--name', 'ERP\u001b', '--scope', 'events:read']
  const made = await run('create', ...named, '--expires', '2040-01-01')
  expect(made.code).toBe(0)
  expect(made.out).toMatch(/^portal_\w{8}_[\w-]{43}\n$/)
  const prefix = made.out.slice(0, 15)
  const list = await run('list')
  expect(list.out).toMatch(`${prefix}  ERP\\u001b  events:read`)
  expect(list.out).toMatch(/2040-01-01 +never +– +valid\n$/)
  expect(list.out).not.toContain(made.out.trim())
  expect(await run('revoke', prefix)).toMatchObject({ code: 0 })
  expect(await run('revoke', prefix)).toMatchObject({ code: 1 })
  expect((await run('list')).out).toMatch(/revoked\n$/)
  for (const wrong of [
    ['create', '--name', 'x'],
    ['create', '--scope', 'events:read'],
    ['create', '--name', 'x', '--scope', 'all'],
    ['create', '--name', 'x', '--scope', 'events:read', '--expires', 'soon'],
    ['revoke'],
    [],
  ])
    expect((await run(...wrong)).code, wrong.join(' ')).toBe(2)
})
