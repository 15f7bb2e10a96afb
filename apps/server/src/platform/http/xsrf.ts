import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** The first secret signs; all secrets are accepted, so that servers may differ while a secret is replaced. */
export type XsrfSecrets = readonly string[]

/**
 * Signed double submit: the token in the cookie is bound to the session (or to "no session"), so a token that a sibling
 * site sets is invalid.
 */
export function makeXsrfToken([secret]: XsrfSecrets, binding: string): string {
  if (!secret) throw new Error('There is no secret to sign with.')
  const random = randomBytes(16).toString('base64url')
  return `${random}.${sign(secret, binding, random)}`
}

export function isValidXsrfToken(
  secrets: XsrfSecrets,
  binding: string,
  token: string | undefined,
): boolean {
  const [random, signature] = token?.split('.') ?? []
  if (!random || !signature) return false
  const given = Buffer.from(signature)
  return secrets.some((secret) => {
    const expected = Buffer.from(sign(secret, binding, random))
    return expected.length === given.length && timingSafeEqual(expected, given)
  })
}

function sign(secret: string, binding: string, random: string): string {
  return createHmac('sha256', secret).update(`xsrf ${binding} ${random}`).digest('base64url')
}
