import { describe, expect, test } from 'vitest'
import { listedFate, mostPeople, readPeople } from './people-list.ts'

const ana = 'ana.kim@x.example'
const peopleOf = (text: string) =>
  readPeople(text).map(({ name, email, fault }) => [name, email, ...(fault ? [fault] : [])])

test.each([
  ['Ana Kim <ana.kim@x.example>', 'Ana Kim'],
  ['"Kim, Ana" <ana.kim@x.example>', 'Kim, Ana'],
  ['Kim, Ana <ana.kim@x.example>;', 'Kim Ana'],
  ['ana.kim@x.example, Ana, Kim', 'Ana Kim'],
  ['Ana\tKim\tana.kim@x.example\t', 'Ana Kim'],
  ['ana.kim@x.example;Ana;Kim', 'Ana Kim'],
  ['Ana Kim ana.kim@x.example', 'Ana Kim'],
  ['Ana Kim <ana.kim@x.example> (Sales)', 'Ana Kim'],
  ['“Ana” <mailto:ana.kim@x.example>', '“Ana”'],
  ['ana.kim@x.example', ''],
  ["'ana.kim@x.example'.", ''],
  ['\ufeff\u00a0ana.kim\u200b@x.example\u2060 \u202e', ''],
  ['Ana\u0000 Kim (ana.kim@x.example)', 'Ana Kim'],
  ['Ana@Home <ana.kim@x.example>', 'Ana@Home'],
  ['"Ana Kim, ana.kim@x.example', 'Ana Kim'],
])('%j is one person', (line, name) => expect(peopleOf(line)).toEqual([[name, ana]]))

test.each([
  [
    'a@x.example; b@x.example',
    [
      ['', 'a@x.example'],
      ['', 'b@x.example'],
    ],
  ],
  [
    'Kim, Ana <a@x.example>; Bo <b@x.example>',
    [
      ['Kim Ana', 'a@x.example'],
      ['Bo', 'b@x.example'],
    ],
  ],
  [
    'Ana <a@x.example> Bo <b@x.example>',
    [
      ['Ana', 'a@x.example'],
      ['Bo', 'b@x.example'],
    ],
  ],
  [
    'a@x.example b@x.example',
    [
      ['', 'a@x.example'],
      ['', 'b@x.example'],
    ],
  ],
])('%j is several people', (line, people) => expect(peopleOf(line)).toEqual(people))

test.each([
  ['Ana Kim', '', 'Has no email address'],
  ['eve@', 'eve@', 'Is not a valid email address'],
  ['Ana <ana kim@x.example>', 'ana kim@x.example', 'Is not a valid email address'],
  ['äna@x.example', 'äna@x.example', 'Is not a valid email address'],
  [`${'a'.repeat(9999)}@x.example`, 'a'.repeat(300), 'Is not a valid email address'],
  ['x'.repeat(9999), '', 'Has no email address'],
])('%.20s cannot be read', (line, email, fault) =>
  expect(readPeople(line)).toMatchObject([{ line: 1, email, fault }]),
)

test('lines are counted with any line ending, and the second line with the same address is reported', () => {
  const people = readPeople('\r\nB@x.example\r\n\r\nc@x.example\u2028b@X.example\r a@x.example')
  expect(people.map(({ line, email }) => [line, email])).toEqual([
    [2, 'B@x.example'],
    [4, 'c@x.example'],
    [5, 'b@X.example'],
    [6, 'a@x.example'],
  ])
  expect(people.map(({ twiceIn }) => twiceIn)).toEqual([undefined, undefined, 2, undefined])
})

test('a long list is read up to one line more than the limit', () => {
  const lines = Array.from({ length: 10_000 }, (_, nth) => `p${nth}@x.example`)
  for (const between of ['\n', ';'])
    expect(readPeople(lines.join(between))).toHaveLength(mostPeople + 1)
  for (const many of ['@', ' ', '.', '"', '@.'])
    expect(readPeople(`<a@${many.repeat(200_000)}x<`).length).toBeLessThanOrEqual(mostPeople + 1)
  expect(readPeople('<"@;,'.repeat(20_000)).length).toBeLessThanOrEqual(mostPeople + 1)
})

describe('the result for a person of the list', () => {
  const now = new Date('2026-11-23T15:30:00Z')
  const open = { hasAccepted: false, expirationDate: '2026-11-25T00:00:00Z', problem: null }
  test.each([
    [true, undefined, false, 'member'],
    [true, open, true, 'member'],
    [false, undefined, true, 'invited'],
    [false, open, false, 'open'],
    [false, open, true, 'sentAgain'],
    [false, { ...open, expirationDate: '2026-11-22T00:00:00Z' }, false, 'sentAgain'],
    [false, { ...open, problem: 'Its sender left.' }, false, 'sentAgain'],
  ])('a member: %j, invitation: %j, send again: %j', (isMember, openInvite, again, fate) =>
    expect(listedFate({ isMember, openInvite }, again, now)).toBe(fate),
  )
})
