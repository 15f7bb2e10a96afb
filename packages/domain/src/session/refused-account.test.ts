import { expect, test } from 'vitest'
import { readRefusedAccount, writeRefusedAccount } from './refused-account.ts'

test.each([true, false])('an account is read as it was written (verified: %s)', (isVerified) => {
  const account = { email: "o'neil+a@x.example", isVerified }
  expect(readRefusedAccount(writeRefusedAccount(account))).toEqual(account)
})

test.each([
  undefined,
  '',
  'a@x.example',
  'verified',
  'verified call 555-0100',
  'verified a@x.example, or call 555-0100',
  'verified a@x.example\nverified b@x.example',
  `verified ${'a'.repeat(300)}@x.example`,
])('%j is no account', (text) => {
  expect(readRefusedAccount(text)).toBeUndefined()
})
