import { beforeAll, beforeEach, expect, test } from 'vitest'
import { testPortal } from '../../test/test-portal.ts'
import { signInThroughProvider, visitor, type Visitor } from '../../test/sign-in.ts'

const portal = testPortal()
let who: Visitor

beforeAll(async () => {
  await portal.given.company('A1', 'Aldgate')
  await portal.given.user('ana@a.example', 'A1', ['AccessInvoices'])
})
beforeEach(() => {
  who = visitor(portal)
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
  expect(named()).toBe('verified sam@elsewhere.example')
  await startSignIn({ returnUrl: '/manage' })
  expect(named()).toBe('nothing')
  await signInThroughProvider(who, { email: 'sam@elsewhere.example', unverified: 'yes' })
  expect(named()).toBe('unverified sam@elsewhere.example')
  expect(await signInThroughProvider(who, { email: 'ana@a.example' })).toBe('/manage')
  expect(named()).toBe('nothing')
})

test('a sign-in that fails in another way names no account', async () => {
  const answer = await who.fetch('/api/auth/callback?code=x&state=y')
  expect(answer.headers.get('location')).toBe('/notSigned')
  expect(named()).toBe('nothing')
})

test('a person who wants another account gets the provider’s account prompt', async () => {
  const usual = await startSignIn({ returnUrl: '/manage' })
  expect(usual.searchParams.get('prompt')).toBeNull()
  const asking = await startSignIn({ returnUrl: '/manage', anotherAccount: true })
  // The sandbox declares that it has no account selection.
  expect(asking.searchParams.get('prompt')).toBe('login')
})
