import { expect, test } from 'vitest'
import { sortEntries, withAdded, withoutEmail } from './recipient-entries.ts'

const known = ['books@x.example']
const recipient = (email: string) => ({
  email,
  accountId: '1',
  dateAdded: '2026-11-21T12:00:00Z',
  refusedSince: null,
})

test('valid entries are all sent', () => {
  expect(sortEntries('a@x.example,b@x.example', known)).toEqual({
    emails: ['a@x.example', 'b@x.example'],
    left: [],
    fault: undefined,
  })
})

test('invalid entries stay and are named, valid ones are sent', () => {
  expect(sortEntries('a@x.example,bob@acme,BOOKS@x.example,a@x.example', known)).toEqual({
    emails: ['a@x.example'],
    left: ['bob@acme', 'BOOKS@x.example', 'a@x.example'],
    fault: 'Invalid or duplicate email(s): bob@acme, BOOKS@x.example, a@x.example',
  })
})

test('without a valid entry nothing is sent', () => {
  expect(sortEntries('bob@acme', known)).toEqual({
    emails: [],
    left: ['bob@acme'],
    fault: 'Invalid or duplicate email(s): bob@acme',
  })
  expect(sortEntries(' ', known).fault).toBe('Invalid emails or duplicates found.')
})

test.each(['a@x.example, b@x.example', 'a@x.example b@x.example', 'a@x.example;b@x.example'])(
  '%j is not taken apart',
  (text) => {
    expect(sortEntries(text, known)).toEqual({
      emails: [],
      left: [text],
      fault: 'Emails must be comma-separated without spaces.',
    })
  },
)

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
