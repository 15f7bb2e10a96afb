import { expect, test } from 'vitest'
import { readRecipients, recipientsFault } from './recipients.ts'

test.each([
  ['a@x.example', ['a@x.example']],
  ['a+b_c.d-e@x-y.example,B@x.example', ['a+b_c.d-e@x-y.example', 'B@x.example']],
  [' a@x.example\n', ['a@x.example']],
])('%j is read', (text, emails) => {
  expect(readRecipients(text, ['other@x.example'])).toEqual({ emails })
})

test.each([
  ['', 'Invalid emails or duplicates found.'],
  ['a@x.example, b@x.example', 'Emails must be comma-separated without spaces.'],
  ['a@x.example;b@x.example', 'Emails must be comma-separated without spaces.'],
  ['a@x.example b@x.example', 'Emails must be comma-separated without spaces.'],
  ['bob@acme', 'Invalid or duplicate email(s): bob@acme'],
  ['a@-.', 'Invalid or duplicate email(s): a@-.'],
  ['a@x..example', 'Invalid or duplicate email(s): a@x..example'],
  ["o'neil@x.example,ok@x.example", "Invalid or duplicate email(s): o'neil@x.example"],
  ['KNOWN@x.example', 'Invalid or duplicate email(s): KNOWN@x.example'],
  ['a@x.example,A@x.example', 'Invalid or duplicate email(s): A@x.example'],
  ['a@x.example,', 'Invalid or duplicate email(s): '],
  [`${'a'.repeat(65)}@x.example`, `Invalid or duplicate email(s): ${'a'.repeat(65)}@x.example`],
])('%j is refused', (text, fault) => {
  expect(readRecipients(text, ['known@x.example'])).toEqual({ fault })
})

test('a hundred at once, no more', () => {
  const many = (count: number) => Array.from({ length: count }, (_, at) => `a${at}@x.example`)
  expect(recipientsFault(many(100), [])).toBeUndefined()
  expect(recipientsFault(many(101), [])).toBe('Please add at most 100 addresses at once.')
})

test('a long hostile address is checked quickly', () => {
  const hostile = `a@${'a-'.repeat(60_000)}`
  expect(recipientsFault([hostile], [])).toMatch(/^Invalid/)
})
