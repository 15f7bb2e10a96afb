import type { CookieSerializeOptions } from '@fastify/cookie'

export interface CookieNames {
  session: string
  signIn: string
  options: CookieSerializeOptions
}

export const xsrfCookie = 'XSRF-TOKEN'

/**
 * Over https, the `__Host-` prefix binds a cookie to this host. Plain http is only for loopback, where cookies ignore
 * ports: the name contains the port, so that two portals do not overwrite each other's session.
 */
export function cookieNames(origin: string): CookieNames {
  const { protocol, port } = new URL(origin)
  const secure = protocol === 'https:'
  const name = (base: string) => (secure ? `__Host-${base}` : `${base}-${port || 80}`)
  return {
    session: name('sid'),
    signIn: name('pre'),
    options: { path: '/', httpOnly: true, sameSite: 'lax', secure },
  }
}
