import Fastify from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'
import { isApiAccess } from '@portal/domain/kernel/api-scopes'
import { mayUse, permissions, type Holder } from '@portal/domain/kernel/permissions'
import { enforceAccess } from '../../src/session/access.ts'
import { addresses, fromOtherSystems, policy, withCompany, type RoutePolicy } from './policy.ts'
import type { Browser } from '../portal/portal.ts'
import { testPortal } from '../portal/test-portal.ts'

const portal = testPortal()
const people: { name: string; holder: Holder; browser: Browser }[] = []

beforeAll(async () => {
  const { given } = portal
  await given.company('A1')
  await given.company('B1')
  const invoice = await given.invoice('A1', 'A-1', { currency: 'EUR' })
  await given.line('A1', invoice, 0, 'A line')
  await given.equipment('A1', 'ER-1', { status: 'Closed' })
  for (const permission of permissions) {
    const held =
      permission === 'PayInvoices' ? ([permission, 'AccessInvoices'] as const) : [permission]
    const browser = await portal.person(`${permission}@a.example`, 'A1', [...held], ['Licenses'])
    people.push({ name: permission, holder: { role: 'User', permissions: held }, browser })
  }
  for (const role of ['User', 'SuperAdmin'] as const) {
    const name = role === 'User' ? 'nothing' : 'super admin'
    const browser = await portal.person(`${role}@a.example`, 'A1', [], [], role)
    people.push({ name, holder: { role, permissions: [] }, browser })
  }
})

const call = async (who: Browser, { method, body }: RoutePolicy, address: string) =>
  (await who.send(method, address, body ? { payload: body } : {})).statusCode

test('the policy names all routes of the server, and no others', () => {
  const registered = portal.app
    .printRoutes({ commonPrefix: false, includeHooks: false })
    .split('\n')
    .flatMap(routeOf)
    // HEAD is GET: the same hooks and declaration.
    .filter((route) => !route.startsWith('HEAD '))
  const expected = policy.flatMap((one) =>
    addresses({ ...one, example: one.route }).map((address) => `${one.method} ${address}`),
  )
  expect(registered.sort()).toEqual(expected.sort())
})

const stack: string[] = []

/** Reads one line of the router's tree; its depth follows from its indentation. */
function routeOf(line: string): string[] {
  const match = /^([│ ]*)[├└]── (\S*)(?: \(([^)]+)\))?$/.exec(line)
  if (!match) return []
  const depth = (match[1] ?? '').length / 4
  stack.length = depth
  stack.push(match[2] ?? '')
  return (match[3]?.split(', ') ?? []).map((method) => `${method} ${stack.join('')}`)
}

test('a server with a route without declared access does not start', () => {
  const app = Fastify()
  enforceAccess(app, portal.deps)
  expect(() => app.get('/nobody', () => 'x')).toThrow('GET /nobody does not declare its access')
})

const ofPeople = policy.flatMap(({ access, ...one }) =>
  isApiAccess(access) ? [] : [{ ...one, access }],
)

const guarded = ofPeople.filter((one) => one.access !== 'public')

describe.each(guarded)('$method $route', (one) => {
  test('refuses a stranger', async () => {
    const statuses = addresses(one).map((address) => call(portal.stranger, one, address))
    expect(new Set(await Promise.all(statuses))).toEqual(new Set([401]))
  })

  test('responds according to the policy, to every user and for every company', async () => {
    const wrong = people.flatMap(({ name, holder, browser }) =>
      expectedStatuses(one, holder).flatMap(([kind, build, statuses]) =>
        addresses(one).map(async (address) => {
          const status = await call(browser, one, build(address))
          return statuses.includes(status)
            ? []
            : `${name}, ${kind}: ${status}, not ${statuses.join()}`
        }),
      ),
    )
    expect((await Promise.all(wrong)).flat()).toEqual([])
  })
})

/**
 * The statuses without a company, with the own company, another one and an unknown one. A user without the permission is
 * refused in any case, so for that user only the first is meaningful.
 */
function expectedStatuses(
  one: (typeof guarded)[number],
  holder: Holder,
): [string, (address: string) => string, number[]][] {
  if (!mayUse(holder, one.access)) return [['none', (address) => address, [403]]]
  const own = [one.allowed].flat()
  const isSuper = holder.role === 'SuperAdmin'
  const elsewhere = one.bodyNamesCompany ? [400] : [200, 404, 409]
  // Only a super admin may name another company.
  return [
    ['none', (address) => address, own],
    ['own', (address) => withCompany(address, 'A1'), own],
    ['other', (address) => withCompany(address, 'B1'), isSuper ? elsewhere : [403]],
    ['unknown', (address) => withCompany(address, 'Z9'), isSuper ? [404] : [403]],
  ]
}

// One route per access is enough: the hooks under test depend only on the access.
const onePerAccess = new Map(guarded.map((one) => [String(one.access), one])).values()

test.each([...onePerAccess])('$access: a malformed company is refused', async (one) => {
  const { browser } = people.at(-1)!
  const malformed = [["' or 1=1"], ['A1', 'B1'], ['\0']]
  const statuses = malformed.flatMap((values) =>
    addresses(one).map((address) => call(browser, one, withCompany(address, ...values))),
  )
  expect(new Set(await Promise.all(statuses))).toEqual(new Set([400]))
})

describe.each(
  ofPeople.filter((one) => one.method !== 'GET' && !fromOtherSystems.includes(one.route)),
)('$method $route', (one) => {
  test('accepts nothing without this session’s XSRF token, or from another site', async () => {
    const [me, other] = people.slice(-2).map((person) => person.browser)
    const foreign = other!.headers['x-xsrf-token']!
    const cookie = me!.headers.cookie!.replace(/XSRF-TOKEN=.*/, `XSRF-TOKEN=${foreign}`)
    const statuses = await Promise.all(
      [
        { 'x-xsrf-token': '' },
        { 'x-xsrf-token': foreign },
        { cookie, 'x-xsrf-token': foreign },
        { 'sec-fetch-site': 'same-site' },
        { 'sec-fetch-site': 'cross-site' },
        { origin: 'https://evil.example' },
      ].map(async (headers) => {
        const options = { headers, ...(one.body && { payload: one.body }) }
        return (await me!.send(one.method, addresses(one)[0]!, options)).statusCode
      }),
    )
    expect(statuses).toEqual(Array<number>(6).fill(403))
  })
})

test('every response has the security headers, including errors and unknown paths', async () => {
  const [{ browser }] = people as [(typeof people)[number]]
  const policy = /default-src 'none'.*require-trusted-types-for 'script'/
  const unusual = ['/api/nope', '/api/invoice?page=x', '/api/invoice/details/NOPE']
  for (const path of ['/health/live', '/api/invoice', ...unusual])
    expect((await browser.get(path)).headers, path).toMatchObject({
      'content-security-policy': expect.stringMatching(policy),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    })
})
