import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testPortal } from '../../test/portal/test-portal.ts'
import {
  chooseAtProvider,
  signInThroughProvider,
  visitor,
  type Visitor,
} from '../../test/session/sign-in.ts'

const portal = testPortal()
let who: Visitor
let email: string
let count = 0

beforeAll(async () => {
  await portal.given.company('A1', 'Aldgate')
})

beforeEach(async () => {
  who = visitor(portal)
  email = `ana${++count}@a.example`
  await portal.given.user(email, 'A1', ['AccessInvoices'])
})

const authenticated = async () =>
  (await (await who.fetch('/api/is-authenticated')).json()) as object
const myself = async () => (await who.fetch('/api/user/myself')).status
const signIn = (returnUrl?: string) => signInThroughProvider(who, { email }, returnUrl)
const change = (set: string) =>
  portal.system.query(`update portal_user set ${set} where email = $1`, [email])
const locationOf = async (callback: string, visiting = who) =>
  (await visiting.fetch(callback)).headers.get('location')
const out = { isAuthenticated: false, userName: null }

describe('signing in', () => {
  test('a known person returns signed in, on the requested page', async () => {
    expect(await authenticated()).toEqual(out)
    expect(await signIn('/invoices?q=1')).toBe('/invoices?q=1')
    expect(await authenticated()).toEqual({ isAuthenticated: true, userName: `ana${count} Test` })
    expect(await (await who.fetch('/api/user/myself')).json()).toEqual({
      id: expect.any(String),
      firstName: `ana${count}`,
      lastName: 'Test',
      email,
      role: 'User',
      accountId: 'A1',
      companyName: 'Aldgate',
      permissions: ['AccessInvoices'],
      invoiceCategoryIds: [],
    })
    const { rows } = await portal.system.query(
      `select entry_type from history_entry where actor_name = $1`,
      [`ana${count} Test`],
    )
    expect(rows).toEqual([{ entry_type: 'Sign In' }])
  })

  test.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    '/\t/evil.example',
    '/api/signout',
  ])('never redirects to %s', async (returnUrl) => {
    expect(await signIn(returnUrl)).toBe('/')
  })

  test('an unknown address, and a known but unverified address, are not signed in', async () => {
    expect(await signInThroughProvider(who, { email: 'sam@elsewhere.example' })).toBe('/notSigned')
    expect(await signInThroughProvider(who, { email, unverified: 'yes' })).toBe('/notSigned')
    expect(await authenticated()).toEqual(out)
  })

  test('an invitee may only continue to the invitation', async () => {
    const invitee = { email: 'nina@elsewhere.example' }
    expect(await signInThroughProvider(who, invitee, '/confirm?code=abc')).toBe('/confirm?code=abc')
    expect(await authenticated()).toEqual({ isAuthenticated: true, userName: invitee.email })
    expect(await myself()).toBe(403)
    expect((await who.fetch('/api/invoice')).status).toBe(403)
    // The user whom the invited person may become.
    const { rows } = await portal.system.query(
      `select first_name from session where guest_email = $1`,
      [invitee.email],
    )
    expect(rows).toEqual([{ first_name: 'Nina' }])
  })

  test('a person has the identity of the first sign-in: another identity with the same address is unknown', async () => {
    await signIn()
    await portal.system.query(
      `update sign_in_directory set subject = 'somebody else' where email_key = $1`,
      [email],
    )
    who = visitor(portal)
    expect(await signIn()).toBe('/notSigned')
  })
})

describe('the response of the provider', () => {
  test('works once', async () => {
    const callback = await chooseAtProvider(who, { email })
    expect([await locationOf(callback), await locationOf(callback)]).toEqual([
      '/manage',
      '/notSigned',
    ])
  })

  test('is invalid in another browser, or with a changed state, code or issuer', async () => {
    const stolen = await chooseAtProvider(who, { email })
    expect(await locationOf(stolen, visitor(portal))).toBe('/notSigned')
    for (const change of [/state=[^&]+/, /code=[^&]+/, /iss=[^&]+/]) {
      who = visitor(portal)
      const callback = await chooseAtProvider(who, { email })
      expect(callback).toMatch(change)
      const forged = callback.replace(change, (part) => `${part.split('=')[0]}=forged`)
      expect(await locationOf(forged)).toBe('/notSigned')
      expect(await authenticated()).toEqual(out)
    }
  })

  test('is refused after the attempt has expired', async () => {
    const callback = await chooseAtProvider(who, { email })
    await portal.system.query(`delete from sign_in_attempt`)
    expect(await locationOf(callback)).toBe('/notSigned')
  })
})

