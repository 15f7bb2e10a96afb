import { createHash } from 'node:crypto'
import { cast } from '../cast.ts'

export type Account = {
  sub: string
  email: string
  email_verified: boolean
  given_name: string
  family_name: string
}

/** Keeps the accounts that have signed in: demo users, and others by their typed address. */
export function createAccounts() {
  const accounts = new Map<string, Account>()
  for (const member of cast) remember(member.email, true)

  function remember(email: string, verified: boolean) {
    const account = {
      sub: subjectOf(email),
      email,
      email_verified: verified,
      ...nameOf(email),
    }
    accounts.set(account.sub, account)
    return account
  }

  return { remember, find: (sub: string) => accounts.get(sub) }
}

export type Accounts = ReturnType<typeof createAccounts>

/** Returns the same subject for the same address in any case; any other difference gives another subject. */
function subjectOf(email: string) {
  return `user-${createHash('sha256').update(fold(email)).digest('hex').slice(0, 20)}`
}

/** Permissive on purpose: the field is for trying unusual addresses. */
export function isAddress(email: string) {
  // oxlint-disable-next-line no-control-regex
  return email.length <= 254 && /^[^@\s\u0000-\u001f]+@[^@\s\u0000-\u001f]+$/.test(email)
}

function nameOf(email: string) {
  const known = cast.find((member) => member.email === fold(email))
  if (known) return { given_name: known.firstName, family_name: known.lastName }
  const [first = '', last = 'User'] = (email.split('@')[0] ?? '').split(/[._-]+/).filter(Boolean)
  return { given_name: capitalise(first || email), family_name: capitalise(last) }
}

const fold = (email: string) => email.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
const capitalise = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
