import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isApiScope } from '@portal/domain/integration/api-scopes'
import { mayUse, permissions, type Holder } from '@portal/domain/session/permissions'
import { enforceAccess } from '../src/session/access.ts'
import { addresses, policy, withCompany, type RoutePolicy } from './policy.ts'
import { startTestPortal, type Browser, type TestPortal } from './portal.ts'

let portal: TestPortal
const people: { name: string; holder: Holder; browser: Browser }[] = []

beforeAll(async () => {
  portal = await startTestPortal()
  const { given } = portal
  await given.company('A1')
  await given.company('B1')
  const invoice = await given.invoice('A1', 'A-1', { currency: 'EUR' })
  await given.line('A1', invoice, 0, 'A line')
  await given.equipment('A1', 'ER-1', { status: 'Closed' })
  for (const permission of permissions) {
    const held =
      permission === 'PayInvoices' ? ([permission, 'AccessInvoices'] as const) : [permission]
    await given.user(`${permission}@a.example`, 'A1', [...held], ['Licenses'])
    const browser = await portal.signIn(`${permission}@a.example`)
    people.push({ name: permission, holder: { role: 'User', permissions: held }, browser })
  }
  await given.user('nothing@a.example', 'A1')
  await given.user('super@a.example', 'A1', [], [], 'SuperAdmin')
  people.push(
    {
      name: 'nothing',
      holder: { role: 'User', permissions: [] },
      browser: await portal.signIn('nothing@a.example'),
    },
    {
      name: 'super admin',
      holder: { role: 'SuperAdmin', permissions: [] },
      browser: await portal.signIn('super@a.example'),
    },
  )
}, 60_000)
afterAll(() => portal.close())

const call = async (who: Browser, { method, body }: RoutePolicy, address: string) =>
  (await who.send(method, address, body ? { payload: body } : {})).statusCode

test('the policy names every route of the server, and no other', () => {
  const registered = portal.app
    .printRoutes({ commonPrefix: false, includeHooks: false })
    .split('\n')
    .flatMap(routeOf)
  const expected = policy.flatMap((one) =>
    addresses({ ...one, example: one.route }).map((address) => `${one.method} ${address}`),
  )
  expect(registered.sort()).toEqual(expected.sort())
})

const stack: string[] = []

/** Reads one line of the router's tree; its depth is how far it is drawn in. */
function routeOf(line: string): string[] {
  const match = /^([│ ]*)[├└]── (\S*)(?: \(([^)]+)\))?$/.exec(line)
  if (!match) return []
  const depth = (match[1] ?? '').length / 4
  stack.length = depth
  stack.push(match[2] ?? '')
  return (match[3]?.split(', ') ?? []).map((method) => `${method} ${stack.join('')}`)
}

test('a server with a route that does not say who may call it does not start', () => {
  const app = Fastify()
  enforceAccess(app, portal.deps)
  expect(() => app.get('/nobody', () => 'x')).toThrow('GET /nobody does not declare its access')
})

const ofPeople = policy.flatMap(({ access, ...one }) =>
  isApiScope(access) ? [] : [{ ...one, access }],
)

describe.each(ofPeople.filter((one) => one.access !== 'public'))('$method $route', (one) => {
  test('refuses a stranger', async () => {
    for (const address of addresses(one))
      expect(await call(portal.stranger, one, address)).toBe(401)
  })

  test('answers as the policy says, whoever asks and whichever company is named', async () => {
    const wrong: string[] = []
    const allowed = [one.allowed].flat()
    const elsewhere = one.bodyNamesCompany ? [400] : [200, 404, 409]
    for (const { name, holder, browser } of people) {
      const may = mayUse(holder, one.access)
      const isSuper = holder.role === 'SuperAdmin'
      // A company parameter is judged before the permission; another company is nobody's but a super admin's.
      const expected: [string, (address: string) => string, number[]][] = [
        ['none', (address) => address, may ? allowed : [403]],
        ['own', (address) => withCompany(address, 'A1'), may ? allowed : [403]],
        ['other', (address) => withCompany(address, 'B1'), isSuper ? elsewhere : [403]],
        ['unknown', (address) => withCompany(address, 'Z9'), isSuper ? [404] : [403]],
        ['malformed', (address) => withCompany(address, "' or 1=1"), [400]],
        ['doubled', (address) => withCompany(address, 'A1', 'B1'), [400]],
        ['NUL', (address) => withCompany(address, '\0'), [400]],
      ]
      for (const [kind, build, statuses] of expected)
        for (const address of addresses(one)) {
          const status = await call(browser, one, build(address))
          if (!statuses.includes(status))
            wrong.push(`${name}, ${kind}: ${status}, not ${statuses.join()}`)
        }
    }
    expect(wrong).toEqual([])
  })
})

describe.each(
  ofPeople.filter((one) => one.method !== 'GET' && one.route !== '/payment/provider-events'),
)('$method $route', (one) => {
  test('takes nothing without the token of this very session, or from another site', async () => {
    const [me, other] = people.slice(-2).map((person) => person.browser)
    const answers = await Promise.all(
      [
        { 'x-xsrf-token': '' },
        { 'x-xsrf-token': other!.headers['x-xsrf-token']! },
        {
          cookie: me!.headers.cookie!.replace(
            /XSRF-TOKEN=.*/,
            `XSRF-TOKEN=${other!.headers['x-xsrf-token']}`,
          ),
          'x-xsrf-token': other!.headers['x-xsrf-token']!,
        },
        { 'sec-fetch-site': 'same-site' },
        { 'sec-fetch-site': 'cross-site' },
        { origin: 'https://evil.example' },
      ].map((headers) =>
        me!.send(one.method, addresses(one)[0]!, {
          headers,
          ...(one.body && { payload: one.body }),
        }),
      ),
    )
    expect(answers.map((answer) => answer.statusCode)).toEqual(Array<number>(6).fill(403))
  })
})

test('every answer carries the security headers, errors and unknown paths too', async () => {
  const [{ browser }] = people as [(typeof people)[number]]
  for (const path of [
    '/health/live',
    '/api/invoice',
    '/api/nope',
    '/api/invoice?page=x',
    '/api/invoice/details/NOPE',
  ]) {
    const { headers } = await browser.get(path)
    expect(headers['content-security-policy'], path).toMatch(
      /default-src 'none'.*require-trusted-types-for 'script'/,
    )
    expect(headers['x-content-type-options'], path).toBe('nosniff')
    expect(headers['referrer-policy'], path).toBe('no-referrer')
  }
})
