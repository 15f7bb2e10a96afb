import type { Identity } from './identity-provider.ts'

type Claims = Record<string, unknown>
type Person = Pick<Identity, 'email' | 'verifiedEmail' | 'firstName' | 'lastName'>

const limits = { sub: 255, email: 254, name: 300, given_name: 300, family_name: 300 }
export type TextClaim = keyof typeof limits

/** A claim has a value that no screen, mail or query of the portal may receive. The message never contains the value. */
export class UnusableClaim extends Error {
  override name = 'UnusableClaim'
  readonly claim: TextClaim

  constructor(claim: TextClaim, problem: string) {
    super(`the claim ${claim} ${problem}`)
    this.claim = claim
  }
}

/** Returns a claim from the first source that has it; throws if it is not a text that the portal can use. */
export function readText(claim: TextClaim, ...sources: Claims[]): string | undefined {
  const value = sources.map((source) => source[claim]).find((one) => one !== undefined)
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string') throw new UnusableClaim(claim, 'is not a text')
  if (value.length > limits[claim]) throw new UnusableClaim(claim, 'is too long')
  if (/\p{Cc}/u.test(value) || !value.isWellFormed())
    throw new UnusableClaim(claim, 'has control characters')
  return value.trim()
}

/**
 * Reads who signed in. Address and verification are from one source: otherwise the verification of one address could be
 * used for another.
 */
export function readPerson(token: Claims, userinfo: Claims, isVouchedFor: boolean): Person {
  const source = hasVerification(token) || userinfo['email'] === undefined ? token : userinfo
  const email = readText('email', source) ?? null
  if (email === '') throw new UnusableClaim('email', 'is empty')
  const isVerified = [true, 'true'].includes(source['email_verified'] as string | boolean)
  const isTrusted = isVerified || (isVouchedFor && source['email_verified'] === undefined)
  return { email, verifiedEmail: isTrusted ? email : null, ...readName(token, userinfo) }
}

/** Whether the token says if the address is verified. Many providers send this only at their userinfo address. */
export const hasVerification = (token: Claims) =>
  token['email'] !== undefined && token['email_verified'] !== undefined

function readName(...sources: Claims[]): Pick<Person, 'firstName' | 'lastName'> {
  const [firstName = '', lastName = ''] = [
    readText('given_name', ...sources),
    readText('family_name', ...sources),
  ]
  if (firstName || lastName) return { firstName, lastName }
  const whole = readText('name', ...sources) ?? ''
  const [words, last] = [whole.split(' ').slice(0, -1).join(' '), whole.split(' ').at(-1) ?? '']
  return words ? { firstName: words, lastName: last } : { firstName: last, lastName: '' }
}
