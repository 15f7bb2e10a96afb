import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Session } from '@portal/domain/session/session.schema'
import type { Browser } from '../../test/portal/portal.ts'
import { testPortal } from '../../test/portal/test-portal.ts'
import { signInThroughProvider, visitor } from '../../test/session/sign-in.ts'
import { browserName } from './session-list.ts'

const portal = testPortal()
let count = 0
let email: string
let anaId: string
let boss: Browser
let chief: Browser
let chiefId: string

beforeAll(async () => {
  const { given } = portal
  for (const id of ['A1', 'B1', 'P1']) await given.company(id)
  await given.user('boss@a.example', 'A1', ['ManageUsers'])
  await given.user('eve@b.example', 'B1', ['ManageUsers'])
  chiefId = await given.user('chief@p.example', 'P1', [], [], 'SuperAdmin')
  boss = await portal.signIn('boss@a.example')
  chief = await portal.signIn('chief@p.example')
})
beforeEach(async () => {
  email = `ana${++count}@a.example`
  anaId = await portal.given.user(email, 'A1', ['AccessInvoices'])
})

const list = async (who: Browser) => (await who.get('/api/user/sessions')).json<Session[]>()
const end = (who: Browser, id?: string) =>
  who.send('DELETE', `/api/user/sessions${id ? `?sessionId=${id}` : ''}`)
const lives = async (who: Browser) => (await who.get('/api/user/myself')).statusCode === 200
const memberSessions = (who: Browser, userId: string, more = '') =>
  who.get(`/api/admin/sessions?userId=${userId}${more}`)
const endMember = (who: Browser, userId: string, more = '') =>
  who.send('DELETE', `/api/admin/sessions?userId=${userId}${more}`)
async function history() {
  const { rows } = await portal.system.query<{ line: string }>(
    `select account_id || ' ' || actor_name || ': ' || description as line from history_entry
      where entry_type = 'Sessions Ended' order by id`,
  )
  return rows.map(({ line }) => line)
}

test('a person sees only the own sessions, the current one first', async () => {
  const first = await portal.signIn(email)
  const second = await portal.signIn(email)
  const shown = await list(second)
  expect(shown.map(({ isCurrent }) => isCurrent)).toEqual([true, false])
  const times = { startedAt: expect.any(String), lastUsedAt: expect.any(String) }
  const client = { browser: 'Unknown browser', ipAddress: '127.0.0.1', isCurrent: true }
  expect(shown[0]).toEqual({ id: expect.any(String), ...client, ...times })
  expect((await list(first))[0]!.id).toBe(shown[1]!.id)
})

test('browser and address are shown for the sign-in and for the last use', async () => {
  const who = visitor(portal)
  await signInThroughProvider(who, { email })
  const shown = (await (await who.fetch('/api/user/sessions')).json()) as Session[]
  expect(shown).toHaveLength(1)
  expect(['127.0.0.1', '::1']).toContain(shown[0]!.ipAddress)
})

test('another session ends immediately; the current one and those of another person are not found', async () => {
  const [here, there] = [await portal.signIn(email), await portal.signIn(email)]
  const [own, other] = await list(here)
  const [foreign] = await list(boss)
  for (const id of [own!.id, foreign!.id]) expect((await end(here, id)).statusCode).toBe(404)
  expect((await end(here, 'x')).statusCode).toBe(400)
  expect((await end(here, other!.id)).json()).toEqual({ ended: 1 })
  expect(await lives(there)).toBe(false)
  expect([await lives(here), await lives(boss)]).toEqual([true, true])
  expect((await end(here, other!.id)).statusCode).toBe(404)
  expect((await history()).at(-1)).toBe(`A1 ana${count} Test: Ended 1 other session`)
})

test('all other sessions end; a super admin who acts for a company ends the own sessions', async () => {
  const people = await Promise.all([1, 2, 3].map(() => portal.signIn(email)))
  expect((await end(people[0]!)).json()).toEqual({ ended: 2 })
  expect(await Promise.all(people.map(lives))).toEqual([true, false, false])
  const before = await history()
  expect((await end(people[0]!)).json()).toEqual({ ended: 0 })
  expect(await history()).toEqual(before)

  const second = await portal.signIn('chief@p.example')
  const acting = await chief.send('DELETE', '/api/user/sessions?companyFilter=A1')
  expect(acting.json()).toEqual({ ended: 1 })
  expect([await lives(second), await lives(people[0]!)]).toEqual([false, true])
  expect((await history()).at(-1)).toBe('P1 chief Test: Ended 1 other session')
})

test('expired sessions are not shown', async () => {
  const who = await portal.signIn(email)
  await portal.signIn(email)
  await portal.owner.query(
    `update session set last_seen_at = now() - interval '31 minutes'
      where user_id = $1 and id_hash <> $2`,
    [anaId, Buffer.alloc(32)],
  )
  const again = await portal.signIn(email)
  expect(await list(again)).toHaveLength(1)
  expect(await lives(who)).toBe(false)
})

test('managers see and end only the sessions of their own users', async () => {
  const ana = await portal.signIn(email)
  const eve = await portal.signIn('eve@b.example')
  for (const answer of [await memberSessions(eve, anaId), await endMember(eve, anaId)])
    expect(answer.json()).toEqual({ message: 'Not found.' })
  expect(await lives(ana)).toBe(true)

  const shown = (await memberSessions(boss, anaId)).json<Session[]>()
  expect(shown.map(({ isCurrent }) => isCurrent)).toEqual([false])
  const own = (await list(boss))[0]!.id
  expect((await endMember(boss, anaId, `&sessionId=${own}`)).statusCode).toBe(404)
  expect((await endMember(boss, anaId)).json()).toEqual({ ended: 1 })
  expect([await lives(ana), await lives(boss)]).toEqual([false, true])
  expect((await history()).at(-1)).toBe(`A1 boss Test: Ended 1 session of ana${count} Test`)
  const acting = await memberSessions(chief, anaId, '&companyFilter=A1')
  expect(acting.json()).toEqual([])
})

test('only super admins see the sessions of a super admin', async () => {
  await portal.given.user(`manager${count}@p.example`, 'P1', ['ManageUsers'])
  const manager = await portal.signIn(`manager${count}@p.example`)
  const message = 'Only a super admin can see where a super admin is signed in.'
  for (const call of [memberSessions, endMember]) {
    const answer = await call(manager, chiefId)
    expect([answer.statusCode, answer.json()]).toEqual([403, { message }])
  }
  expect(await lives(chief)).toBe(true)
})

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
    'Chrome on Windows',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  ['Collector/2.0 (Windows NT 10.0)', 'Unknown browser on Windows'],
  ['<script>alert(1)</script>', 'Unknown browser'],
])('%s is %s', (userAgent, name) => {
  expect(browserName(userAgent)).toBe(name)
})
