import { expect, onTestFinished, test } from 'vitest'
import { startTestPortal } from '../../test/portal/portal.ts'
import { xsrfCookie } from '../platform/http/cookies.ts'
import { makeXsrfToken } from '../platform/http/xsrf.ts'

/** Returns the attributes of the XSRF cookie behind a proxy that speaks http to the server. */
async function tokenCookie(origin: string | undefined, headers: Record<string, string> = {}) {
  const portal = await startTestPortal(origin ? { PORTAL_ORIGIN: origin } : {})
  onTestFinished(() => portal.close())
  const { cookies } = await portal.app.inject({ url: '/api/is-authenticated', headers })
  return cookies.find(({ name }) => name === xsrfCookie)
}

test('behind TLS the token is Secure like the session, whether or not the proxy is named', async () => {
  const cookie = await tokenCookie('https://billing.example.com')
  expect(cookie).toMatchObject({ secure: true, sameSite: 'Lax', path: '/' })
})

test('without TLS the token is not Secure, whatever protocol a client claims', async () => {
  const cookie = await tokenCookie(undefined, { 'x-forwarded-proto': 'https' })
  expect(cookie).toBeDefined()
  expect(cookie?.secure).toBeUndefined()
})

test('while SESSION_SECRET is replaced, a token of the former secret is accepted and replaced by one of the new secret', async () => {
  const [next, former] = ['n'.repeat(32), 'f'.repeat(32)]
  const portal = await startTestPortal({ SESSION_SECRET: `${next}, ${former}` })
  onTestFinished(() => portal.close())
  const signOut = (token: string) =>
    portal.app.inject({
      method: 'POST',
      url: '/api/signout',
      headers: { cookie: `${xsrfCookie}=${token}`, 'x-xsrf-token': token },
    })
  const sentBack = async (token: string) => {
    const { cookies } = await portal.app.inject({
      url: '/api/is-authenticated',
      headers: { cookie: `${xsrfCookie}=${token}` },
    })
    return cookies.find(({ name }) => name === xsrfCookie)?.value
  }

  const old = makeXsrfToken([former], 'no session')
  expect((await signOut(makeXsrfToken(['x'.repeat(32)], 'no session'))).statusCode).toBe(403)
  expect((await signOut(old)).statusCode).toBeLessThan(300)
  const renewed = await sentBack(old)
  expect(renewed).toBeDefined()
  expect(await sentBack(renewed!)).toBeUndefined()
  expect((await signOut(renewed!)).statusCode).toBeLessThan(300)
})
