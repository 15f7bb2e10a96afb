import { expect, test } from 'vitest'
import { databaseReason, reasonOf } from './failure.ts'

const failed = (code: string, message: string) => Object.assign(new Error(message), { code })

test.each([
  ['28P01', 'the password in DATABASE_URL is wrong (why)'],
  ['3D000', 'the database in DATABASE_URL does not exist (why)'],
  ['ENOTFOUND', 'the host in DATABASE_URL does not exist (why)'],
  ['53100', 'the disk of the database is full (why)'],
  ['XX000', 'why'],
])('a database that fails with %s is reported with its setting', (code, text) => {
  expect(databaseReason(failed(code, 'why'), 'DATABASE_URL')).toBe(text)
  const both = new AggregateError([failed(code, 'why'), failed('ECONNREFUSED', 'other address')])
  expect(databaseReason(both, 'DATABASE_URL')).toBe(text)
})

test('another host that does not respond is not called a database', () => {
  expect(reasonOf(failed('ENOTFOUND', 'getaddrinfo ENOTFOUND cards.invalid'))).not.toMatch(
    /database/,
  )
})
