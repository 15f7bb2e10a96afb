import { expect, test } from 'vitest'
import { sortEntries, withAdded, withoutEmail } from './recipient-entries.ts'

const known = ['books@x.example']
const recipient = (email: string) => ({
  email,
  accountId: '1',
  dateAdded: '2026-11-21T12:00:00Z',
  refusedSince: null,
  state: 'confirmed' as const,
  invoices: 'none' as const,
  categories: [],
})

const invalid = 'Invalid or duplicate email(s): '
const apart = 'Emails must be comma-separated without spaces.'

test.each<[typed: string, emails: string[], left: string[], fault: string | undefined]>([
  ['a@x.example,b@x.example', ['a@x.example', 'b@x.example'], [], undefined],
  [
    'a@x.example,bob@acme,BOOKS@x.example,a@x.example',
    ['a@x.example'],
    ['bob@acme', 'BOOKS@x.example', 'a@x.example'],
    `${invalid}bob@acme, BOOKS@x.example, a@x.example`,
  ],
  ['bob@acme', [], ['bob@acme'], `${invalid}bob@acme`],
  ...['a@x.example, b@x.example', 'a@x.example b@x.example', 'a@x.example;b@x.example'].map(
    (text): [string, string[], string[], string] => [text, [], [text], apart],
  ),
])(
  'of %j the valid entries are sent, and the others stay and are named',
  (typed, emails, left, fault) => {
    expect(sortEntries(typed, known)).toEqual({ emails, left, fault })
  },
)

test('without an entry nothing is sent', () => {
  expect(sortEntries(' ', known).fault).toBe('Invalid emails or duplicates found.')
})

test('if there are too many entries, all of them stay', () => {
  const many = Array.from({ length: 101 }, (_, at) => `a${at}@x.example`)
  const { emails, left, fault } = sortEntries(many.join(','), known)
  expect([emails.length, left.length]).toEqual([0, 101])
  expect(fault).toBe('Please add at most 100 addresses at once.')
})

test('added recipients come first and only once, deleted ones disappear', () => {
  const list = [recipient('a@x.example'), recipient('b@x.example')]
  const emails = withAdded(list, [recipient('c@x.example'), recipient('b@x.example')])
  expect(emails?.map(({ email }) => email)).toEqual(['c@x.example', 'b@x.example', 'a@x.example'])
  expect(withoutEmail(list, 'a@x.example')).toEqual([list[1]])
  expect(withAdded(undefined, list)).toBeUndefined()
})
