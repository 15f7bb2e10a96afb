import { beforeAll, describe, expect, test } from 'vitest'
import { isApiAccess } from '@portal/domain/kernel/api-scopes'
import { withNewKey } from '../../test/integration/api-keys.ts'
import { addresses, policy } from '../../test/access/policy.ts'
import type { Browser } from '../../test/portal/portal.ts'
import { testPortal } from '../../test/portal/test-portal.ts'
import { listApiKeys, revokeApiKey } from '../integration/manage-api-keys.ts'

const portal = testPortal({ API_CALLS_PER_MINUTE: '20' })
let superAdmin: Browser

beforeAll(async () => {
  await portal.given.company('A1')
  await portal.given.user('super@a.example', 'A1', [], [], 'SuperAdmin')
  superAdmin = await portal.signIn('super@a.example')
})

const routes = policy.flatMap(({ access, ...one }) =>
  isApiAccess(access) ? [{ ...one, access }] : [],
)

describe.each(routes)('$method $route', (one) => {
  const [address = ''] = addresses(one)
  const method = one.method as 'GET'

  test('refuses strangers, all users, and wrong, revoked and expired keys', async () => {
    const valid = await withNewKey(portal, 'records:invoices', 'events:read')
    const expired = await withNewKey(portal, 'records:invoices', 'events:read')
    const revoked = await withNewKey(portal, 'records:invoices', 'events:read')
    const expire = `update api_key set expires_at = now() where prefix = $1`
    await portal.system.query(expire, [expired.prefix])
    expect(await revokeApiKey(portal.system, revoked.prefix)).toBe(true)
    const last = valid.key.at(-1) === 'A' ? 'E' : 'A'
    const wrong = [
      '',
      'Bearer',
      'Bearer x',
      `Basic ${valid.key}`,
      `Bearer ${valid.key.slice(0, -1)}`,
      `Bearer ${valid.key.slice(0, -1)}${last}`,
      expired.headers.authorization,
      revoked.headers.authorization,
    ]
    const statuses = [
      (await portal.stranger.send(method, address)).statusCode,
      (await superAdmin.send(method, address)).statusCode,
    ]
    for (const authorization of wrong) {
      const answer = await portal.app.inject({ method, url: address, headers: { authorization } })
      expect(answer.headers['www-authenticate']).toBe('Bearer')
      statuses.push(answer.statusCode)
    }
    expect(statuses).toEqual(Array<number>(10).fill(401))
  })

  test('requires its scope, and sets no cookie', async () => {
    const scope = one.access === 'events:read' ? 'events:read' : 'records:invoices'
    const other = scope === 'events:read' ? 'records:invoices' : 'events:read'
    const refused = await (await withNewKey(portal, other)).call(method, address)
    expect(refused.statusCode).toBe(403)
    expect(refused.json()).toEqual({ message: `This key may not use ${one.access}.` })
    const answer = await (await withNewKey(portal, scope)).call(method, address)
    expect(answer.statusCode).toBe(one.allowed)
    expect(answer.headers['set-cookie']).toBeUndefined()
  })
})

test('a key is valid only for the calls of its scope', async () => {
  const { call } = await withNewKey(portal, 'records:invoices', 'events:read')
  const others = policy.filter(
    ({ access, method }) => access !== 'public' && !isApiAccess(access) && method === 'GET',
  )
  for (const one of others)
    expect((await call('GET', addresses(one)[0]!)).statusCode, one.route).toBe(401)
})

test('each use is stored and counted; too many calls must wait', async () => {
  const { call, prefix } = await withNewKey(portal, 'events:read')
  const statuses = []
  for (let nth = 0; nth < 21; nth += 1)
    statuses.push((await call('GET', '/api/integration/events')).statusCode)
  // A minute may end between the calls.
  expect(statuses.slice(0, 20)).toEqual(Array<number>(20).fill(200))
  expect([200, 429]).toContain(statuses[20])
  const key = (await listApiKeys(portal.system)).find((one) => one.prefix === prefix)
  expect(key).toMatchObject({ lastUsedFrom: '127.0.0.1', lastUsedAt: expect.any(Date) as unknown })
})

test('the database has only a digest of the key', async () => {
  const { key } = await withNewKey(portal, 'events:read')
  const { rows } = await portal.system.query(`select api_key::text as text from api_key`)
  expect(JSON.stringify(rows)).not.toContain(key.slice(-43))
  await expect(portal.deps.db.query('select from api_key')).rejects.toThrow(/permission denied/)
})
