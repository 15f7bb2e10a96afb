import { expect, onTestFinished, test } from 'vitest'
import { startTestPortal } from '../../test/portal.ts'
import { xsrfCookie } from '../platform/cookies.ts'

/** The attributes of the XSRF cookie behind a proxy that speaks http to the server. */
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

test('without TLS it is not, whatever a client says about its protocol', async () => {
  const cookie = await tokenCookie(undefined, { 'x-forwarded-proto': 'https' })
  expect(cookie).toBeDefined()
  expect(cookie?.secure).toBeUndefined()
})
