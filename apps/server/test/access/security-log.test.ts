import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Invite } from '@portal/domain/team/invites.schema'
import { securityEvents, type SecurityEvent } from '../../src/platform/log/security-log.ts'
import { withNewKey } from '../integration/api-keys.ts'
import { startTestPortal, type Browser, type TestPortal } from '../portal/portal.ts'
import { signInThroughProvider, visitor } from '../session/sign-in.ts'

interface Line {
  event?: SecurityEvent
  [field: string]: unknown
}

let lines: Line[] = []
let portal: TestPortal
let ids: Record<'boss' | 'ana' | 'bob' | 'eve' | 'chief' | 'staff', string>
let boss: Browser
let ana: Browser
let chief: Browser

const secrets: string[] = ['kept-secret']

beforeAll(async () => {
  const log = {
    write: (line: string) => {
      lines.push(JSON.parse(line) as Line)
      // No field is in a line twice.
      expect(`${JSON.stringify(lines.at(-1))}\n`).toBe(line)
    },
  }
  portal = await startTestPortal({ CALLS_PER_MINUTE: '200' }, undefined, log)
  const { given } = portal
  await given.company('A1', 'Aldgate Kept')
  await given.company('B1', 'Brightwater Kept')
  await given.company('P1', 'Meridian Kept')
  const user = given.user.bind(given)
  ids = {
    boss: await user('boss@a.example', 'A1', ['ManageUsers', 'AccessInvoices'], ['Licenses']),
    ana: await user('ana@a.example', 'A1', ['AccessErfs']),
    eve: await user('eve@a.example', 'A1', []),
    bob: await user('bob@a.example', 'A1', ['AccessErfs']),
    chief: await user('chief@meridian.example', 'P1', [], [], 'SuperAdmin'),
    staff: await user('staff@meridian.example', 'P1', ['ManageUsers']),
  }
  boss = await portal.signIn('boss@a.example')
  ana = await portal.signIn('ana@a.example')
  chief = await portal.signIn('chief@meridian.example')
})
afterAll(() => portal.close())
beforeEach(() => (lines = []))

const last = () => lines.filter(({ event }) => event).at(-1)
const provider = (email: string, to?: string) =>
  signInThroughProvider(visitor(portal), { email }, to)
const update = (who: Browser, body: object) => who.post('/api/admin/update-user', { payload: body })
async function invited(email: string): Promise<string> {
  const payload = { email, accountId: 'A1', permissions: ['ManageUsers'] }
  const { inviteCode } = (await boss.post('/api/invite/invite', { payload })).json<Invite>()
  secrets.push(inviteCode)
  return inviteCode
}

const byBoss = () => ({ actorId: ids.boss, actorAccountId: 'A1', accountId: 'A1' })

