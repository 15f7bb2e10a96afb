import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decideSignIn, type SignInFacts } from './decide-sign-in.ts'

const other = {
  userId: 'b',
  hasAccount: false,
  isReplaceable: false,
  isSameIssuer: false,
  isFormer: false,
}
const own = (isAddressSame: boolean, leavesProvider = false) => ({
  userId: 'a',
  isAddressSame,
  leavesProvider,
})

test.each<[string, Partial<SignInFacts>]>([
  ['enter', { own: own(true), holder: other }],
  ['enter', { own: own(false), holder: other, isVerified: false }],
  ['follow', { own: own(false) }],
  ['conflict', { own: own(false), holder: other }],
  ['leftProvider', { own: own(false, true) }],
  ['leftProvider', { own: own(false, true), holder: other }],
  ['enter', { own: own(false, true), isVerified: false }],
  ['bind', { holder: other }],
  ['unknown', { holder: other, isVerified: false }],
  ['unknown', {}],
  ['otherAccount', { holder: { ...other, isFormer: true } }],
  ['otherAccount', { holder: { ...other, hasAccount: true } }],
  ['replace', { holder: { ...other, hasAccount: true, isReplaceable: true } }],
  [
    'otherAccount',
    { holder: { ...other, hasAccount: true, isReplaceable: true, isSameIssuer: true } },
  ],
])('%s: %j', (decision, facts) => {
  expect(decideSignIn({ own: null, holder: null, isVerified: true, ...facts })).toBe(decision)
})

interface Account {
  issuer: number
  human: number
}
/** `human` is who the person really is, which no rule can see. */
interface Person {
  human: number
  address: string
  account: Account | null
  former: Set<Account>
  isReplaceable: boolean
}

/** A portal with as many people as humans; each human starts with an account at issuer 0. */
function world(humans = 3) {
  const accounts: Account[] = Array.from({ length: humans }, (_, human) => ({ issuer: 0, human }))
  const people = accounts.map(({ human }): Person => ({
    human,
    address: `h${human}`,
    account: null,
    former: new Set(),
    isReplaceable: false,
  }))

  function signIn(account: Account, address: string, isVerified: boolean): Person | undefined {
    const mine = people.find((one) => one.account === account)
    const holder = people.find((one) => one.address === address)
    const decision = decideSignIn({
      isVerified,
      own: mine
        ? {
            userId: mine.address,
            isAddressSame: mine.address === address,
            leavesProvider: false,
          }
        : null,
      holder: holder
        ? {
            userId: holder.address,
            hasAccount: holder.account !== null,
            isReplaceable: holder.isReplaceable,
            isSameIssuer: holder.account?.issuer === account.issuer,
            isFormer: holder.former.has(account),
          }
        : null,
    })
    if (decision === 'bind' || decision === 'replace')
      Object.assign(holder!, { account, isReplaceable: false })
    if (decision === 'follow') mine!.address = address
    const entered = ['bind', 'replace'].includes(decision)
      ? holder
      : ['enter', 'follow', 'conflict'].includes(decision)
        ? mine
        : undefined
    if (entered && (entered.human !== account.human || entered.former.has(account)))
      throw new Error(
        `${decision}: an account of human ${account.human} is person ${entered.human}`,
      )
    return entered
  }

  function reset(person: Person) {
    if (person.account) person.former.add(person.account)
    else person.former.clear()
    Object.assign(person, { account: null, isReplaceable: false })
  }

  return { accounts, people, signIn, reset }
}

const step = fc.record({
  kind: fc.constantFrom(
    'sign in',
    'another address',
    'unverified',
    'account',
    'move',
    'reset',
    'replace',
  ),
  human: fc.nat(2),
  nth: fc.nat(5),
  issuer: fc.nat(2),
})

/** Random days of a portal, then the documented steps: all people have to be in. */
const days = fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
  const { accounts, people, signIn, reset } = world()
  for (const [at, { kind, human, nth, issuer }] of steps.entries()) {
    const person = people[human]!
    const theirs = accounts.filter((one) => one.human === human)
    const account = theirs[nth % theirs.length]!
    const stranger = people[nth % people.length]!.address
    if (kind === 'sign in') signIn(account, person.address, true)
    // Two people share a mailbox: each may prove its address, but has an account of his own.
    if (kind === 'another address' && person.account === account) signIn(account, stranger, true)
    if (kind === 'unverified') signIn(account, stranger, false)
    if (kind === 'move' && person.account === account) signIn(account, `new${at}`, true)
    if (kind === 'account') accounts.push({ issuer, human })
    if (kind === 'reset') reset(person)
    if (kind === 'replace')
      for (const one of people) if (one.account?.issuer === issuer) one.isReplaceable = true
  }
  for (const person of people) {
    if (person.account) person.isReplaceable = true
    const next = { issuer: 3, human: person.human }
    if (signIn(next, person.address, true) !== person)
      throw new Error('locked out by a new provider')
    reset(person)
    if (signIn(next, person.address, true)) throw new Error('the former account works')
    if (signIn({ ...next }, person.address, true) !== person)
      throw new Error('locked out by a reset')
  }
})

test('no person gets the rights of another, and nobody is locked out after the documented steps', () => {
  expect(fc.check(days).errorInstance).toBeNull()
})
