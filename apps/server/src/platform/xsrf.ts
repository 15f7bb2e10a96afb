import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * Signed double submit: the cookie's token is bound to the session (or to "no session"), so a token
 * set by a sibling site is invalid.
 */
export function makeXsrfToken(secret: string, binding: string): string {
  const random = randomBytes(16).toString('base64url')
  return `${random}.${sign(secret, binding, random)}`
}

export function isValidXsrfToken(
  secret: string,
  binding: string,
  token: string | undefined,
): boolean {
  const [random, signature] = token?.split('.') ?? []
  if (!random || !signature) return false
  const expected = Buffer.from(sign(secret, binding, random))
  const given = Buffer.from(signature)
  return expected.length === given.length && timingSafeEqual(expected, given)
}

function sign(secret: string, binding: string, random: string): string {
  return createHmac('sha256', secret).update(`xsrf ${binding} ${random}`).digest('base64url')
}