/** Triggers each event, and expects the content of its line. The compiler requires one for every event. */
const provocations: Record<SecurityEvent, () => Promise<object>> = {
  'sign_in.succeeded': async () => {
    await provider('eve@a.example')
    return { actorId: ids.eve, actorAccountId: 'A1', accountId: 'A1' }
  },
  'sign_in.guest_admitted': async () => {
    await provider('guest@kept.example', '/confirm?code=abc')
    return {}
  },
  'sign_in.refused': async () => {
    await provider('sam@kept.example')
    expect(last()).toMatchObject({ event: 'sign_in.refused', reason: 'unknown_account' })
    const who = visitor(portal)
    await who.fetch('/api/auth/callback?code=kept-secret&state=y')
    return { reason: 'unknown_attempt', call: 'GET /api/auth/callback' }
  },
  'session.ended': async () => {
    const who = await portal.signIn('boss@a.example')
    await who.post('/api/signout')
    return { ...byBoss(), reason: 'signed_out' }
  },
  'access.refused': async () => {
    await portal.stranger.get('/api/invoice')
    expect(last()).toMatchObject({ event: 'access.refused', reason: 'not_signed_in' })
    await boss.get('/api/invoice?companyFilter=B1')
    expect(last()).toMatchObject({ reason: 'other_company', actorId: ids.boss })
    await update(boss, { userId: ids.ana, accountId: 'A1', grant: 'AccessLicenses' })
    expect(last()).toMatchObject({ reason: 'rule', ...byBoss() })
    await ana.get('/api/invoice')
    return { reason: 'permission', actorId: ids.ana, accountId: 'A1', call: 'GET /api/invoice' }
  },
  'request.forged': async () => {
    await boss.post('/api/signout', { headers: { 'sec-fetch-site': 'cross-site' } })
    expect(last()).toMatchObject({ event: 'request.forged', reason: 'other_site' })
    await boss.post('/api/signout', { headers: { 'x-xsrf-token': 'kept-secret' } })
    return { reason: 'page_token' }
  },
  'input.refused': async () => {
    await boss.get('/api/invoice?kept-secret=1')
    expect(last()).toMatchObject({ reason: 'querystring: must NOT have additional properties' })
    await boss.get('/api/invoice?page=-1')
    return { reason: 'page: must be >= 1', ...byBoss() }
  },
  'limit.exceeded': async () => {
    const who = await portal.signIn('bob@a.example')
    for (let nth = 0; nth < 200; nth += 1) await who.get('/api/user/myself')
    expect(lines.filter(({ event }) => event)).toEqual([])
    const answer = await who.get('/api/user/myself')
    expect(answer.statusCode).toBe(429)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    // Further refusals of the minute cannot fill the log.
    for (let nth = 0; nth < 3; nth += 1) await who.get('/api/user/myself')
    expect(lines.filter(({ event }) => event)).toHaveLength(1)
    return { reason: 'calls' }
  },
  'key.refused': async () => {
    const headers = { authorization: 'Bearer kept-secret' }
    await portal.app.inject({ url: '/api/integration/events', headers })
    expect(last()).toMatchObject({ event: 'key.refused', reason: 'unknown' })
    const { call, key } = await withNewKey(portal, 'records:invoices')
    secrets.push(key)
    await call('GET', '/api/integration/events')
    return { reason: 'scope' }
  },
  'provider_event.refused': async () => {
    const headers = { 'stripe-signature': 't=1,v1=kept-secret' }
    await portal.stranger.post('/api/payment/provider-events', { headers, payload: {} })
    return { reason: 'signature' }
  },
  'invite.sent': async () => {
    await invited('one@kept.example')
    return byBoss()
  },
  'invite.revoked': async () => {
    await boss.send('DELETE', `/api/invite/rescind/${await invited('two@kept.example')}`)
    return byBoss()
  },
  'invite.accepted': async () => {
    const code = await invited('three@kept.example')
    const who = await portal.signIn('three@kept.example')
    await who.post(`/api/invite/accept?InviteCode=${code}`)
    expect(last()).toMatchObject({ event: 'session.ended', reason: 'joined_company' })
    lines.pop()
    lines = lines.filter(({ event }) => event !== 'session.ended')
    return { accountId: 'A1' }
  },
  'invite.refused': async () => {
    const code = await invited('four@kept.example')
    await ana.get(`/api/invite/check/${code}`)
    expect(last()).toMatchObject({ reason: 'other_person', actorId: ids.ana })
    await ana.get('/api/invite/check/unknown')
    return { reason: 'unknown_code' }
  },
  'access.changed': async () => {
    await update(boss, { userId: ids.ana, accountId: 'A1', grant: 'AccessInvoices' })
    expect(last()).toMatchObject({ event: 'access.changed', reason: 'permissions' })
    const invoiceCategoryId = await portal.given.category('Licenses')
    const payload = { userId: ids.ana, invoiceCategoryId, granted: true }
    await boss.post('/api/invoice/invoice-categories/toggle', { payload })
    return { subjectId: ids.ana, reason: 'categories', ...byBoss() }
  },
  'super_admin.granted': async () => {
    await update(chief, { userId: ids.staff, accountId: 'P1', role: 'SuperAdmin' })
    return { subjectId: ids.staff, actorId: ids.chief, accountId: 'P1' }
  },
  'super_admin.revoked': async () => {
    await update(chief, { userId: ids.staff, accountId: 'P1', role: 'User' })
    return { subjectId: ids.staff }
  },
  'sign_in.reset': async () => {
    const payload = { userId: ids.eve, reason: 'kept-secret' }
    await chief.post('/api/admin/reset-sign-in?companyFilter=A1', { payload })
    return { subjectId: ids.eve }
  },
  'user.removed': async () => {
    await boss.send('DELETE', `/api/admin/deactivate?userId=${ids.bob}`)
    return { subjectId: ids.bob, ...byBoss() }
  },
  'error.unexpected': async () => {
    await portal.owner.query('alter table access_request rename to away')
    const answer = await boss.get('/api/admin/access-requests')
    await portal.owner.query('alter table away rename to access_request')
    return { code: answer.json<{ supportId: string }>().supportId }
  },
}

test.each(Object.keys(securityEvents) as SecurityEvent[])('%s is written', async (event) => {
  const ip = expect.stringMatching(/^(127\.0\.0\.1|::1)$/) as string
  const requestId = expect.any(String) as string
  const said = await provocations[event]()
  expect(last()).toMatchObject({ event, ip, requestId, ...said })
  expect(typeof last()?.['msg']).toBe('string')
})

test('permitted, usual actions are not logged', async () => {
  for (const path of ['/api/invoice', '/api/admin/users']) await boss.get(path)
  await portal.stranger.get('/api/is-authenticated')
  expect(lines.filter(({ event }) => event)).toEqual([])
})

test('no line has a name, an email address, a code or a key', async () => {
  lines = []
  const refusals = ['sign_in.refused', 'input.refused', 'key.refused', 'invite.refused'] as const
  for (const event of refusals) await provocations[event]()
  const text = JSON.stringify(lines)
  expect(lines.length).toBeGreaterThan(3)
  for (const secret of [...secrets, '@', 'Kept']) expect(text).not.toContain(secret)
})
