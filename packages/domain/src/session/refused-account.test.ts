import { expect, test } from 'vitest'
import { readRefusedAccount, type RefusedAccount, writeRefusedAccount } from './refused-account.ts'

test.each<RefusedAccount>([
  { reason: 'unknown', email: "o'neil+a@x.example" },
  { reason: 'unverified', email: 'a@x.example' },
  { reason: 'unusable', part: 'name' },
])('an account is read as it was written: $reason', (account) => {
  expect(readRefusedAccount(writeRefusedAccount(account))).toEqual(account)
})

test.each([
  undefined,
  '',
  'a@x.example',
  'unknown',
  'unusable words',
  'unknown call 555-0100',
  'unknown a@x.example, or call 555-0100',
  'unknown a@x.example\nunknown b@x.example',
  `unknown ${'a'.repeat(300)}@x.example`,
])('%j is not an account', (text) => {
  expect(readRefusedAccount(text)).toBeUndefined()
})
