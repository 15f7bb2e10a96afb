import { expect, test } from 'vitest'
import { readPerson, readText } from './read-person.ts'

const email = 'ana.kim@aldgate.example'
const ana = { given_name: 'Ana', family_name: 'Kim' }
const [verified, unverified] = [
  { email, email_verified: true },
  { email, email_verified: false },
]

/** The claims of providers after the code flow with "openid email profile", according to their public documentation. */
const shapes: {
  provider: string
  token: object
  userinfo?: object
  vouched?: boolean
  isVerified: boolean
}[] = [
  {
    provider: 'Entra ID',
    token: {
      email,
      name: 'Ana Kim',
      oid: 'o',
      tid: 't',
      ver: '2.0',
      preferred_username: 'b@c.example',
    },
    userinfo: { email, name: 'Ana Kim', ...ana, picture: 'https://graph.example/photo' },
    isVerified: false,
  },
  {
    provider: 'Entra ID, vouched for',
    token: { email, name: 'Ana Kim', oid: 'o', tid: 't', groups: ['g1', 'g2'] },
    vouched: true,
    isVerified: true,
  },
  { provider: 'Google', token: { ...verified, ...ana, hd: 'aldgate.example' }, isVerified: true },
  {
    provider: 'Okta',
    token: { name: 'Ana Kim', preferred_username: 'b@c.example' },
    userinfo: { ...verified, ...ana, zoneinfo: 'Europe/London' },
    isVerified: true,
  },
  {
    provider: 'Auth0',
    token: { ...verified, name: 'Ana Kim', nickname: 'ana.kim' },
    isVerified: true,
  },
  {
    provider: 'Auth0, vouched for: it says that it is not verified',
    token: { ...unverified, ...ana },
    vouched: true,
    isVerified: false,
  },
  {
    provider: 'Keycloak',
    token: {
      ...verified,
      ...ana,
      preferred_username: 'super@meridian.example',
      groups: ['/admins'],
    },
    isVerified: true,
  },
  {
    provider: 'Cognito',
    token: { name: 'Ana Kim', 'cognito:username': 'u', 'cognito:groups': ['admins'] },
    userinfo: { email, email_verified: 'true', ...ana, username: 'u' },
    isVerified: true,
  },
  {
    provider: 'Cognito, a federated account',
    token: { email, email_verified: 'false', ...ana },
    isVerified: false,
  },
  { provider: 'Ping', token: {}, userinfo: { ...verified, ...ana }, isVerified: true },
]

test.each(shapes)('$provider', ({ token, userinfo = {}, vouched = false, isVerified }) => {
  const person = readPerson({ sub: 'ana', ...token }, { sub: 'ana', ...userinfo }, vouched)
  const verifiedEmail = isVerified ? email : null
  expect(person).toEqual({ email, verifiedEmail, firstName: 'Ana', lastName: 'Kim' })
})

test.each<[string, object, object]>([
  ['an address of the token with the mark of the userinfo', { email }, verified],
  ['an address of the userinfo with the mark of the token', { email_verified: true }, { email }],
  ['a number', { email, email_verified: 1 }, {}],
])('%s does not verify another address', (_what, token, userinfo) => {
  const other = { ...userinfo, ...('email' in userinfo && { email: 'other@a.example' }) }
  expect(readPerson({ ...token }, other, false).verifiedEmail).not.toBe(email)
})

test.each([
  ['Ana María Kim', 'Ana María', 'Kim'],
  ['Ana', 'Ana', ''],
  ['', '', ''],
])('the name %j without its parts', (name, firstName, lastName) => {
  expect(readPerson({ name }, {}, false)).toMatchObject({ firstName, lastName })
})

test.each<[string, object, string]>([
  ['no text', { email: ['a@b.example'] }, 'email is not a text'],
  ['an empty address', { email: ' ' }, 'email is empty'],
  ['a NUL in the address', { email: 'a\0@b.example' }, 'email has control characters'],
  ['a long address', { email: `${'a'.repeat(250)}@b.example` }, 'email is too long'],
  ['a new line in the name', { given_name: 'Ana\r\nBcc: x' }, 'given_name has control characters'],
  ['half a character in the name', { name: 'Ana \ud800' }, 'name has control characters'],
  ['a long name', { family_name: 'K'.repeat(301) }, 'family_name is too long'],
])('a claim is refused: %s', (_what, claims, problem) => {
  expect(() => readPerson({ ...claims }, {}, false)).toThrow(problem)
})

test('a subject has at most 255 characters', () => {
  expect(readText('sub', { sub: 's'.repeat(255) })).toHaveLength(255)
  expect(() => readText('sub', { sub: 's'.repeat(256) })).toThrow('sub is too long')
})
