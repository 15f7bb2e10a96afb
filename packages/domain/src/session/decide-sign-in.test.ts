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