describe('a session', () => {
  const sessionCookie = () => [...who.cookies].find(([name]) => name.startsWith('sid'))?.[1]

  test('has a new id at every sign-in, and the old session ends', async () => {
    await signIn()
    const old = visitor(portal, new Map(who.cookies))
    const before = sessionCookie()
    await signIn()
    expect(sessionCookie()).not.toBe(before)
    expect((await old.fetch('/api/user/myself')).status).toBe(401)
    expect(await myself()).toBe(200)
  })

  test('is stored only as a hash', async () => {
    await signIn()
    const { rows } = await portal.system.query(
      `select id_hash from session where user_id is not null`,
    )
    expect(rows.some((row) => row.id_hash.toString('base64url') === sessionCookie())).toBe(false)
  })

  test.each([
    ['half an hour without a call', `last_seen_at = now() - interval '31 minutes'`],
    ['twelve hours', `expires_at = now()`],
  ])('ends after %s', async (_case, change) => {
    await signIn()
    await portal.owner.query(`update session set ${change}`)
    expect(await myself()).toBe(401)
  })

  test('ends with its user, at the next request', async () => {
    await signIn()
    await change('deactivated_at = now()')
    expect(await myself()).toBe(401)
    who = visitor(portal)
    expect(await signIn()).toBe('/notSigned')
  })

  test('ends at sign-out, here and at the provider', async () => {
    await signIn()
    const copy = visitor(portal, new Map(who.cookies))
    const answer = await who.fetch('/api/signout', { method: 'POST' })
    const { redirectUrl } = (await answer.json()) as { redirectUrl: string }
    expect(redirectUrl).toMatch(
      new RegExp(`^${portal.sandbox.identityOrigin}/session/end\\?.*id_token_hint=`),
    )
    expect(answer.headers.get('clear-site-data')).toBe('"cache", "storage"')
    expect((await copy.fetch('/api/user/myself')).status).toBe(401)
    expect(await authenticated()).toEqual(out)
  })

  test('a removed permission is gone at the next request', async () => {
    await signIn()
    expect((await who.fetch('/api/invoice')).status).toBe(200)
    await change(`permissions = '{}'`)
    expect((await who.fetch('/api/invoice')).status).toBe(403)
  })
})

const named = () => decodeURIComponent(who.cookies.get('refused-account') ?? 'nothing')
const startSignIn = async (body: object) => {
  await who.fetch('/api/is-authenticated')
  const answer = await who.fetch('/api/signin', {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })
  return new URL(((await answer.json()) as { redirectUrl: string }).redirectUrl)
}

test('a refused account is shown in its browser until the next sign-in', async () => {
  expect(await signInThroughProvider(who, { email: 'sam@elsewhere.example' })).toBe('/notSigned')
  expect(named()).toBe('unknown sam@elsewhere.example')
  await startSignIn({ returnUrl: '/manage' })
  expect(named()).toBe('nothing')
  await signInThroughProvider(who, { email: 'sam@elsewhere.example', unverified: 'yes' })
  expect(named()).toBe('unverified sam@elsewhere.example')
  expect(await signIn()).toBe('/manage')
  expect(named()).toBe('nothing')
})

test('a sign-in that fails in another way names no account', async () => {
  expect(await locationOf('/api/auth/callback?code=x&state=y')).toBe('/notSigned')
  expect(named()).toBe('nothing')
})

test('a person who wants another account gets the provider’s account prompt', async () => {
  const usual = await startSignIn({ returnUrl: '/manage' })
  expect(usual.searchParams.get('prompt')).toBeNull()
  const asking = await startSignIn({ returnUrl: '/manage', anotherAccount: true })
  // The sandbox declares that it has no account selection.
  expect(asking.searchParams.get('prompt')).toBe('login')
})
